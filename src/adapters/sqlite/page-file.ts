import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { AppError } from "../../domain/errors.ts";
import { isPageSize, readWalIndex, type WalIndex } from "./wal-index.ts";

/** A database as pages, numbered from 1, of one moment. Nothing is written, locked or created. */
export interface PageFile {
  /** Bytes of a page that hold content. */
  readonly usable: number;
  readonly encoding: BufferEncoding | "utf16be";
  readonly page: (number: number) => Buffer;
  /** Somebody wrote where these pages lie: what was read since it was opened may be of several moments. */
  readonly changed: () => boolean;
  readonly close: () => void;
}

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
  const page = cached((number) => readPage(source, number, path));
  const first = page(1);
  if (first.toString("latin1", 0, 16) !== magic) throw unreadable(path, "is no SQLite database");
  const encodings: readonly PageFile["encoding"][] = ["utf8", "utf8", "utf16le", "utf16be"];
  return {
    usable: pageSize - (first[20] ?? 0),
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

function readPage(source: Source, number: number, path: string): Buffer {
  if (number < 1 || number > source.pageCount) throw damaged(path);
  const { pageSize, wal, walFd } = source;
  const logged = walFd === null ? undefined : wal?.offsets.get(number);
  const bytes = Buffer.alloc(pageSize);
  const [fd, at] = logged === undefined || walFd === null ? [source.fd, (number - 1) * pageSize] : [walFd, logged];
  if (readSync(fd, bytes, 0, pageSize, at) < pageSize) throw damaged(path);
  return bytes;
}

function cached(read: (number: number) => Buffer): (number: number) => Buffer {
  const pages = new Map<number, Buffer>();
  return (number) => {
    const known = pages.get(number);
    const bytes = known ?? read(number);
    pages.delete(number);
    pages.set(number, bytes);
    if (pages.size > keptPages) pages.delete(pages.keys().next().value ?? 0);
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
