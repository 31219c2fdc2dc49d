import type { Reason } from "../decision.ts";
import type { Claim, ProcessIdentity } from "../home.ts";
import type { Asker, LoadedFacts } from "./facts.ts";
import { oneLine } from "./words.ts";

/** Somebody who is alive holds the packet, or nobody can tell. */
export function judgeClaims(facts: LoadedFacts): readonly Reason[] {
  const { claims, claimsUnreadable } = facts.subject;
  const held: readonly Reason[] = claims
    .filter(({ claim, alive }) => alive !== false && !isMine(claim, facts.asker))
    .map(({ claim, alive }) => ({
      code: "claimed",
      decision: "stop",
      detail: `claimed by ${describeHolder(claim)} since ${claim.at}${alive === "unknown" ? ", whether it still runs cannot be told from here" : ""}`,
      evidence: [claim.id],
    }));
  if (claimsUnreadable === null) return held;
  return [...held, { code: "claimed", decision: "stop", detail: oneLine(claimsUnreadable) }];
}

/**
 * Two sessions under one parent process are told apart by their ids alone, and of two unknown ones that both want
 * to hold the packet only one may: a process is identity enough for looking, not for holding.
 */
function isMine(claim: Claim, asker: Asker): boolean {
  if (asker.sessionId !== null && claim.sessionId !== null) return claim.sessionId === asker.sessionId;
  return !asker.claiming && asker.holder !== null && sameProcess(claim.holder, asker.holder);
}

function sameProcess(a: ProcessIdentity, b: ProcessIdentity): boolean {
  return a.host === b.host && a.pid === b.pid && a.startTime === b.startTime && a.bootId === b.bootId;
}

function describeHolder({ sessionId, holder }: Claim): string {
  const session = sessionId === null ? "a session without id" : `session ${oneLine(sessionId)}`;
  return `${session} (${oneLine(holder.command)}, process ${holder.pid} on ${oneLine(holder.host)})`;
}
