import { randomUUID } from "node:crypto";
import { worst } from "../domain/decision.ts";
import { AppError } from "../domain/errors.ts";
import type { Claim } from "../domain/home.ts";
import type { LoadedFacts, PickupFacts } from "../domain/pickup/facts.ts";
import { judge } from "../domain/pickup/judge.ts";
import type { TeamFacts } from "../domain/team/team-facts.ts";
import type { SharedClaim } from "../domain/team/team-store.ts";
import { claimThread } from "./team/claim-thread.ts";
import { withTeam } from "./team/sync-team.ts";
import type { Workspace } from "./workspace.ts";

export interface TakenClaims {
  readonly facts: PickupFacts;
  /** On this machine. */
  readonly claim: Claim | null;
  /** In the store of the team. */
  readonly shared: SharedClaim | null;
}

/** The reason for a takeover, without secrets; a blank one is none. null: nothing is taken over. */
export function readTakeover({ redactor }: Workspace, reason: string | null): string | null {
  if (reason === null) return null;
  const text = redactor.redact(reason.trim());
  if (text !== "") return text;
  throw new AppError({
    kind: "usage",
    code: "takeover_without_reason",
    message: "--takeover needs a reason",
    hint: 'say why it is yours now: passdown pickup --takeover "her machine is gone, she said so"',
  });
}

/** Only one of any number of claimers gets the work: first among the sessions of this machine, then in the team's store. */
export async function takeClaims(
  workspace: Workspace,
  facts: PickupFacts,
  takeover: string | null,
): Promise<TakenClaims> {
  const nothing = { facts, claim: null, shared: null };
  if (!isLoaded(facts) || isStopped(facts)) return nothing;
  const local = takeLocal(workspace, facts, takeover);
  if (local.claim === null) return { ...nothing, facts: local.facts };
  const { claim } = local;
  const { branch, topic, packet_id: packetId } = facts.subject.packet;
  // One that gave no answer a moment ago is not waited for a second time.
  if (facts.team !== null && facts.team.outage !== null) return { facts: local.facts, claim, shared: null };
  const outcome = await withTeam(workspace, "command", (team) =>
    claimThread(team, { thread: { branch, topic }, sessionId: facts.asker.sessionId, takeover }),
  );
  if (outcome === null) return { facts: local.facts, claim, shared: null };
  const team = local.facts.team;
  const told = (change: Partial<TeamFacts>): PickupFacts => ({
    ...local.facts,
    team: team === null ? null : { ...team, ...change },
  });
  if (outcome.result === "away") return { facts: told({ outage: outcome.outage }), claim, shared: null };
  const shared = outcome.result === "claimed" ? outcome.claim : outcome.by;
  const others = (team?.claims ?? []).filter((one) => one.thread.branch !== branch || one.thread.topic !== topic);
  const claims = [...others, shared];
  if (outcome.result === "claimed")
    return { facts: told({ claims, own: [...(team?.own ?? []), shared.id], outage: null }), claim, shared };
  // Held elsewhere: to hold it here would only keep others of this machine from it.
  workspace.home.claims.release({ packetId, claimId: claim.id, at: workspace.context.now().toISOString() });
  return { facts: { ...facts, team: team === null ? null : { ...team, claims } }, claim: null, shared: null };
}

function isLoaded(facts: PickupFacts): facts is LoadedFacts {
  return facts.subject.kind === "loaded";
}

/** Whatever else stops: a claim that may be taken over does not stop the taking. */
function isStopped(facts: LoadedFacts): boolean {
  const unseen = facts.subject.claims.filter(({ alive }) => alive !== "unknown");
  const subject = facts.asker.claiming ? { ...facts.subject, claims: unseen } : facts.subject;
  return worst(judge({ ...facts, subject })) === "stop";
}

interface Local {
  readonly facts: PickupFacts;
  readonly claim: Claim | null;
}

function takeLocal({ home, context }: Workspace, facts: LoadedFacts, takeover: string | null): Local {
  const { subject, asker } = facts;
  const { packet_id: packetId } = subject.packet;
  if (asker.holder === null) {
    throw new AppError({
      kind: "environment",
      code: "claim_without_process",
      message: `cannot claim ${packetId}: process ${context.ppid}, which started passdown, cannot be seen`,
      hint: "a claim lives as long as that process: start passdown from the shell or the agent that does the work",
    });
  }
  // Without a name of its own a session still is another one than the next that its parent process starts.
  const sessionId = asker.sessionId ?? `unnamed-${randomUUID()}`;
  const at = context.now().toISOString();
  const standing = subject.claims.find(({ alive }) => alive === "unknown");
  if (takeover !== null && standing !== undefined) {
    home.claims.release({ packetId, claimId: standing.claim.id, at });
  }
  const outcome = home.claims.claim({ packetId, sessionId, holder: asker.holder, at });
  if (outcome.result === "held") {
    const claims = [{ claim: outcome.by, alive: outcome.alive }];
    return { facts: { ...facts, subject: { ...subject, claims } }, claim: null };
  }
  const { claim } = outcome;
  const claims = [{ claim, alive: true }];
  return { facts: { ...facts, asker: { ...asker, sessionId }, subject: { ...subject, claims } }, claim };
}
