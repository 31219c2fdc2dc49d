import type { ProcessIdentity } from "../../home.ts";
import { chainStart, type ChainEnd, type StoredEvent } from "../event-chain.ts";
import { threadText } from "../json-text.ts";
import type { SharedClaim, SharedPacket, SharedRun, TeamEvent, Writer } from "../team-store.ts";
import type { Thread } from "../../thread.ts";

/**
 * A team's store as what its steps add up to. Each step is one write: what it was asked, what it answered, and what it
 * changed. So whoever reads the steps in order has the whole state, and the answer to every retry.
 */

/** A claim whose holder is a process that can be looked at. */
export interface HeldClaim {
  readonly id: string;
  readonly thread: Thread;
  readonly fence: number;
  readonly writer: Writer;
  readonly since: string;
  readonly holder: ProcessIdentity;
}

/** sha256 of the files' bytes, under which they lie. */
export interface PacketBlobs {
  readonly json: string;
  readonly markdown: string;
}

export interface FeedbackBatch {
  readonly first: number;
  readonly last: number;
  readonly blob: string;
  readonly writer: Writer;
}

export type Change =
  | { readonly kind: "packet"; readonly packet: SharedPacket; readonly blobs: PacketBlobs }
  | { readonly kind: "archived"; readonly thread: Thread; readonly seq: number }
  | { readonly kind: "claimed"; readonly claim: HeldClaim }
  | { readonly kind: "released"; readonly thread: Thread }
  | { readonly kind: "feedback"; readonly batch: FeedbackBatch }
  | { readonly kind: "run"; readonly run: SharedRun };

/** One write as it is stored. */
export interface Step {
  readonly seq: number;
  readonly operation: string;
  /** Digest of what was asked. */
  readonly request: string;
  readonly answer: unknown;
  readonly change: Change | null;
  readonly event: StoredEvent | null;
  /** sha256 of the step before. */
  readonly prev: string | null;
}

export interface ThreadState {
  readonly step: number;
  readonly fence: number;
  /** Oldest first, rivals among them. */
  readonly packets: readonly SharedPacket[];
  readonly claim: HeldClaim | null;
}

export interface TeamState {
  readonly threads: Map<string, ThreadState>;
  readonly files: Map<string, PacketBlobs & { readonly digest: string }>;
  readonly feedback: FeedbackBatch[];
  readonly runs: Map<string, SharedRun>;
  /** Of every claim that ever was. */
  readonly claimThreads: Map<string, Thread>;
  readonly operations: Map<string, { readonly request: string; readonly answer: unknown }>;
  /** The step of each event: of event 1 first. */
  readonly eventSteps: number[];
  end: ChainEnd;
}

/** What a write comes to; `event` without the digest chain, which follows from where it is put. */
export interface Decision {
  readonly answer: object;
  readonly change: Change | null;
  readonly event: Pick<TeamEvent, "kind" | "thread" | "writer" | "detail"> | null;
}

/** What a decision needs and no state holds. */
export interface Moment {
  readonly at: string;
  readonly stateOf: (claim: HeldClaim) => SharedClaim["state"];
}

export function emptyState(): TeamState {
  return {
    threads: new Map(),
    files: new Map(),
    feedback: [],
    runs: new Map(),
    claimThreads: new Map(),
    operations: new Map(),
    eventSteps: [],
    end: chainStart,
  };
}

export function threadOf(state: TeamState, thread: Thread): ThreadState {
  return state.threads.get(threadText(thread)) ?? { step: 0, fence: 0, packets: [], claim: null };
}

export function activeOf(thread: ThreadState): SharedPacket | null {
  return thread.packets.findLast(({ status }) => status === "active") ?? null;
}

export function shared(claim: HeldClaim, moment: Pick<Moment, "stateOf">): SharedClaim {
  const { id, thread, fence, writer, since } = claim;
  return { id, thread, fence, writer, since, until: null, state: moment.stateOf(claim) };
}

/** Adds what a step did. */
export function applyStep(state: TeamState, step: Step): void {
  state.operations.set(step.operation, { request: step.request, answer: step.answer });
  if (step.event !== null) {
    state.eventSteps.push(step.seq);
    state.end = step.event;
  }
  if (step.change !== null) applyChange(state, step.change);
}

function applyChange(state: TeamState, change: Change): void {
  switch (change.kind) {
    case "packet": {
      const { packet, blobs } = change;
      const before = threadOf(state, packet.thread);
      const replaced = packet.status === "active" ? supersede(before.packets) : before.packets;
      put(state, packet.thread, { ...before, step: packet.seq, packets: [...replaced, packet] });
      if (!state.files.has(packet.packetId)) state.files.set(packet.packetId, { ...blobs, digest: packet.digest });
      return;
    }
    case "archived": {
      const before = threadOf(state, change.thread);
      const packets = before.packets.map((packet) =>
        packet.seq === change.seq ? { ...packet, status: "archived" as const } : packet,
      );
      return put(state, change.thread, { ...before, step: before.step + 1, packets });
    }
    case "claimed": {
      const { claim } = change;
      state.claimThreads.set(claim.id, claim.thread);
      return put(state, claim.thread, { ...threadOf(state, claim.thread), fence: claim.fence, claim });
    }
    case "released":
      return put(state, change.thread, { ...threadOf(state, change.thread), claim: null });
    case "feedback":
      state.feedback.push(change.batch);
      return;
    case "run":
      state.runs.set(change.run.name, change.run);
      return;
    default:
      return change satisfies never;
  }
}

function supersede(packets: readonly SharedPacket[]): readonly SharedPacket[] {
  return packets.map((packet) => (packet.status === "active" ? { ...packet, status: "superseded" as const } : packet));
}

function put(state: TeamState, thread: Thread, next: ThreadState): void {
  state.threads.set(threadText(thread), next);
}
