import { closeSync, constants, fsyncSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../domain/errors.ts";
import { storageError } from "./storage-error.ts";
import { syncDir } from "./sync-dir.ts";

/** A file that one writer appends lines to. */
export interface Segment {
  /** The line is on the disk when it returns. After a failure every further append fails: the file's end is not known. */
  readonly append: (line: string) => void;
  readonly close: () => void;
}

// O_EXCL: a segment belongs to one executor. O_NOFOLLOW: a planted link must not lead our lines into another file.
const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Creates the segment, or goes on with one that was `begun` with its folder. One descriptor serves it to its end. */
export function openSegment(path: string, begun: boolean): Segment {
  let file: number | null = null;
  let poisoned: unknown = null;
  const fail = (error: unknown): never => {
    poisoned = storageError(error, "append to", path);
    throw poisoned;
  };
  try {
    file = openSync(path, begun ? flags & ~(constants.O_CREAT | constants.O_EXCL) : flags, 0o600);
    // A crash here leaves an empty segment: its executor claimed the epoch and did nothing.
    if (!begun) syncDir(dirname(path));
  } catch (error) {
    if (file !== null) closeSync(file);
    throw storageError(error, "create", path);
  }
  return {
    append: (line) => {
      if (file === null || poisoned !== null) throw afterFailure(path, poisoned);
      const bytes = new TextEncoder().encode(line);
      try {
        // A crash or a full disk in here leaves a part of the line: readers see that it was cut and do not count it.
        const written = writeSync(file, bytes);
        if (written !== bytes.length) throw shortWrite(path);
        // A crash before this fsync may lose the line, whole or in part; no line before it.
        // A failed fsync is never tried again on this file: the kernel may have dropped the pages and report success.
        fsyncSync(file);
      } catch (error) {
        fail(error);
      }
    },
    close: () => {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

function shortWrite(path: string): AppError {
  return new AppError({
    kind: "environment",
    code: "disk_full",
    message: `cannot append to ${JSON.stringify(path)}: only a part of the line was taken`,
    hint: "free some space there; then inspect the run before anything is executed again",
  });
}

function afterFailure(path: string, cause: unknown): AppError {
  return new AppError({
    kind: "environment",
    code: "segment_closed",
    message: `nothing more is appended to ${JSON.stringify(path)}: ${cause === null ? "it was closed" : "an append failed before"}`,
    hint: "end this process; a later one goes on in a new segment, after an inspection",
    ...(cause === null ? {} : { cause }),
  });
}
