import { createHash } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  readlinkSync,
} from "node:fs";
import { open } from "node:fs/promises";

/** What lies at one path, read once. Links are never followed. */
export interface Content {
  readonly kind: "file" | "link" | "folder" | "other" | "gone";
  readonly size: number;
  readonly executable: boolean;
  /** sha256 of the bytes of a file or of the text of a link; null for the rest and when `problem` says why. */
  readonly digest: string | null;
  readonly problem: "unreadable" | "out_of_time" | null;
  /** A file with a carriage return: its line endings may be all that differs from what is committed. */
  readonly carriage: boolean;
  /** Changes with every write: tells whether a second reader saw the same file. */
  readonly stamp: Stamp | null;
}

export interface Stamp {
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly size: bigint;
}

const smallFile = 256 * 1024;
const chunkSize = 1024 * 1024;
const workers = 4;

/**
 * Reads and hashes files, in the order given. Small files are read synchronously: a few hundred of them cost less than
 * their turns through the thread pool. Large ones are streamed, four at a time, and never held in memory.
 * What the deadline (milliseconds) cuts off says so.
 */
export async function readContents(paths: readonly Buffer[], deadlineMs: number): Promise<Content[]> {
  const end = performance.now() + deadlineMs;
  const contents: Content[] = [];
  const large: number[] = [];
  paths.forEach((path, at) => {
    const content = readNow(path, end);
    contents[at] = content ?? gone;
    if (content === null) large.push(at);
  });
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = large[next++]; at !== undefined; at = large[next++]) {
      const path = paths[at];
      if (path !== undefined) contents[at] = await stream(path, end);
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, large.length) }, work));
  return contents;
}

/** Nothing is there. */
export const gone: Content = {
  kind: "gone",
  size: 0,
  executable: false,
  digest: null,
  problem: null,
  carriage: false,
  stamp: null,
};

/** null for a large file. */
function readNow(path: Buffer, end: number): Content | null {
  let stat: BigIntStats | undefined;
  try {
    stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return gone;
    if (stat.isSymbolicLink()) {
      return describe(stat, createHash("sha256").update(readlinkSync(path, "buffer")).digest("hex"));
    }
    if (!stat.isFile()) return describe(stat, null);
    if (performance.now() > end) return { ...describe(stat, null), problem: "out_of_time" };
    return stat.size > smallFile ? null : readSmall(path);
  } catch (error) {
    if (isGone(error)) return gone;
    return { ...(stat === undefined ? gone : describe(stat, null)), kind: "file", problem: "unreadable" };
  }
}

/** Never waits on a pipe or follows a link that took the file's place in between. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const buffer = Buffer.alloc(smallFile + 1);

function readSmall(path: Buffer): Content | null {
  const file = openSync(path, flags);
  try {
    const stat = fstatSync(file, { bigint: true });
    if (!stat.isFile()) return describe(stat, null);
    let length = 0;
    for (let count = -1; count !== 0 && length < buffer.length; length += count) {
      count = readSync(file, buffer, length, buffer.length - length, null);
    }
    // It grew while it was read: the streaming reader takes it.
    if (length > smallFile) return null;
    const bytes = buffer.subarray(0, length);
    return { ...describe(stat, createHash("sha256").update(bytes).digest("hex")), carriage: bytes.includes(13) };
  } finally {
    closeSync(file);
  }
}

async function stream(path: Buffer, end: number): Promise<Content> {
  try {
    const file = await open(path, flags);
    try {
      const stat = await file.stat({ bigint: true });
      if (!stat.isFile()) return describe(stat, null);
      const hash = createHash("sha256");
      const chunk = Buffer.allocUnsafe(chunkSize);
      let carriage = false;
      for (;;) {
        if (performance.now() > end) return { ...describe(stat, null), problem: "out_of_time" };
        const { bytesRead } = await file.read(chunk, 0, chunkSize, null);
        if (bytesRead === 0) return { ...describe(stat, hash.digest("hex")), carriage };
        const bytes = chunk.subarray(0, bytesRead);
        hash.update(bytes);
        carriage ||= bytes.includes(13);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    return isGone(error) ? gone : { ...gone, kind: "file", problem: "unreadable" };
  }
}

function describe(stat: BigIntStats, digest: string | null): Content {
  return {
    kind: stat.isFile() ? "file" : stat.isSymbolicLink() ? "link" : stat.isDirectory() ? "folder" : "other",
    size: Number(stat.size),
    executable: (stat.mode & 0o100n) !== 0n,
    digest,
    problem: null,
    carriage: false,
    stamp: { mtimeNs: stat.mtimeNs, ctimeNs: stat.ctimeNs, size: stat.size },
  };
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
