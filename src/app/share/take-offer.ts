import type { PacketInCommit } from "../../adapters/share/read-packet-commit.ts";
import type { ObjectStore } from "../../adapters/share/object-store.ts";
import { comesAfter, hasCommit, isBefore } from "../../adapters/share/relate-packets.ts";
import { readWorkFile, type WorkFile } from "../../adapters/share/read-work.ts";
import { verifySignature } from "../../adapters/share/verify-signature.ts";
import { AppError } from "../../domain/errors.ts";
import type { Packet } from "../../domain/packet.ts";
import { publishedText } from "../../domain/packet-file.ts";
import { judgeOffer, type OfferFacts, type OfferState } from "../../domain/share/judge-offer.ts";
import type { Origin } from "../../domain/share/shared-state.ts";
import { statementText } from "../../domain/share/statement.ts";
import type { Thread } from "../../domain/thread.ts";
import { renderHandoff } from "../../render/handoff-md.ts";
import type { FetchedPacket } from "../fetch.ts";
import type { Sharing } from "./open-sharing.ts";
import { memoryKey, type Found } from "./read-remote.ts";

/** What became of one commit's packet; without origin and thread where there is no sound packet. */
export interface Taken {
  readonly found: Found;
  readonly packet: FetchedPacket;
  readonly origin: Origin | null;
  readonly thread: Thread | null;
  /** A trusted key signed it. */
  readonly signed: boolean;
}

/** What one fetch does for strangers at most; counts down. They say how much there is. */
export interface Room {
  /** Packets that are kept apart. */
  packets: number;
  bytes: number;
  /** Refs below whose packet a trusted one is looked for. */
  searches: number;
}

export interface Offering {
  /** By thread: the newest packet at its ref that is trusted, or this home's. It was judged before its rivals. */
  readonly tips: ReadonlyMap<string, string>;
  readonly room: Room;
  /** For a packet that lies below the ref's own: what became of that one, and how many commits are between. */
  readonly below: { readonly tip: Taken; readonly newer: number } | null;
}

/** Somebody packs here at this very moment: so often it is judged anew. */
const rounds = 10;

/** Judges what lies at a ref, or below it, and does what follows from that. */
export async function takeOffer(sharing: Sharing, one: Found, offering: Offering): Promise<Taken> {
  const { at, content } = one;
  const { tips, room, below } = offering;
  if (content.kind === "malformed") return malformed(one, content.problem);
  const { packet, statement, signature } = content;
  if (isElsewhere(sharing, packet)) return malformed(one, "it was made in another repository");
  const { redactor } = sharing.workspace;
  const { outcome, ...check } = await verifySignature(statementText(statement), signature, sharing.trust);
  const origin: Origin = {
    remote: sharing.session.name,
    author: redactor.redact(statement.author).slice(0, mostWords),
    host: redactor.redact(statement.host).slice(0, mostWords),
    at: packet.created_at,
    ...check,
  };
  const former = await wentBack(sharing, one, packet);
  // Below its tip a packet may well be a former one: only where the tip is one did the ref go back.
  const rolledBack = below === null ? former : below.tip.packet.rolled_back;
  const past = former || (await liesBefore(sharing, one, tips)) || (await isPastElsewhere(sharing, one, packet));
  for (let round = 0; round < rounds; round += 1) {
    const facts = await gatherOffer(sharing, { one, content, trusted: origin.untrusted === null, past });
    const { active } = facts;
    const done = await carryOut(sharing, {
      state: judgeOffer(facts),
      active,
      origin,
      content,
      commit: at.commit,
      room,
    });
    if (done === "raced") continue;
    const { author, host, signer, fingerprint, untrusted: why } = origin;
    const { packet_id, branch, topic, created_at } = packet;
    const who = { packet_id, branch, topic, author, host, at: created_at, signer, fingerprint, why };
    const state = done.state === "untrusted" && outcome === "unchecked" ? "unchecked" : done.state;
    const where = { ref: at.ref, commit: at.commit, newer_untrusted: below?.newer ?? 0, rolled_back: rolledBack };
    const fetched = { ...where, ...done, state, ...who };
    return { found: one, packet: fetched, origin, thread: { branch, topic }, signed: outcome === "good" };
  }
  throw new AppError({
    kind: "environment",
    code: "fetch_overtaken",
    message: `another packet of ${packet.branch ?? "this place"} was published each of ${rounds} times that ${packet.packet_id} was to be taken in`,
    hint: "see your running processes for who packs here, then fetch again",
  });
}

/** Of who shared it; more is no name. */
const mostWords = 200;

function malformed(found: Found, why: string): Taken {
  const { ref, commit } = found.at;
  const nobody = { branch: null, topic: null, author: null, host: null, at: null, signer: null, fingerprint: null };
  const what = { ref, commit, state: "malformed", rolled_back: false, newer_untrusted: 0, packet_id: null } as const;
  const packet = { ...what, ...nobody, why, work: 0, kept: false };
  return { found, packet, origin: null, thread: null, signed: false };
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

/** A rival that the thread's own packet follows already. What a stranger put there settles nothing. */
async function liesBefore({ store }: Sharing, { at }: Found, tips: ReadonlyMap<string, string>): Promise<boolean> {
  const tip = at.name.kind === "rival" ? tips.get(at.name.key) : undefined;
  return tip !== undefined && (await isBefore(store, at.commit, tip));
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
  readonly room: Room;
}

/**
 * The order is that of what rests on what: work, then where the packet comes from, then the packet, then its place in the
 * chain. A kill in between leaves something that counts for nothing and that the next fetch completes.
 */
async function carryOut(
  sharing: Sharing,
  { state, active, origin, content, commit, room }: Outcome,
): Promise<Pick<FetchedPacket, "state" | "work" | "kept"> | "raced"> {
  const { home, context, config } = sharing.workspace;
  const { packet, handoffMd } = content;
  const { packet_id: packetId, digest, branch, topic } = packet;
  if (state === "past") return { state, work: 0, kept: true };
  if (state === "current") {
    const trusted = origin.untrusted === null;
    if (trusted && home.shared.origin(packetId)?.damaged === true) home.shared.writeOrigin(packetId, origin);
    return { state, work: trusted ? await takeWork(sharing, content, commit) : 0, kept: true };
  }
  const handoffJson = publishedText(packet);
  if (state === "untrusted") {
    // The Markdown is made here: that of a stranger could say something else than the packet.
    const files = { handoffJson, handoffMd: renderHandoff(packet, config.language ?? "en") };
    const size = files.handoffJson.length + files.handoffMd.length;
    if (room.packets < 1 || room.bytes < size) return { state, work: 0, kept: false };
    room.packets -= 1;
    room.bytes -= size;
    home.packets.put(packetId, digest, files);
    home.shared.writeOrigin(packetId, origin);
    return { state, work: 0, kept: true };
  }
  const work = await takeWork(sharing, content, commit);
  home.shared.writeOrigin(packetId, origin);
  if (state === "diverged") {
    home.packets.put(packetId, digest, { handoffJson, handoffMd });
    return { state, work, kept: true };
  }
  const at = context.now().toISOString();
  const files = { handoffJson, handoffMd };
  const published = home.chain.publish({ packetId, digest, branch, topic, expectActive: active, at, ...files });
  return published.result === "raced" ? "raced" : { state: "taken", work, kept: true };
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
