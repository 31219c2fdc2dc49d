import { createHash } from "node:crypto";
import { AppError } from "../../domain/errors.ts";
import type { ObjectFormat } from "./locate-repository.ts";
import type { RawPath } from "./raw-path.ts";

/** One path of a small index that is written for a single git child. */
export interface IndexEntry {
  readonly path: RawPath;
  readonly mode: string;
  readonly id: string;
  /** Known to be there, without content: a diff shows the whole file as new. */
  readonly intentToAdd: boolean;
}

/** An entry as git left it, with the times and size of the file that it hashed. */
export interface HashedEntry {
  readonly path: RawPath;
  readonly mode: string;
  readonly id: string;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly size: number;
}

const headerSize = 12;
const statSize = 40;
const extendedFlag = 0x4000;
const intentFlag = 0x2000;
const nameMask = 0xfff;

/**
 * An index in git's format, version 2 (3 with intent-to-add). File times are left zero, so git reads every file anew.
 * Only the paths that matter are in it: the cost is that of the dirty files, not of the repository.
 */
export function formatIndex(entries: readonly IndexEntry[], format: ObjectFormat): Buffer {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const header = Buffer.alloc(headerSize);
  header.write("DIRC", "latin1");
  header.writeUInt32BE(entries.some((entry) => entry.intentToAdd) ? 3 : 2, 4);
  header.writeUInt32BE(entries.length, 8);
  const body = Buffer.concat([header, ...sorted.map((entry) => formatEntry(entry, idSize(format)))]);
  return Buffer.concat([body, createHash(format).update(body).digest()]);
}

function formatEntry(entry: IndexEntry, idBytes: number): Buffer {
  const name = Buffer.from(entry.path, "latin1");
  const fixed = statSize + idBytes + (entry.intentToAdd ? 4 : 2);
  const bytes = Buffer.alloc(padded(fixed + name.length));
  bytes.writeUInt32BE(Number.parseInt(entry.mode, 8), 24);
  bytes.write(entry.id, statSize, "hex");
  const length = Math.min(name.length, nameMask);
  bytes.writeUInt16BE(entry.intentToAdd ? length | extendedFlag : length, statSize + idBytes);
  if (entry.intentToAdd) bytes.writeUInt16BE(intentFlag, statSize + idBytes + 2);
  name.copy(bytes, fixed);
  return bytes;
}

/** Entries are padded with one to eight NULs to a multiple of eight. */
function padded(size: number): number {
  return (size + 8) & ~7;
}

/** Reads back such an index after git wrote it. Throws an AppError for bytes that are none, or not all of it. */
export function parseIndex(bytes: Buffer, format: ObjectFormat): HashedEntry[] {
  if (bytes.length < headerSize) throw notRead("it is cut off");
  const version = bytes.readUInt32BE(4);
  if (bytes.toString("latin1", 0, 4) !== "DIRC" || version > 3) {
    throw notRead(`its version is ${version} where git was given version 2`);
  }
  const idBytes = idSize(format);
  const entries: HashedEntry[] = [];
  let at = headerSize;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const flagsAt = at + statSize + idBytes;
    if (flagsAt + 4 > bytes.length) throw notRead("it is cut off");
    const nameAt = flagsAt + ((bytes.readUInt16BE(flagsAt) & extendedFlag) === 0 ? 2 : 4);
    const nameEnd = bytes.indexOf(0, nameAt);
    if (nameEnd < 0) throw notRead("it is cut off");
    entries.push({
      path: bytes.toString("latin1", nameAt, nameEnd),
      mode: bytes.readUInt32BE(at + 24).toString(8),
      id: bytes.toString("hex", at + statSize, flagsAt),
      ctimeNs: time(bytes, at),
      mtimeNs: time(bytes, at + 8),
      size: bytes.readUInt32BE(at + 36),
    });
    at += padded(nameEnd - at);
  }
  return entries;
}

function notRead(why: string): AppError {
  return new AppError({
    kind: "environment",
    code: "index_not_read",
    message: `the temporary index that git wrote cannot be read: ${why}`,
    hint: "see whether the disk of the temporary folder is full, then try again",
  });
}

function time(bytes: Buffer, at: number): bigint {
  return BigInt(bytes.readUInt32BE(at)) * 1_000_000_000n + BigInt(bytes.readUInt32BE(at + 4));
}

export function idSize(format: ObjectFormat): number {
  return format === "sha1" ? 20 : 32;
}
