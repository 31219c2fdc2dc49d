import type { ProcessIdentity } from "../../home.ts";
import type { Writer } from "../team-store.ts";
import type { Thread } from "../../thread.ts";
import { shared, threadOf, type Decision, type HeldClaim, type Moment, type TeamState } from "./team-state.ts";

interface Claiming {
  readonly thread: Thread;
  readonly writer: Writer;
  /** Of the claim that this makes, if it makes one. */
  readonly id: string;
  readonly holder: ProcessIdentity;
}

export function decideClaim(state: TeamState, claiming: Claiming, moment: Moment): Decision {
  const { thread, writer } = claiming;
  const { claim: standing } = threadOf(state, thread);
  if (standing !== null && isOwn(standing, writer)) {
    // A session that claims again keeps what it has, also from a new process after a restart of its client.
    const claim = { ...standing, holder: claiming.holder };
    return {
      answer: { result: "claimed", claim: shared(claim, moment) },
      change: { kind: "claimed", claim },
      event: null,
    };
  }
  if (standing !== null && moment.stateOf(standing) !== "ended") {
    return { answer: { result: "held", by: shared(standing, moment) }, change: null, event: null };
  }
  const claim = nextClaim(state, claiming, moment);
  const detail = { claim: claim.id, fence: claim.fence };
  return {
    answer: { result: "claimed", claim: shared(claim, moment) },
    change: { kind: "claimed", claim },
    event: { kind: "claimed", thread, writer, detail },
  };
}

type TakingOver = Claiming & { readonly claimId: string; readonly reason: string };

export function decideTakeOver(state: TeamState, taking: TakingOver, moment: Moment): Decision {
  const { thread, writer, claimId, reason } = taking;
  const { claim: standing } = threadOf(state, thread);
  const from = standing === null ? null : shared(standing, moment);
  if (from === null || from.id !== claimId || from.state === "live") {
    return { answer: { result: "refused", by: from }, change: null, event: null };
  }
  const claim = nextClaim(state, taking, moment);
  const detail = { claim: claim.id, fence: claim.fence, from: from.id, reason };
  return {
    answer: { result: "claimed", claim: shared(claim, moment), from },
    change: { kind: "claimed", claim },
    event: { kind: "taken_over", thread, writer, detail },
  };
}

export function decideRenew(
  state: TeamState,
  { claimId, fence }: { readonly claimId: string; readonly fence: number },
  moment: Moment,
): Decision {
  const { standing, stands } = find(state, claimId);
  const by = standing === null ? null : shared(standing, moment);
  const answer = stands && by?.fence === fence ? { result: "renewed", claim: by } : { result: "lost", by };
  return { answer, change: null, event: null };
}

export function decideRelease(
  state: TeamState,
  { claimId, writer }: { readonly claimId: string; readonly writer: Writer },
  moment: Moment,
): Decision {
  const { standing, stands } = find(state, claimId);
  if (standing === null || !stands) {
    const by = standing === null ? null : shared(standing, moment);
    return { answer: { result: "not_held", by }, change: null, event: null };
  }
  const { thread, fence } = standing;
  return {
    answer: { result: "released" },
    change: { kind: "released", thread },
    event: { kind: "released", thread, writer, detail: { claim: claimId, fence } },
  };
}

/** The claim that stands on the thread that a claim was of; `stands`: it is that very one. */
function find(state: TeamState, claimId: string): { readonly standing: HeldClaim | null; readonly stands: boolean } {
  const thread = state.claimThreads.get(claimId);
  const standing = thread === undefined ? null : threadOf(state, thread).claim;
  return { standing, stands: standing?.id === claimId };
}

function nextClaim(state: TeamState, { thread, writer, id, holder }: Claiming, moment: Moment): HeldClaim {
  return { id, thread, fence: threadOf(state, thread).fence + 1, writer, since: moment.at, holder };
}

function isOwn({ writer }: HeldClaim, other: Writer): boolean {
  if (other.session === null || writer.session !== other.session) return false;
  return writer.author === other.author && writer.host === other.host;
}
