/** A packet as a remote holds it. */
export interface RemotePacket {
  readonly ref: string;
  readonly commit: string;
  /** null: what lies there is no sound packet. */
  readonly packetId: string | null;
  readonly hasWork: boolean;
  /** It is this home's own packet without a signature that holds, and one can be made now. */
  readonly isUnsigned: boolean;
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
  /** Newest commit that this home put or took there, where it is at hand. */
  readonly base: { readonly commit: string; readonly isInTip: boolean } | null;
  readonly withWork: boolean;
}

export type PushPlan =
  | { readonly kind: "unchanged"; readonly commit: string }
  | {
      readonly kind: "advance";
      /** Commit that must still lie there; null: nothing must. */
      readonly expected: string | null;
      readonly parents: readonly string[];
    }
  /** Somebody else's packet is there that this one does not follow: it goes beside. */
  | { readonly kind: "conflict"; readonly with: RemotePacket; readonly parents: readonly string[] };

/** Where a packet goes: onto what it follows, or beside what it does not. */
export function planPush({ packetId, known, answered, tip, rivals, base, withWork }: PushFacts): PushPlan {
  const follows = ({ packetId: id, commit }: RemotePacket): boolean =>
    (id !== null && known.has(id)) || answered.has(commit);
  if (tip?.packetId === packetId && isWhole(tip, withWork)) return { kind: "unchanged", commit: tip.commit };
  if (tip !== null && !follows(tip))
    return { kind: "conflict", with: tip, parents: base === null ? [] : [base.commit] };
  const parents = [
    ...(tip === null ? [] : [tip.commit]),
    // The remote went back, or its ref is gone: what was there stays among the commits before.
    ...(base === null || base.isInTip ? [] : [base.commit]),
    ...rivals.filter(follows).map(({ commit }) => commit),
  ];
  return { kind: "advance", expected: tip?.commit ?? null, parents: [...new Set(parents)] };
}

/** Nothing would come to it by pushing the same packet again: no work that was left out, no signature that it lacks. */
export function isWhole({ hasWork, isUnsigned }: RemotePacket, withWork: boolean): boolean {
  return (hasWork || !withWork) && !isUnsigned;
}
