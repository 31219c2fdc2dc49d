import { mostWorkBytes } from "../../adapters/share/read-work.ts";
import { sha256 } from "../../domain/digest.ts";
import { AppError } from "../../domain/errors.ts";
import type { ChainRecord } from "../../domain/home.ts";
import type { Packet } from "../../domain/packet.ts";
import { packetDigest, packetText } from "../../domain/packet-file.ts";
import { isSecretFile } from "../../domain/session/is-secret-file.ts";
import type { Thread } from "../../domain/thread.ts";
import { readPacket } from "../read-last.ts";
import { safeThread } from "../safe-thread.ts";
import type { Workspace } from "../workspace.ts";

/** An active packet as it is to leave the machine. */
export interface Prepared {
  readonly thread: Thread;
  readonly packet: Packet;
  readonly handoffJson: string;
  readonly handoffMd: string;
  /** Uncommitted files by sha256; empty unless they were asked for. */
  readonly work: ReadonlyMap<string, Uint8Array>;
  readonly omitted: readonly string[];
  readonly withWork: boolean;
  readonly signed: boolean;
}

export interface PushChoice {
  readonly branch?: string | null;
  readonly topic?: string | null;
  readonly all?: boolean;
  readonly withWork?: boolean;
}

/** The packets that are meant, with what would go along, and which files of that seem to hold secrets. */
export function prepareAll(
  workspace: Workspace,
  choice: PushChoice,
): { readonly prepared: readonly Prepared[]; readonly secrets: readonly string[] } {
  const secrets = new Set<string>();
  const prepared = choose(workspace, choice).map((record) => {
    const { packet, handoffJson, handoffMd } = readSound(workspace, record);
    const taken = choice.withWork === true ? takeWork(workspace, packet) : { files: [], omitted: [] };
    for (const { path, bytes } of taken.files) if (holdsSecret(workspace, path, bytes)) secrets.add(path);
    const work = new Map(taken.files.toSorted(byHash).map(({ hash, bytes }) => [hash, bytes] as const));
    const { branch, topic } = record;
    const { omitted } = taken;
    const withWork = work.size > 0;
    return { thread: { branch, topic }, packet, handoffJson, handoffMd, work, omitted, withWork, signed: false };
  });
  return { prepared, secrets: [...secrets].sort() };
}

function choose(workspace: Workspace, choice: PushChoice): readonly ChainRecord[] {
  const { home, scene } = workspace;
  const { all } = choice;
  const { branch, topic } = safeThread(workspace, choice);
  const active = home.chain.activeAll().records;
  const here = branch ?? scene.head.branch;
  const chosen = active.filter(
    (record) => all === true || (record.branch === here && (topic === null || record.topic === topic)),
  );
  if (chosen.length > 0) return chosen.toSorted((a, b) => (a.packetId < b.packetId ? -1 : 1));
  const place = all === true ? "this repository" : (here ?? "this place");
  throw new AppError({
    kind: "input",
    code: "no_packet",
    message: `no active packet for ${place}${topic === null ? "" : `, topic ${topic}`}`,
    hint: "make one with `passdown pack`, or see `passdown log`",
  });
}

/** What does not match its digest here would be refused there. */
function readSound(workspace: Workspace, record: ChainRecord): Pick<Prepared, "packet" | "handoffJson" | "handoffMd"> {
  const { packetId, digest } = record;
  const { handoffJson, handoffMd } = workspace.home.packets.read(packetId);
  const packet = readPacket(workspace, packetId);
  const sound = packet !== null && packetDigest(packet) === digest && packetText(packet) === handoffJson;
  if (handoffJson !== null && handoffMd !== null && sound) return { packet, handoffJson, handoffMd };
  throw new AppError({
    kind: "input",
    code: "packet_altered",
    message: `packet ${packetId} is not what was published here any more, so it is not shared`,
    hint: "`passdown audit` names what is wrong; `passdown pack` makes a new one",
  });
}

interface TakenFile {
  readonly path: string;
  readonly hash: string;
  readonly bytes: Uint8Array;
}

function takeWork(
  { home }: Workspace,
  packet: Packet,
): { readonly files: readonly TakenFile[]; readonly omitted: readonly string[] } {
  const files: TakenFile[] = [];
  const omitted = [...packet.kept_work.omitted];
  for (const { path, sha256: hash, kept } of packet.kept_work.files) {
    if (!kept || hash === null) continue;
    const copy = home.kept.read(hash);
    if (copy.state !== "whole" || sha256(copy.bytes) !== hash) omitted.push(`${path}: its copy is not in the home`);
    else if (copy.bytes.length > mostWorkBytes) omitted.push(`${path}: larger than 50 MB`);
    else files.push({ path, hash, bytes: copy.bytes });
  }
  return { files, omitted };
}

/** Looked at once more before it leaves: the rules may know more than when it was kept, and a name alone can tell. */
function holdsSecret({ redactor }: Workspace, path: string, bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  return isSecretFile(path) || redactor.redact(text) !== text;
}

function byHash(a: TakenFile, b: TakenFile): number {
  return a.hash < b.hash ? -1 : 1;
}
