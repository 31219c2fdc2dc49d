import { packetDiffers } from "../refused-write.ts";
import type { Refused, SharedPacket, SharedPublication, Writer } from "../team-store.ts";
import type { Thread } from "../../thread.ts";
import {
  activeOf,
  shared,
  threadOf,
  type Decision,
  type Moment,
  type PacketBlobs,
  type TeamState,
  type ThreadState,
} from "./team-state.ts";

type Publication = Omit<SharedPublication, "operation" | "files"> & { readonly blobs: PacketBlobs };

export function decidePublish(state: TeamState, publication: Publication, moment: Moment): Decision {
  const { thread, packetId, digest, expectActive, fence, writer, blobs } = publication;
  const known = threadOf(state, thread);
  const refusal = refuse(known, fence, moment);
  if (refusal !== null) return { answer: refusal, change: null, event: null };
  const active = activeOf(known);
  if (active?.packetId === packetId && active.digest === digest) {
    return { answer: { result: "unchanged", packet: active }, change: null, event: null };
  }
  if ((state.files.get(packetId)?.digest ?? digest) !== digest) throw packetDiffers();
  const base = { packetId, digest, thread, writer, at: moment.at, seq: known.step + 1 };
  const activeId = active?.packetId ?? null;
  if (activeId !== expectActive) {
    const packet: SharedPacket = { ...base, status: "rival", supersedes: expectActive };
    const detail = { packet: packetId, expected: expectActive, active: activeId };
    return {
      answer: { result: "raced", active: activeId },
      change: { kind: "packet", packet, blobs },
      event: { kind: "raced", thread, writer, detail },
    };
  }
  const packet: SharedPacket = { ...base, status: "active", supersedes: activeId };
  const detail = { packet: packetId, digest, supersedes: activeId, step: packet.seq, fence };
  return {
    answer: { result: "published", packet },
    change: { kind: "packet", packet, blobs },
    event: { kind: "published", thread, writer, detail },
  };
}

interface Archiving {
  readonly thread: Thread;
  readonly packetId: string;
  readonly reason: string | null;
  readonly fence: number | null;
  readonly writer: Writer;
}

export function decideArchive(state: TeamState, archiving: Archiving, moment: Moment): Decision {
  const { thread, packetId, reason, fence, writer } = archiving;
  const known = threadOf(state, thread);
  const refusal = refuse(known, fence, moment);
  if (refusal !== null) return { answer: refusal, change: null, event: null };
  const active = activeOf(known);
  if (active === null || active.packetId !== packetId) {
    return { answer: { result: "not_active", active: active?.packetId ?? null }, change: null, event: null };
  }
  return {
    answer: { result: "archived", packet: { ...active, status: "archived" } },
    change: { kind: "archived", thread, seq: active.seq },
    event: { kind: "archived", thread, writer, detail: { packet: packetId, reason, fence } },
  };
}

/** null: the writer may write. With a claim on the thread only its fence may; without one, no fence may. */
function refuse({ claim, fence: newest }: ThreadState, fence: number | null, moment: Moment): Refused | null {
  const by = claim === null ? null : shared(claim, moment);
  if (fence === null) return by === null || by.state === "ended" ? null : { result: "held", by };
  return by?.fence === fence ? null : { result: "fenced", fence: newest };
}
