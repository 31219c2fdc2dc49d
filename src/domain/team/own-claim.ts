import type { ProcessIdentity } from "../home.ts";
import type { Thread } from "../thread.ts";
import type { HeldClaim } from "./outbox.ts";

export interface Claimant {
  readonly thread: Thread;
  readonly sessionId: string | null;
  /** The process that passdown was started from. */
  readonly holder: ProcessIdentity | null;
}

/** The claim of a thread that is a session's, or for one without a name that of the process it was started from. */
export function ownClaim(claims: readonly HeldClaim[], claimant: Claimant): HeldClaim | null {
  const { thread, sessionId, holder } = claimant;
  const here = claims.filter((held) => held.thread.branch === thread.branch && held.thread.topic === thread.topic);
  return (
    here.find((held) => held.sessionId === sessionId) ??
    here.find((held) => holder !== null && isSameProcess(held.holder, holder)) ??
    null
  );
}

function isSameProcess(a: ProcessIdentity, b: ProcessIdentity): boolean {
  return a.pid === b.pid && a.startTime === b.startTime && a.bootId === b.bootId && a.host === b.host;
}
