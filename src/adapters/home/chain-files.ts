import type { Thread } from "../../domain/thread.ts";
import { statSync } from "node:fs";
import { sha256 } from "../../domain/digest.ts";
import type { ChainRecord } from "../../domain/home.ts";
import type { Damage } from "../../domain/workbench.ts";
import { createExclusive } from "../durable/create-exclusive.ts";
import { errnoOf } from "../durable/storage-error.ts";
import type { HomeFolder } from "./home-folder.ts";
import { numberedName, numbersIn } from "./numbered-name.ts";
import { readRegularFile, readNames } from "./read-file.ts";
import { decodeRecord, encodeRecord } from "./record-line.ts";
import { chainShape } from "./shapes.ts";

/** One file of a chain as it lies there. */
export interface StoredRecord {
  readonly seq: number;
  /** Of its bytes; null when they cannot be read. */
  readonly sha256: string | null;
  readonly record: ChainRecord | null;
  readonly damage: Damage | null;
}

/**
 * The folder of a branch and topic: a hash, because both are strangers' words. Of their JSON, so that no branch
 * and an empty one, or a NUL or half a surrogate pair inside, never make two threads one.
 */
export function chainKey(thread: Thread): string {
  return sha256(JSON.stringify([thread.branch, thread.topic])).slice(0, 16);
}

export function listChains(folder: HomeFolder): {
  readonly keys: readonly string[];
  readonly damage: readonly Damage[];
} {
  const { names, unreadable } = readNames(folder.at("chains"));
  return {
    keys: names.filter((name) => /^[0-9a-f]{16}$/.test(name)),
    damage: unreadable === null ? [] : [damageAt("chains", "unreadable", unreadable)],
  };
}

/** What this process found in folders of chains, by their paths: it asks for the newest record many times. */
const listed = new Map<string, { readonly inode: number; readonly numbers: readonly number[] }>();

/**
 * Numbers of the records that are there, newest first. A chain only grows, by the next number: while its folder is the
 * same, the newest is there and the one after it is not, nothing was added to what this process listed before.
 */
export function listRecords(folder: HomeFolder, key: string): readonly number[] {
  const path = folder.at("chains", key);
  const inode = inodeOf(path);
  const known = listed.get(path);
  const [newest] = known?.numbers ?? [];
  const isThere = (seq: number): boolean =>
    statSync(folder.at("chains", key, numberedName(seq)), { throwIfNoEntry: false }) !== undefined;
  if (known?.inode === inode && newest !== undefined && isThere(newest) && !isThere(newest + 1)) {
    return known?.numbers ?? [];
  }
  const numbers = [...numbersIn(readNames(path).names)].sort((a, b) => b - a);
  if (inode !== null) listed.set(path, { inode, numbers });
  return numbers;
}

/** null for a folder that is not there or cannot be looked at. */
function inodeOf(path: string): number | null {
  try {
    return statSync(path).ino;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}

export function readRecord(folder: HomeFolder, key: string, seq: number): StoredRecord {
  const name = numberedName(seq);
  const path = `chains/${key}/${name}`;
  const file = readRegularFile(folder.at("chains", key, name), 1024 * 1024);
  if (file.state !== "read") {
    const [code, detail] = file.state === "missing" ? ["chain_gap", "not there"] : [file.code, file.detail];
    return { seq, sha256: null, record: null, damage: damageAt(path, code, detail) };
  }
  const hash = sha256(file.bytes);
  const decoded = decodeRecord(new TextDecoder().decode(file.bytes), chainShape);
  if (!decoded.ok) return { seq, sha256: hash, record: null, damage: damageAt(path, decoded.code, decoded.detail) };
  if (decoded.value.seq !== seq || chainKey(decoded.value) !== key) {
    const detail = "the record does not belong at this place";
    return { seq, sha256: hash, record: null, damage: damageAt(path, "chain_edited", detail) };
  }
  return { seq, sha256: hash, record: decoded.value, damage: null };
}

/** From the newest back; what is read is read when it is asked for. */
export function* newestFirst(folder: HomeFolder, key: string): Generator<StoredRecord, void, void> {
  for (const seq of listRecords(folder, key)) yield readRecord(folder, key, seq);
}

/** The newest record, and the newest readable one where that is another. */
export interface Head {
  readonly newest: StoredRecord | null;
  readonly record: ChainRecord | null;
  readonly damage: readonly Damage[];
}

export function readHead(folder: HomeFolder, key: string): Head {
  let newest: StoredRecord | null = null;
  const damage: Damage[] = [];
  for (const stored of newestFirst(folder, key)) {
    newest ??= stored;
    if (stored.record !== null) return { newest, record: stored.record, damage };
    if (stored.damage !== null) damage.push(stored.damage);
  }
  return { newest, record: null, damage };
}

/** The packet that a head makes active. */
export function activeId(head: Head): string | null {
  return head.record?.kind === "published" ? head.record.packetId : null;
}

/** Exactly one process gets a number: "exists" means that somebody else was first. */
export function writeRecord(folder: HomeFolder, record: ChainRecord): "created" | "exists" {
  const dir = folder.prepare("chains", chainKey(record));
  const path = `${dir}/${numberedName(record.seq)}`;
  return createExclusive(path, `${encodeRecord(record)}\n`, { scratch: folder.scratch() });
}

function damageAt(path: string, code: string, detail: string): Damage {
  return { path: `home:${path}`, code, place: null, detail };
}
