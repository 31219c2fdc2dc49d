/** One line, or a few that belong together: what the budget takes or leaves out as a whole. */
export type Unit = readonly string[];

export interface BriefSection {
  readonly title: string;
  /** A line below the title; null for none. */
  readonly note: string | null;
  /** Around the units: the marks of a block of data, or nothing. */
  readonly block: { readonly open: string; readonly close: string } | null;
  /** In the order of the text. */
  readonly units: readonly Unit[];
  /** 1 is filled first. */
  readonly rank: number;
  /** Which end of the list is worth more when not all of it fits. */
  readonly keep: "first" | "last";
  /** A loss here is worth a tighter form of the whole brief. */
  readonly essential: boolean;
}
