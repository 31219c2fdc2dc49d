/** A packet as a remote holds it. */
export interface RemotePacket {
  readonly ref: string;
  readonly commit: string;
  /** null: what lies there is no sound packet. */
  readonly packetId: string | null;
  readonly hasWork: boolean;
}

export interface PushFacts {
  /** Active packet that is to go there. */
  readonly packetId: string;
  /** Every packet that this home ever published on the thread. */
  readonly known: ReadonlySet<string>;
  /** Commits that were seen when another packet was active here: whoever packed since knew of them. */
  readonly answered: ReadonlySet<string>;
  readonly tip: RemotePacket | null;
  readonly rivals: readonly RemotePacket[];
  /** Newest commit that was seen on the thread's ref and that holds a packet of this home; null when there is none. */
  readonly base: string | null;
  readonly withWork: boolean;
}

export type PushPlan =
  | { readonly kind: "unchanged"; readonly commit: string }
  | {
      readonly kind: "advance";
      /** Commit that must still lie there; null: nothing must. */
      readonly expected: string | null;
      readonly parents: readonly string[];
      /** Refs of rivals that this packet follows: their commits are among its parents. */
      readonly settled: readonly RemotePacket[];
    }
  /** Somebody else's packet is there that this one does not follow: it goes beside. */
  | { readonly kind: "conflict"; readonly with: RemotePacket; readonly parents: readonly string[] };

/** Where a packet goes: onto what it follows, or beside what it does not. */
export function planPush({ packetId, known, answered, tip, rivals, base, withWork }: PushFacts): PushPlan {
  const follows = ({ packetId: id, commit }: RemotePacket): boolean =>
    (id !== null && known.has(id)) || answered.has(commit);
  if (tip?.packetId === packetId && (tip.hasWork || !withWork)) return { kind: "unchanged", commit: tip.commit };
  if (tip !== null && !follows(tip)) return { kind: "conflict", with: tip, parents: base === null ? [] : [base] };
  const settled = rivals.filter(follows);
  const before = tip === null ? [] : [tip.commit];
  return {
    kind: "advance",
    expected: tip?.commit ?? null,
    parents: [...before, ...settled.map(({ commit }) => commit).filter((commit) => !before.includes(commit))],
    settled,
  };
}
