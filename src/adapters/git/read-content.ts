import { createHash } from "node:crypto";
import fs, {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  readlinkSync,
} from "node:fs";

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
  readonly ino: bigint;
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
  const buffer = Buffer.allocUnsafe(smallFile + 1);
  paths.forEach((path, at) => {
    const content = readNow(path, buffer, end);
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

/** Never waits on a pipe, and fails on a link instead of following it. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** null for a large file. `buffer` holds one byte more than a small one. */
function readNow(path: Buffer, buffer: Buffer, end: number): Content | null {
  let file: number | null = null;
  try {
    file = openSync(path, flags);
    const stat = fstatSync(file, { bigint: true });
    if (!stat.isFile()) return describe(stat, null);
    if (performance.now() > end) return { ...describe(stat, null), problem: "out_of_time" };
    // Fewer bytes than were asked for is the end of a file. More than were promised: the streaming reader takes it.
    const length = stat.size > smallFile ? buffer.length : readSync(file, buffer, 0, buffer.length, null);
    if (length === buffer.length) return null;
    const bytes = buffer.subarray(0, length);
    return { ...describe(stat, createHash("sha256").update(bytes).digest("hex")), carriage: bytes.includes(13) };
  } catch (error) {
    return isGone(error) ? gone : describeUnopened(path);
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** A link, a socket, or a file that may not be read. */
function describeUnopened(path: Buffer): Content {
  try {
    const stat = lstatSync(path, { bigint: true });
    if (!stat.isSymbolicLink()) return { ...describe(stat, null), problem: stat.isFile() ? "unreadable" : null };
    return describe(stat, createHash("sha256").update(readlinkSync(path, "buffer")).digest("hex"));
  } catch (error) {
    return isGone(error) ? gone : { ...gone, kind: "file", problem: "unreadable" };
  }
}

async function stream(path: Buffer, end: number): Promise<Content> {
  try {
    const file = await fs.promises.open(path, flags);
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
    return isGone(error) ? gone : describeUnopened(path);
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
    stamp: { mtimeNs: stat.mtimeNs, ctimeNs: stat.ctimeNs, size: stat.size, ino: stat.ino },
  };
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
