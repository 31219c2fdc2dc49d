import type { PacketInCommit } from "../../adapters/share/read-packet-commit.ts";
import type { ObjectStore } from "../../adapters/share/object-store.ts";
import { comesAfter, hasCommit, isBefore } from "../../adapters/share/relate-packets.ts";
import { readWorkFile, type WorkFile } from "../../adapters/share/read-work.ts";
import { verifySignature } from "../../adapters/share/verify-signature.ts";
import { AppError } from "../../domain/errors.ts";
import type { Packet } from "../../domain/packet.ts";
import { serializePacket, withLifecycle } from "../../domain/packet-file.ts";
import { judgeOffer, type OfferFacts, type OfferState } from "../../domain/share/judge-offer.ts";
import type { Origin } from "../../domain/share/shared-state.ts";
import { statementText } from "../../domain/share/statement.ts";
import type { Thread } from "../../domain/thread.ts";
import { renderHandoff } from "../../render/handoff-md.ts";
import type { FetchedPacket } from "../fetch.ts";
import type { Sharing } from "./open-sharing.ts";
import { memoryKey, type Found } from "./read-remote.ts";

/** What became of one ref's packet; without origin and thread where there is no sound packet. */
export interface Taken {
  readonly packet: FetchedPacket;
  readonly origin: Origin | null;
  readonly thread: Thread | null;
}

/** Somebody packs here at this very moment: so often it is judged anew. */
const rounds = 10;

/** Judges what lies at a ref, and does what follows from that. */
export async function takeOffer(sharing: Sharing, one: Found, all: readonly Found[]): Promise<Taken> {
  const { at, content } = one;
  if (content.kind === "malformed") return malformed(one, content.problem);
  const { packet, statement, signature } = content;
  if (isElsewhere(sharing, packet)) return malformed(one, "it was made in another repository");
  const { redactor } = sharing.workspace;
  const { outcome, ...check } = await verifySignature(statementText(statement), signature, sharing.trust);
  const origin: Origin = {
    remote: sharing.session.name,
    author: redactor.redact(statement.author),
    host: redactor.redact(statement.host),
    at: packet.created_at,
    ...check,
  };
  const rolledBack = await wentBack(sharing, one, packet);
  const past = rolledBack || (await liesBefore(sharing, one, all)) || (await isPastElsewhere(sharing, one, packet));
  for (let round = 0; round < rounds; round += 1) {
    const facts = await gatherOffer(sharing, { one, content, trusted: origin.untrusted === null, past });
    const { active } = facts;
    const done = await carryOut(sharing, { state: judgeOffer(facts), active, origin, content, commit: at.commit });
    if (done === "raced") continue;
    const { author, host, signer, fingerprint, untrusted: why } = origin;
    const { packet_id, branch, topic, created_at } = packet;
    const who = { packet_id, branch, topic, author, host, at: created_at, signer, fingerprint, why };
    const state = done.state === "untrusted" && outcome === "unchecked" ? "unchecked" : done.state;
    const fetched = { ref: at.ref, commit: at.commit, ...done, state, rolled_back: rolledBack, ...who };
    return { packet: fetched, origin, thread: { branch, topic } };
  }
  throw new AppError({
    kind: "environment",
    code: "fetch_overtaken",
    message: `another packet of ${packet.branch ?? "this place"} was published each of ${rounds} times that ${packet.packet_id} was to be taken in`,
    hint: "see your running processes for who packs here, then fetch again",
  });
}

function malformed({ at }: Found, why: string): Taken {
  const nobody = { branch: null, topic: null, author: null, host: null, at: null, signer: null, fingerprint: null };
  const what = { ref: at.ref, commit: at.commit, state: "malformed", rolled_back: false, packet_id: null } as const;
  return { packet: { ...what, ...nobody, why, work: 0 }, origin: null, thread: null };
}

/**
 * The ref points to a former state of itself: to a commit before the newest that was seen there, or to another commit with a
 * packet from before it (anybody can wrap a signed packet anew). Where the newest is not in the store any more, what lies there
 * does not descend from it: its history would have come along.
 */
async function wentBack({ workspace, session, store }: Sharing, { at }: Found, packet: Packet): Promise<boolean> {
  const newest = workspace.home.shared.state().newest[memoryKey(session.name, at.ref)];
  if (newest === undefined || newest === at.commit) return false;
  return !(await hasCommit(store, newest)) || (await isFormer(store, { commit: at.commit, packet }, newest));
}

/** It is a former state of what another remote has, or had under another name. */
async function isPastElsewhere({ workspace, store }: Sharing, { at }: Found, packet: Packet): Promise<boolean> {
  const seen = Object.entries(workspace.home.shared.state().newest).filter(([key]) => key.endsWith(` ${at.ref}`));
  for (const [, newest] of seen) {
    if (newest !== at.commit && (await isFormer(store, { commit: at.commit, packet }, newest))) return true;
  }
  return false;
}

