/** Who works on what, and what the store of a team says. */
export interface TeamWords {
  readonly store: string;
  readonly well: string;
  readonly away: string;
  readonly unused: string;
  readonly waiting: string;
  readonly refused: string;
  readonly holders: string;
  /** In place of `holder` for one's own claim. */
  readonly own: string;
  readonly holder: string;
  readonly until: string;
  readonly lapsed: string;
  readonly unseen: string;
  readonly released: string;
  readonly notHeld: string;
  readonly trusted: Readonly<Record<"added" | "unchanged", string>>;
}
