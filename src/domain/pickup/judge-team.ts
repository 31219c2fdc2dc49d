import type { Reason } from "../decision.ts";
import type { SharedClaim } from "../team/team-store.ts";
import type { RefusedPacket, TeamFacts } from "../team/team-facts.ts";
import type { Thread } from "../thread.ts";
import type { PickupFacts } from "./facts.ts";
import { foreignName } from "../text/foreign-name.ts";
import { countOf, oneLine } from "./words.ts";

/** Does somebody elsewhere work on this, and does the team's store know what is known here? */
export function judgeTeam(facts: PickupFacts): readonly Reason[] {
  const { team } = facts;
  if (team === null) return [];
  if (team.unused !== null) return [unused(team, team.unused)];
  const thread = threadOf(facts);
  return [
    ...judgeOutage(team, facts.asker.claiming),
    ...team.claims.filter((claim) => isOn(claim.thread, thread) && !team.own.includes(claim.id)).flatMap(held),
    ...team.refused.filter(({ packetId }) => packetId === activeHere(facts)).map(refused),
  ];
}

/** The thread that a pickup is about; no topic: any of the branch. */
function threadOf({ subject, asked, scene }: PickupFacts): {
  readonly branch: string | null;
  readonly topic: string | null;
} {
  if (subject.kind === "loaded") return subject.packet;
  return { branch: asked.branch ?? scene.head.branch, topic: asked.topic };
}

function isOn(claimed: Thread, thread: { readonly branch: string | null; readonly topic: string | null }): boolean {
  return claimed.branch === thread.branch && (thread.topic === null || claimed.topic === thread.topic);
}

function activeHere({ subject }: PickupFacts): string | null {
  return subject.kind === "loaded" ? subject.packet.packet_id : null;
}

function unused({ store }: TeamFacts, { why, hint }: { readonly why: string; readonly hint: string }): Reason {
  return {
    code: "store_unused",
    decision: "proceed",
    detail: `the team store ${oneLine(store)} is not used: ${oneLine(why)}; ${hint}`,
  };
}

function judgeOutage({ store, outage, asOf, waiting }: TeamFacts, claiming: boolean): readonly Reason[] {
  if (outage === null) return [];
  const known = asOf === null ? "it never answered here" : `what it said last is of ${asOf}`;
  const kept = waiting === 0 ? "" : `, and ${countOf(waiting, "packet")} of here wait to be told`;
  return [
    {
      code: "store_unreachable",
      decision: claiming ? "needs_human" : "reverify",
      detail: `the team store ${oneLine(store)} ${outage.code.startsWith("store_") ? "gives no answer" : "is told nothing"} since ${outage.since} (${oneLine(outage.detail)}): whether somebody else works on this cannot be told; ${known}${kept}`,
    },
  ];
}

function held({ writer, state, ...claim }: SharedClaim): readonly Reason[] {
  const [id, since] = [oneLine(claim.id), oneLine(claim.since)];
  const until = claim.until === null ? null : oneLine(claim.until);
  const who = `${foreignName(writer.author)} on ${foreignName(writer.host)}`;
  if (state === "ended") return [];
  if (state === "live") {
    const lease = until === null ? "" : `, at least until ${until}`;
    return [{ code: "claimed", decision: "stop", detail: `claimed by ${who} since ${since}${lease}`, evidence: [id] }];
  }
  const silent =
    until === null
      ? "and whether that session still runs cannot be told from here"
      : `and the claim lapsed at ${until}`;
  return [
    {
      code: "claim_lapsed",
      decision: "needs_human",
      detail: `${who} claimed this at ${since}, ${silent}: what was begun there may still run; ask, then passdown pickup --takeover REASON`,
      evidence: [id],
    },
  ];
}

function refused({ packetId, result, detail }: RefusedPacket): Reason {
  const why: Record<RefusedPacket["result"], string> = {
    raced: `${oneLine(detail ?? "another packet")} was active there already`,
    held: `it is claimed by ${oneLine(detail ?? "somebody else")}`,
    fenced: `the claim under which it was made had ended (${oneLine(detail ?? "")})`,
    not_active: `${oneLine(detail ?? "another packet")} is active there`,
    rejected: oneLine(detail ?? ""),
  };
  return {
    code: "packet_refused",
    decision: "needs_human",
    detail: `packet ${packetId} is known here alone: the team store did not take it, ${why[result]}`,
    evidence: [packetId],
  };
}
