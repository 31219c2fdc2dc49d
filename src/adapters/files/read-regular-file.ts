import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";

/** What became of reading one file. `refused` is a reason for people; a file that is not there is `absent`. */
export type FileRead =
  | { readonly kind: "read"; readonly bytes: Uint8Array; readonly size: number; readonly partial: boolean }
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly code: string; readonly detail: string };

export interface FileRequest {
  /** Real path of the root. */
  readonly root: string;
  /** Relative to the root, with "/". */
  readonly path: string;
  readonly limit: number;
  /** A longer file: `refuse` it, or read only its `tail` from the first whole line on. */
  readonly longer: "refuse" | "tail";
}

/**
 * Reads a regular file inside the root, at most `limit` bytes. Links are followed only inside the root; pipes and
 * devices are never opened, and an opened one could not block.
 */
export function readRegularFile(request: FileRequest): FileRead {
  const real = resolveInside(request.root, request.path);
  if (typeof real !== "string") return real;
  try {
    if (!lstatSync(real).isFile()) return refuse("unreadable", "not a regular file");
    const file = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      return readOpened(file, request);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return failedRead(error);
  }
}

/** Real path of something inside the root, or why it may not be touched. */
export function resolveInside(root: string, path: string): string | Exclude<FileRead, { kind: "read" }> {
  const full = join(root, ...path.split("/"));
  try {
    const real = realpathSync.native(full);
    if (real === root || real.startsWith(root.endsWith(sep) ? root : root + sep)) return real;
    return refuse("symlink_refused", "leads out of the repository");
  } catch (error) {
    return isLink(full) ? refuse("symlink_refused", "a link that leads nowhere") : failedRead(error);
  }
}

function readOpened(file: number, request: FileRequest): FileRead {
  const before = fstatSync(file, { bigint: true });
  if (!before.isFile()) return refuse("unreadable", "not a regular file");
  const size = Number(before.size);
  if (size > request.limit && request.longer === "refuse") {
    return refuse("too_large", `${size} bytes, at most ${request.limit} are read`);
  }
  const bytes = readRange(file, Math.max(0, size - request.limit), Math.min(size, request.limit));
  if (size > request.limit) return { kind: "read", bytes: fromFirstLine(bytes), size, partial: true };
  const after = fstatSync(file, { bigint: true });
  const moved = request.longer === "refuse" && (after.mtimeNs !== before.mtimeNs || after.size !== before.size);
  // Somebody writes it right now: once more, and what is there then has to do.
  const settled = moved ? readRange(file, 0, Math.min(Number(after.size), request.limit)) : bytes;
  return { kind: "read", bytes: settled, size: settled.length, partial: false };
}

function readRange(file: number, from: number, length: number): Uint8Array {
  const buffer = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(file, buffer, filled, length - filled, from + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}

function fromFirstLine(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(bytes.indexOf(0x0a) + 1);
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function refuse(code: string, detail: string): FileRead & { kind: "refused" } {
  return { kind: "refused", code, detail };
}

export function failedRead(error: unknown): Exclude<FileRead, { kind: "read" }> {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  // No file can have a name that is too long for any.
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") return { kind: "absent" };
  return refuse("unreadable", `cannot be read (${code})`);
}
