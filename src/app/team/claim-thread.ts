import { randomBytes } from "node:crypto";
import type { ClaimOutcome, SharedClaim, TakeOverOutcome } from "../../domain/team/team-store.ts";
import { ownClaim } from "../../domain/team/own-claim.ts";
import type { HeldClaim, Outage } from "../../domain/team/outbox.ts";
import type { Thread } from "../../domain/thread.ts";
import type { Workspace } from "../workspace.ts";
import type { Team } from "./open-team.ts";

/** A session says nothing for so long before its claim lapses; each turn's end renews it. */
const leaseSeconds = 3_600;
const renewAfterMs = 5 * 60_000;

export interface Claiming {
  readonly thread: Thread;
  readonly sessionId: string;
  /** Why a claim of another that lapsed is taken over; null: it is not. */
  readonly takeover: string | null;
}

export type ClaimedThread =
  | { readonly result: "claimed"; readonly claim: SharedClaim; readonly from: SharedClaim | null }
  | { readonly result: "held"; readonly by: SharedClaim }
  | { readonly result: "away"; readonly outage: Outage };

/** Holds a thread in the store. The key is kept before it is asked: a claim whose answer was lost is found again by it. */
export async function claimThread(workspace: Workspace, team: Team, claiming: Claiming): Promise<ClaimedThread> {
  const { thread, sessionId, takeover } = claiming;
  const { files, holder } = team;
  const writer = await team.writer(sessionId);
  const standing = ownClaim(files.claims(), { thread, sessionId, holder: null });
  // The one that was asked for and not answered goes on under its key.
  const operation = standing !== null && standing.claim === null ? standing.operation : newOperation();
  const asking: HeldClaim = { operation, thread, sessionId, holder, claim: null, renewedAt: null };
  if (standing === null) files.keepClaim(asking);
  const request = { operation, thread, writer, leaseSeconds };
  const answer = await team.ask((store) => store.claims.claim(request));
  if (!answer.ok) return { result: "away", outage: answer.outage };
  const outcome = await overtake(team, { asked: answer.value, request, takeover });
  if (!outcome.ok) return { result: "away", outage: outcome.outage };
  const { value } = outcome;
  if (value.result !== "claimed") {
    files.dropClaim(asking);
    return { result: "held", by: value.by };
  }
  files.keepClaim({ ...asking, claim: value.claim, renewedAt: workspace.context.now().toISOString() });
  return value;
}

type Overtaken =
  | { readonly ok: true; readonly value: Extract<ClaimedThread, { result: "claimed" | "held" }> }
  | { readonly ok: false; readonly outage: Outage };

interface Request {
  readonly operation: string;
  readonly thread: Thread;
  readonly writer: Awaited<ReturnType<Team["writer"]>>;
  readonly leaseSeconds: number;
}

async function overtake(
  team: Team,
  {
    asked,
    request,
    takeover: reason,
  }: { readonly asked: ClaimOutcome; readonly request: Request; readonly takeover: string | null },
): Promise<Overtaken> {
  if (asked.result === "claimed") return { ok: true, value: { ...asked, from: null } };
  const { by } = asked;
  if (reason === null || by.state !== "unknown") return { ok: true, value: asked };
  const taking = { ...request, operation: newOperation(), claimId: by.id, reason };
  const answer = await team.ask<TakeOverOutcome>((store) => store.claims.takeOver(taking));
  if (!answer.ok) return answer;
  if (answer.value.result === "claimed") return { ok: true, value: answer.value };
  return { ok: true, value: { result: "held", by: answer.value.by ?? by } };
}

/** Claims of a session, or of the process that called, that nobody heard of for a while are renewed; lost ones are forgotten. */
export async function renewClaims(workspace: Workspace, team: Team, sessionId: string | null): Promise<void> {
  const now = workspace.context.now();
  for (const held of team.files.claims()) {
    const { claim, thread } = held;
    if (claim === null || held !== ownClaim([held], { thread, sessionId, holder: team.holder })) continue;
    if (held.renewedAt !== null && Math.abs(now.getTime() - Date.parse(held.renewedAt)) < renewAfterMs) continue;
    const { id: claimId, fence } = claim;
    const request = { operation: newOperation(), claimId, fence, leaseSeconds };
    const answer = await team.ask((store) => store.claims.renew(request));
    if (!answer.ok) return;
    if (answer.value.result === "renewed") {
      team.files.keepClaim({ ...held, claim: answer.value.claim, renewedAt: now.toISOString() });
    } else {
      team.files.dropClaim(held);
    }
  }
}

export type Released =
  | { readonly result: "released" }
  | { readonly result: "not_held"; readonly by: SharedClaim | null };

/** Ends a claim in the store. By its id alone: nobody ends one that he has not seen. */
export async function releaseClaim(
  team: Team,
  { claimId, sessionId }: { readonly claimId: string; readonly sessionId: string | null },
): Promise<Released | { readonly result: "away"; readonly outage: Outage }> {
  const writer = await team.writer(sessionId);
  const request = { operation: newOperation(), claimId, writer };
  const answer = await team.ask((store) => store.claims.release(request));
  if (!answer.ok) return { result: "away", outage: answer.outage };
  for (const held of team.files.claims()) if (held.claim?.id === claimId) team.files.dropClaim(held);
  return answer.value;
}

function newOperation(): string {
  return `o-${randomBytes(16).toString("hex")}`;
}