async function isFormer(
  store: ObjectStore,
  { commit, packet }: { readonly commit: string; readonly packet: Packet },
  newest: string,
): Promise<boolean> {
  const { packet_id: packetId, digest } = packet;
  return (await isBefore(store, commit, newest)) || (await comesAfter(store, newest, { packetId, digest }));
}

/** Packets name the root commits of their repository; one of another repository is none of here. As pickup judges it. */
function isElsewhere({ workspace }: Sharing, packet: Packet): boolean {
  const { roots, shallow, reasons, head } = workspace.scene;
  const { repository, shallow: wasShallow } = packet.scene;
  const untold = shallow || wasShallow || reasons.includes("roots_unknown") || repository.length === 0;
  return !untold && packet.head_commit !== head.commit && !repository.some((root) => roots.includes(root));
}

/** A rival that the thread's own packet follows already. */
async function liesBefore({ store }: Sharing, { at }: Found, all: readonly Found[]): Promise<boolean> {
  if (at.name.kind === "packet") return false;
  const tip = all.find((other) => other.at.name.kind === "packet" && other.at.name.key === at.name.key);
  return tip?.content.kind === "packet" && (await isBefore(store, at.commit, tip.at.commit));
}

interface Offered {
  readonly one: Found;
  readonly content: PacketInCommit;
  readonly trusted: boolean;
  readonly past: boolean;
}

async function gatherOffer(
  { workspace, store }: Sharing,
  { one, content, trusted, past }: Offered,
): Promise<OfferFacts> {
  const { chain } = workspace.home;
  const { packet_id: packetId, digest, branch, topic, previous } = content.packet;
  const active = chain.active({ branch, topic }).record;
  const known = chain.holds({ packetId, digest, branch, topic });
  const undecided = active !== null && active.packetId !== packetId && trusted && !known && !past;
  const follows = undecided && (previous === active.packetId || (await comesAfter(store, one.at.commit, active)));
  return { packetId, active: active?.packetId ?? null, known, trusted, past, follows };
}

interface Outcome {
  readonly state: OfferState;
  /** Packet that was active when it was judged. */
  readonly active: string | null;
  readonly origin: Origin;
  readonly content: PacketInCommit;
  readonly commit: string;
}

/**
 * The order is that of what rests on what: work, then where the packet comes from, then the packet, then its place in the
 * chain. A kill in between leaves something that counts for nothing and that the next fetch completes.
 */
async function carryOut(
  sharing: Sharing,
  { state, active, origin, content, commit }: Outcome,
): Promise<{ readonly state: FetchedPacket["state"]; readonly work: number } | "raced"> {
  const { home, context, config } = sharing.workspace;
  const { packet, handoffMd } = content;
  const { packet_id: packetId, digest, branch, topic } = packet;
  if (state === "past") return { state, work: 0 };
  if (state === "current")
    return { state, work: origin.untrusted === null ? await takeWork(sharing, content, commit) : 0 };
  const handoffJson = serializePacket(
    withLifecycle(packet, { status: "active", superseded_by: null, superseded_at: null, archived_at: null }),
  );
  if (state === "untrusted") {
    // The Markdown is made here: that of a stranger could say something else than the packet.
    home.packets.put(packetId, digest, { handoffJson, handoffMd: renderHandoff(packet, config.language ?? "en") });
    home.shared.writeOrigin(packetId, origin);
    return { state, work: 0 };
  }
  const work = await takeWork(sharing, content, commit);
  home.shared.writeOrigin(packetId, origin);
  if (state === "diverged") {
    home.packets.put(packetId, digest, { handoffJson, handoffMd });
    return { state, work };
  }
  const at = context.now().toISOString();
  const files = { handoffJson, handoffMd };
  const published = home.chain.publish({ packetId, digest, branch, topic, expectActive: active, at, ...files });
  return published.result === "raced" ? "raced" : { state: "taken", work };
}

/** So much is held in memory before it goes to the disk. */
const batchBytes = 32 * 1024 * 1024;

/** Uncommitted work that the packet itself names, and that is not here. */
async function takeWork({ workspace, store }: Sharing, content: PacketInCommit, commit: string): Promise<number> {
  const { kept } = workspace.home;
  const named = new Set(content.packet.kept_work.files.map((file) => file.sha256));
  const wanted = content.statement.work.filter((hash) => named.has(hash) && kept.read(hash).state !== "whole");
  let batch: WorkFile[] = [];
  let count = 0;
  for (const hash of wanted) {
    const file = await readWorkFile(store, commit, hash);
    if (file === null) continue;
    batch.push(file);
    count += 1;
    if (batch.reduce((sum, { bytes }) => sum + bytes.length, 0) < batchBytes) continue;
    kept.store(batch);
    batch = [];
  }
  if (batch.length > 0) kept.store(batch);
  return count;
}
