import type { RefUpdate } from "../../adapters/share/push-refs.ts";
import { hasCommit, isBefore } from "../../adapters/share/relate-packets.ts";
import type { PacketInCommit } from "../../adapters/share/read-packet-commit.ts";
import { sign } from "../../adapters/share/sign.ts";
import { verifySignature } from "../../adapters/share/verify-signature.ts";
import { writePacketCommit } from "../../adapters/share/write-packet-commit.ts";
import { sha256 } from "../../domain/digest.ts";
import { isWhole, planPush, type PushPlan, type RemotePacket } from "../../domain/share/plan-push.ts";
import { statementText, type Statement } from "../../domain/share/statement.ts";
import { packetRef, readShareRef, rivalRef, threadKey } from "../../domain/share/thread-ref.ts";
import type { PushedPacket } from "../push.ts";
import type { Sharing } from "./open-sharing.ts";
import type { Prepared } from "./prepare-push.ts";
import { memoryKey, type Found } from "./read-remote.ts";

/** What one packet's push comes to. */
export interface PushStep {
  readonly prepared: Prepared;
  readonly plan: PushPlan;
  /** Commit of the packet, wherever it lies; null only where nothing was made. */
  readonly commit: string | null;
  /** null: the remote has it already. */
  readonly update: RefUpdate | null;
  readonly other: PushedPacket["conflict"];
}

/** Decides where the packet goes, and makes its commit. Nothing of the remote is changed. */
export async function stepOf(sharing: Sharing, packet: Prepared, found: readonly Found[]): Promise<PushStep> {
  const { thread } = packet;
  const prepared = { ...packet, signed: sharing.signing.key !== null };
  const id = packet.packet.packet_id;
  const key = threadKey(thread);
  const ours = found.filter(({ at }) => at.name.key === key);
  const tip = ours.find(({ at }) => at.name.kind === "packet") ?? null;
  const rivals: RemotePacket[] = [];
  for (const one of ours) if (one.at.name.kind === "rival") rivals.push(await asRemote(sharing, one, id));
  const plan = planPush({
    packetId: id,
    known: new Set(sharing.workspace.home.chain.history(thread).entries.map(({ record }) => record.packetId)),
    answered: answeredBy(sharing, key, id),
    tip: tip === null ? null : await asRemote(sharing, tip, id),
    rivals,
    base: await baseOf(sharing, packetRef(thread), tip?.at.commit ?? null),
    withWork: prepared.withWork,
  });
  if (plan.kind === "unchanged") return { prepared, plan, commit: plan.commit, update: null, other: null };
  if (plan.kind === "advance") {
    const commit = await makeCommit(sharing, prepared, plan.parents);
    return { prepared, plan, commit, update: { ref: packetRef(thread), commit, expected: plan.expected }, other: null };
  }
  const other = describe(tip);
  const there = rivals.find((rival) => rival.packetId === id && isWhole(rival, prepared.withWork));
  if (there !== undefined) return { prepared, plan, commit: there.commit, update: null, other };
  const ref = rivalRef(thread, id);
  const expected = rivals.find((rival) => rival.ref === ref)?.commit ?? null;
  const commit = await makeCommit(sharing, prepared, plan.parents);
  return { prepared, plan, commit, update: { ref, commit, expected }, other };
}

async function asRemote(sharing: Sharing, { at, content }: Found, own: string): Promise<RemotePacket> {
  const { ref, commit } = at;
  if (content.kind === "malformed") return { ref, commit, packetId: null, hasWork: false, isUnsigned: false };
  const { packet, statement } = content;
  const isUnsigned = packet.packet_id === own && (await lacksSignature(sharing, content));
  return { ref, commit, packetId: packet.packet_id, hasWork: statement.work.length > 0, isUnsigned };
}

/**
 * It was pushed before there was a key, or somebody wrapped it anew: pushing it again signs it. Only a packet that was made
 * here; with a key that this home does not believe itself nobody could tell what the signature there is worth.
 */
async function lacksSignature({ workspace, signing, trust }: Sharing, content: PacketInCommit): Promise<boolean> {
  const { packet, statement, signature } = content;
  if (signing.key === null || workspace.home.shared.origin(packet.packet_id) !== null) return false;
  if (signature === null) return true;
  return signing.isBelieved && (await verifySignature(statementText(statement), signature, trust)).outcome === "bad";
}

/** Commits that a fetch showed while another packet was active: the active one was packed in knowledge of them. */
function answeredBy({ workspace, session }: Sharing, key: string, active: string): ReadonlySet<string> {
  const { offers, malformed } = workspace.home.shared.state();
  const answered = [...offers, ...malformed].filter(
    ({ remote, ref, activeThen }) => remote === session.name && readShareRef(ref)?.key === key && activeThen !== active,
  );
  return new Set(answered.map(({ commit }) => commit));
}

async function baseOf(
  { workspace, session, store }: Sharing,
  ref: string,
  tip: string | null,
): Promise<{ readonly commit: string; readonly isInTip: boolean } | null> {
  const commit = workspace.home.shared.state().newest[memoryKey(session.name, ref)];
  if (commit === undefined || !(await hasCommit(store, commit))) return null;
  return { commit, isInTip: tip !== null && (await isBefore(store, commit, tip)) };
}

async function makeCommit(sharing: Sharing, prepared: Prepared, parents: readonly string[]): Promise<string> {
  const { thread, packet, handoffJson, handoffMd, work } = prepared;
  const { store, signing, author, host, trust } = sharing;
  const statement: Statement = {
    version: 1,
    ref: packetRef(thread),
    packet_id: packet.packet_id,
    digest: packet.digest,
    handoff_json: sha256(handoffJson),
    handoff_md: sha256(handoffMd),
    work: [...work.keys()],
    parents,
    author,
    host,
  };
  const { key, program } = signing;
  const signature = key === null ? null : await sign(statementText(statement), { key, program, env: trust.env });
  return writePacketCommit(store, { statement, signature, handoffJson, handoffMd, work, at: packet.created_at });
}

function describe(found: Found | null): PushedPacket["conflict"] {
  if (found === null) return null;
  if (found.content.kind === "malformed") return { packet_id: null, author: null, host: null, at: null };
  const { packet, statement } = found.content;
  return { packet_id: packet.packet_id, author: statement.author, host: statement.host, at: packet.created_at };
}
