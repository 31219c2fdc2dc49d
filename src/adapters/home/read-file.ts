import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { errnoOf } from "../durable/storage-error.ts";

export type FileRead =
  | { readonly state: "read"; readonly bytes: Uint8Array }
  | { readonly state: "missing" }
  | {
      readonly state: "refused";
      readonly code: "symlink_refused" | "too_large" | "unreadable";
      readonly detail: string;
    };

// A planted link must not lead us elsewhere, and a planted pipe must not make us wait for ever.
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Reads one regular file; whatever else lies there is told, never followed and never thrown. */
export function readRegularFile(path: string, maxBytes: number): FileRead {
  let file: number | null = null;
  try {
    file = openSync(path, flags);
    const stat = fstatSync(file);
    if (!stat.isFile()) return { state: "refused", code: "unreadable", detail: "not a regular file" };
    if (stat.size > maxBytes) {
      return { state: "refused", code: "too_large", detail: `${stat.size} bytes, the limit is ${maxBytes}` };
    }
    return { state: "read", bytes: readUpTo(file, stat.size) };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    if (errno === "ENOENT" || errno === "ENOTDIR") return { state: "missing" };
    if (errno === "ELOOP") return { state: "refused", code: "symlink_refused", detail: "a symbolic link" };
    return { state: "refused", code: "unreadable", detail: errno };
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** Text of a part of a regular file; null when it is not there or no UTF-8. */
export function readPart(
  path: string,
  { start, length }: { readonly start: number; readonly length: number },
): string | null {
  let file: number | null = null;
  try {
    file = openSync(path, flags);
    if (!fstatSync(file).isFile()) return null;
    const bytes = new Uint8Array(length);
    const got = readSync(file, bytes, 0, length, start);
    return got === length && isUtf8(bytes) ? new TextDecoder().decode(bytes) : null;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** At most the size it had when it was opened: a log that grows meanwhile is read up to a moment that existed. */
function readUpTo(file: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let length = 0;
  while (length < size) {
    const got = readSync(file, bytes, length, size - length, length);
    if (got === 0) break;
    length += got;
  }
  return bytes.subarray(0, length);
}

export type NamesRead = { readonly names: readonly string[]; readonly unreadable: string | null };

/** Names in a folder of the home, in no order; a missing folder has none. */
export function readNames(path: string): NamesRead {
  try {
    return { names: readdirSync(path), unreadable: null };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    return { names: [], unreadable: errno === "ENOENT" || errno === "ENOTDIR" ? null : errno };
  }
}
