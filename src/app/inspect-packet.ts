import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { findHome } from "../adapters/home/find-home.ts";
import { openHome, type Home } from "../adapters/home/open-home.ts";
import { isAlive } from "../adapters/process/process-identity.ts";
import type { Context } from "../context.ts";
import { sha256 } from "../domain/digest.ts";
import { AppError } from "../domain/errors.ts";
import type { ChainRecord } from "../domain/home.ts";
import type { Packet } from "../domain/packet.ts";
import { packetDigest, packetText, parsePacket } from "../domain/packet-file.ts";
import type { DamagedPacket, Integrity } from "../domain/pickup/facts.ts";
import { renderHandoff } from "../render/handoff-md.ts";

/** What the files of a packet say by themselves, whatever the chain and the scene say. */
export interface InspectedPacket {
  /** Absolute path of handoff.json. */
  readonly path: string;
  /** The id that its folder in the home has; null for files that lie elsewhere. */
  readonly storedAs: string | null;
  readonly content: PacketContent | DamagedPacket;
}

export interface PacketContent {
  readonly kind: "content";
  readonly packet: Packet;
  /** sha256 recomputed from the content. */
  readonly digest: string;
  readonly markdown: Integrity["markdown"];
}

/** `record`: its publication, where that is at hand. Files that still are the published bytes need no further proof. */
export function inspectInHome(home: Home, packetId: string, record: ChainRecord | null = null): InspectedPacket {
  const { handoffJson, handoffMd } = home.packets.read(packetId);
  const content = asPublished(record, handoffJson, handoffMd) ?? inspect(packetId, handoffJson, handoffMd);
  return { path: pathInHome(home, packetId), storedAs: packetId, content };
}

function asPublished(record: ChainRecord | null, json: string | null, markdown: string | null): PacketContent | null {
  if (record?.files === undefined || json === null || sha256(json) !== record.files.json) return null;
  const packet = JSON.parse(json) as Packet;
  const same = markdown !== null && sha256(markdown) === record.files.markdown;
  return {
    kind: "content",
    packet,
    digest: record.digest,
    markdown: same ? "same" : compareMarkdown(packet, markdown),
  };
}

/** `name` is what the caller called it. */
export function inspectAt(path: string, name: string): InspectedPacket {
  return { path, storedAs: null, content: inspect(name, read(path), read(join(dirname(path), "handoff.md"))) };
}

/**
 * The packet that a pickup in this folder will most likely judge, read while git is still at work. Files alone tell
 * which: the branch in HEAD, and the chains. null where that leaves a choice, or where nothing can be read yet.
 */
export function lookAhead({ cwd, env }: Context): InspectedPacket | null {
  try {
    const found = findHome(cwd, env);
    const home = openHome({ path: found.home, isAlive });
    const head = found.gitDir === null ? null : read(join(found.gitDir, "HEAD"));
    const branch = /^ref: refs\/heads\/(.+)\n?$/.exec(head ?? "")?.[1] ?? null;
    const here = home.chain.activeAll().records.filter((record) => record.branch === branch);
    return here.length === 1 && here[0] !== undefined ? inspectInHome(home, here[0].packetId, here[0]) : null;
  } catch (error) {
    // Whatever is wrong here is told by the reading that counts.
    if (error instanceof AppError) return null;
    throw error;
  }
}

export function pathInHome(home: Home, packetId: string): string {
  return join(home.packets.path(packetId), "handoff.json");
}

const sizeLimit = 64 * 1024 * 1024;

function read(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size > sizeLimit) return null;
  return readFileSync(path, "utf8");
}

function inspect(name: string, json: string | null, markdown: string | null): InspectedPacket["content"] {
  const damaged = (problem: string): DamagedPacket => ({ kind: "damaged", packetId: name, problem });
  if (json === null) return damaged("it is missing, unreadable or too large");
  try {
    const packet = parsePacket(json);
    // Over the bytes as they stand: what a lenient reader would drop is an alteration too.
    const value = JSON.parse(json) as object;
    const digest = packetText(value) === json ? packetDigest(value) : sha256(json);
    return { kind: "content", packet, digest, markdown: compareMarkdown(packet, markdown) };
  } catch (error) {
    // TypeError: a value that has no canonical form, such as half a surrogate pair.
    if (error instanceof AppError || error instanceof TypeError) return damaged(error.message);
    throw error;
  }
}

/** The Markdown may be in either language: the configuration may have changed since. */
function compareMarkdown(packet: Packet, markdown: string | null): Integrity["markdown"] {
  if (markdown === null) return "missing";
  const languages = ["en", "zh"] as const;
  return languages.some((language) => renderHandoff(packet, language) === markdown) ? "same" : "differs";
}
