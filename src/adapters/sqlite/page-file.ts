import { closeSync, fstatSync, readSync, realpathSync } from "node:fs";
import { AppError } from "../../domain/errors.ts";
import { damaged, openIfThere, unreadable } from "./open-file.ts";
import { pageReader } from "./page-reader.ts";
import { isTransactionOpen } from "./rollback-journal.ts";
import { isPageSize, readWalIndex } from "./wal-index.ts";

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
  const fd = openIfThere(path);
  if (fd === null) throw unreadable(path, "cannot be opened");
  opened.push(fd);
  // SQLite keeps log and journal beside the file itself, not beside a link to it.
  const real = realpathSync(path);
  // Whatever the header says: a log that is there counts.
  const walFd = openIfThere(`${real}-wal`);
  if (walFd !== null) opened.push(walFd);
  // The state is looked at before anything is read, so that a change at any later moment is noticed.
  const before = stateOf(fd, walFd, real);
  if (isTransactionOpen(real)) throw unfinished(path);
  const header = Buffer.alloc(100);
  readSync(fd, header, 0, 100, 0);
  if (header.toString("latin1", 0, 16) !== magic) throw unreadable(path, "is no SQLite database");
  const { size } = fstatSync(fd);
  const pageSize = pageSizeOf(header);
  if (!isPageSize(pageSize)) throw unreadable(path, "is no SQLite database");
  const wal = walFd === null ? null : readWalIndex(walFd);
  const pageCount = wal?.pageCount ?? Math.floor(size / pageSize);
  const source = { fd, walFd, pageSize, pageCount, wal: wal?.pageSize === pageSize ? wal : null };
  const page = pageReader(source, path);
  const first = page(1);
  return {
    usable: usableOf(first, path),
    size: pageCount * pageSize,
    encoding: encodingOf(first, path),
    page,
    changed: () => stateOf(fd, walFd, real) !== before,
    close: () => {
      for (const one of opened.splice(0)) closeSync(one);
    },
  };
}

/** Versions and fixed bytes that SQLite looks at too before it reads on. */
function usableOf(first: Buffer, path: string): number {
  const usable = first.length - (first[20] ?? 0);
  if (first.toString("latin1", 0, 16) !== magic || first.toString("hex", 21, 24) !== "402020" || usable < 480)
    throw damaged(path);
  if ((first[19] ?? 0) > 2 || first.readUInt32BE(44) > 4)
    throw unreadable(path, "has a newer format than this version reads");
  return usable;
}

function encodingOf(first: Buffer, path: string): PageFile["encoding"] {
  const encodings: readonly PageFile["encoding"][] = ["utf8", "utf8", "utf16le", "utf16be"];
  const encoding = encodings[first.readUInt32BE(56)];
  if (encoding === undefined) throw damaged(path);
  return encoding;
}

function pageSizeOf(header: Buffer): number {
  const size = header.readUInt16BE(16);
  return size === 1 ? 65536 : size;
}

/**
 * A log that only grows leaves what was read as it is; one that is begun anew, or copied back, does not, nor does a
 * transaction with a journal. Times alone tell too little: two changes can have the same.
 */
function stateOf(fd: number, walFd: number | null, path: string): string {
  const { mtimeNs, size, ino } = fstatSync(fd, { bigint: true });
  const header = Buffer.alloc(100);
  readSync(fd, header, 0, 100, 0);
  const log = Buffer.alloc(32);
  if (walFd !== null) readSync(walFd, log, 0, 32, 0);
  const appeared = walFd === null && isThere(`${path}-wal`);
  const heads = `${header.toString("hex")}:${log.toString("hex")}`;
  return [mtimeNs, size, ino, heads, appeared, isTransactionOpen(path)].join(":");
}

function isThere(path: string): boolean {
  const fd = openIfThere(path);
  if (fd !== null) closeSync(fd);
  return fd !== null;
}

function unfinished(path: string): AppError {
  return new AppError({
    kind: "environment",
    code: "database_unfinished",
    message: `a transaction on the database ${path} has not ended: its journal ${path}-journal is there`,
    hint: "try again when the client is idle; if it was killed, let it open the database once, which takes the transaction back",
  });
}
