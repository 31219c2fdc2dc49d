import { randomBytes } from "node:crypto";
import { isOwn } from "../../domain/team/is-own.ts";
import type { Outage } from "../../domain/team/outbox.ts";
import type { ClaimOutcome, SharedClaim, TakeOverOutcome } from "../../domain/team/team-store.ts";
import type { Thread } from "../../domain/thread.ts";
import type { Asked, Team } from "./open-team.ts";

/** A session says nothing for so long before its claim lapses; each turn's end renews it. */
const leaseSeconds = 3_600;

export interface Claiming {
  readonly thread: Thread;
  /** null: whoever works without a name in this home. */
  readonly sessionId: string | null;
  /** Why a claim of another that lapsed is taken over; null: it is not. */
  readonly takeover: string | null;
}

export type ClaimedThread =
  | { readonly result: "claimed"; readonly claim: SharedClaim }
  | { readonly result: "held"; readonly by: SharedClaim }
  | { readonly result: "away"; readonly outage: Outage };

/** Holds a thread in the store. Who holds it already keeps it, also when the answer that said so was lost. */
export async function claimThread(team: Team, { thread, sessionId, takeover }: Claiming): Promise<ClaimedThread> {
  const writer = await team.writer(sessionId);
  const request = { thread, writer, leaseSeconds };
  const asked = await team.ask<ClaimOutcome>((store) => store.claims.claim({ operation: newOperation(), ...request }));
  if (!asked.ok) return { result: "away", outage: asked.outage };
  if (asked.value.result === "claimed") return asked.value;
  const { by } = asked.value;
  if (takeover === null || by.state !== "unknown") return asked.value;
  const taking = { operation: newOperation(), ...request, claimId: by.id, reason: takeover };
  const taken = await team.ask<TakeOverOutcome>((store) => store.claims.takeOver(taking));
  if (!taken.ok) return { result: "away", outage: taken.outage };
  const { value } = taken;
  return value.result === "claimed"
    ? { result: "claimed", claim: value.claim }
    : { result: "held", by: value.by ?? by };
}

/**
 * All claims that stand. What a session, or its home, holds goes on for another lease; also what lapsed, while nobody took it
 * over.
 */
export async function renewClaims(team: Team, sessionId: string | null): Promise<Asked<readonly SharedClaim[]>> {
  return team.ask(async (store) => {
    const claimant = team.claimant(sessionId);
    const standing: SharedClaim[] = [];
    for (const claim of await store.claims.all()) {
      const { id: claimId, fence } = claim;
      const renewed = isOwn(claim, claimant)
        ? await store.claims.renew({ operation: newOperation(), claimId, fence, leaseSeconds })
        : null;
      standing.push(renewed?.result === "renewed" ? renewed.claim : claim);
    }
    return standing;
  });
}

/** Ends claims that are chosen of all that stand: their ids. */
export async function releaseClaims(
  team: Team,
  sessionId: string | null,
  isMeant: (claim: SharedClaim) => boolean,
): Promise<readonly string[] | { readonly outage: Outage }> {
  const writer = await team.writer(sessionId);
  const answer = await team.ask(async (store) => {
    const ended: string[] = [];
    for (const claim of await store.claims.all()) {
      if (!isMeant(claim)) continue;
      const { result } = await store.claims.release({ operation: newOperation(), claimId: claim.id, writer });
      if (result === "released") ended.push(claim.id);
    }
    return ended;
  });
  return answer.ok ? answer.value : { outage: answer.outage };
}

function newOperation(): string {
  return `o-${randomBytes(16).toString("hex")}`;
}
