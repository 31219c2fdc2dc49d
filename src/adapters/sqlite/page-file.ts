import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { AppError } from "../../domain/errors.ts";
import { isPageSize, readWalIndex, type WalIndex } from "./wal-index.ts";

/** A database as pages, numbered from 1, of one moment. Nothing is written, locked or created. */
export interface PageFile {
  /** Bytes of a page that hold content. */
  readonly usable: number;
  /** Bytes of all pages: no value is longer. */
  readonly size: number;
  readonly encoding: BufferEncoding | "utf16be";
  readonly page: (number: number) => Buffer;
  /** Somebody wrote where these pages lie: what was read since it was opened may be of several moments. */
  readonly changed: () => boolean;
  readonly close: () => void;
}

const blockSize = 65536;
const keptBlocks = 48;
const keptPages = 256;
const magic = "SQLite format 3\0";

/** Opens the database and, in the mode of a write-ahead log, the log beside it. */
export function openPageFile(path: string): PageFile {
  const opened: number[] = [];
  try {
    return pagesOf(path, opened);
  } catch (error) {
    for (const fd of opened) closeSync(fd);
    throw error;
  }
}

function pagesOf(path: string, opened: number[]): PageFile {
  const fd = open(path);
  if (fd === null) throw unreadable(path, "cannot be opened");
  opened.push(fd);
  const header = Buffer.alloc(100);
  const size = readSync(fd, header, 0, 100, 0) < 100 ? 0 : fstatSync(fd).size;
  if (size > 0 && header.toString("latin1", 0, 16) !== magic) throw unreadable(path, "is no SQLite database");
  const logged = size === 0 || header[18] === 2;
  const walFd = logged ? open(`${path}-wal`) : null;
  if (walFd !== null) opened.push(walFd);
  // The state is looked at before anything is read, so that a change at any later moment is noticed.
  const before = stateOf(fd, walFd, path);
  const wal = walFd === null ? null : readWalIndex(walFd);
  const pageSize = size > 0 ? pageSizeOf(header) : (wal?.pageSize ?? 0);
  if (!isPageSize(pageSize)) throw unreadable(path, "is no SQLite database");
  const pageCount = wal?.pageCount ?? Math.floor(size / pageSize);
  const source = { fd, walFd, pageSize, pageCount, wal: wal?.pageSize === pageSize ? wal : null };
  const page = pageReader(source, path);
  const first = page(1);
  if (first.toString("latin1", 0, 16) !== magic) throw unreadable(path, "is no SQLite database");
  const encodings: readonly PageFile["encoding"][] = ["utf8", "utf8", "utf16le", "utf16be"];
  return {
    usable: pageSize - (first[20] ?? 0),
    size: pageCount * pageSize,
    encoding: encodings[first.readUInt32BE(56)] ?? "utf8",
    page,
    changed: () => stateOf(fd, walFd, path) !== before,
    close: () => {
      for (const one of opened.splice(0)) closeSync(one);
    },
  };
}

function open(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch {
    return null;
  }
}

function pageSizeOf(header: Buffer): number {
  const size = header.readUInt16BE(16);
  return size === 1 ? 65536 : size;
}

interface Source {
  readonly fd: number;
  readonly walFd: number | null;
  readonly pageSize: number;
  readonly pageCount: number;
  readonly wal: WalIndex | null;
}

/** Pages that follow one another are often wanted one after the other. */
function pageReader(source: Source, path: string): (number: number) => Buffer {
  const { fd, walFd, wal, pageSize, pageCount } = source;
  const perBlock = Math.max(1, Math.floor(blockSize / pageSize));
  const blockAt = cached(keptBlocks, (block) => {
    const bytes = Buffer.allocUnsafe(perBlock * pageSize);
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, block * perBlock * pageSize));
  });
  const loggedAt = cached(keptPages, (offset) => {
    const bytes = Buffer.allocUnsafe(pageSize);
    return bytes.subarray(0, walFd === null ? 0 : readSync(walFd, bytes, 0, pageSize, offset));
  });
  return (number) => {
    if (number < 1 || number > pageCount) throw damaged(path);
    const logged = wal?.offsets.get(number);
    const at = ((number - 1) % perBlock) * pageSize;
    const bytes =
      logged === undefined
        ? blockAt(Math.floor((number - 1) / perBlock)).subarray(at, at + pageSize)
        : loggedAt(logged);
    if (bytes.length < pageSize) throw damaged(path);
    return bytes;
  };
}

/** The newest uses are kept, up to a number. */
function cached(most: number, read: (key: number) => Buffer): (key: number) => Buffer {
  const kept = new Map<number, Buffer>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const bytes = read(key);
    kept.set(key, bytes);
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return bytes;
  };
}

/** A log that only grows leaves what was read as it is; one that is begun anew, or copied back, does not. */
function stateOf(fd: number, walFd: number | null, path: string): string {
  const { mtimeNs, size, ino } = fstatSync(fd, { bigint: true });
  const header = Buffer.alloc(32);
  if (walFd !== null) readSync(walFd, header, 0, 32, 0);
  else {
    const appeared = open(`${path}-wal`);
    if (appeared !== null) closeSync(appeared);
    header[0] = appeared === null ? 0 : 1;
  }
  return `${mtimeNs}:${size}:${ino}:${header.toString("hex")}`;
}

function unreadable(path: string, what: string): AppError {
  return new AppError({
    kind: "environment",
    code: "database_unreadable",
    message: `${path} ${what}`,
    hint: "check the path and its permissions",
  });
}

export function damaged(path: string): AppError {
  return new AppError({
    kind: "environment",
    code: "database_damaged",
    message: `the database ${path} is damaged`,
    hint: "let the client that wrote it open it once, or read an export of the session",
  });
}
