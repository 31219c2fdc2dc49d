/** HEAD went from one branch to another. Seconds since 1970; a name may be a commit where HEAD was on no branch. */
export interface HeadMove {
  readonly at: number;
  readonly from: string;
  readonly to: string;
}

/** The span of a session, in UTC ISO 8601. */
export interface Span {
  readonly startedAt: string | null;
  readonly lastAt: string | null;
}

/** Tells which branch was checked out at a moment; null where that is not known. */
export type BranchInTime = (at: string | null) => string | null;

/**
 * Where HEAD was while a session worked: some clients tell the branch on which it began and nothing of later ones. The
 * log of HEAD speaks only of this work tree, so it is believed only where the branch that the client told is among
 * those which HEAD was on in that time. Another machine's session is not moved by it.
 */
export function branchInTime(
  moves: readonly HeadMove[],
  { startedAt, lastAt }: Span,
  told: string | null,
): BranchInTime {
  const unknown: BranchInTime = () => null;
  const [from, to] = [seconds(startedAt), seconds(lastAt)];
  if (told === null || from === null || to === null) return unknown;
  const during = moves.filter(({ at }) => at >= Math.floor(from) && at <= to);
  if (during.length === 0 || !during.some((move) => move.from === told || move.to === told)) return unknown;
  return (time) => {
    const at = seconds(time);
    if (at === null) return null;
    const before = during.findLast((move) => move.at <= at);
    const branch = before?.to ?? during[0]?.from ?? null;
    return branch === null || /^(?:HEAD|[0-9a-f]{40,64})$/.test(branch) ? null : branch;
  };
}

function seconds(time: string | null): number | null {
  const ms = time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(ms) ? null : ms / 1_000;
}
