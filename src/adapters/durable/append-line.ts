import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../domain/errors.ts";
import { storageError } from "./storage-error.ts";
import { syncDir } from "./sync-dir.ts";

// O_NOFOLLOW: a symbolic link planted under the log's name must not lead our lines into another file.
const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/**
 * Adds one line to a log, durably. Any number of processes may append at the same time: each line goes out as one
 * write at the end of the file, and no byte that is there is ever changed.
 */
export function appendLine(path: string, line: string): void {
  appendLines(path, [line]);
}

/** The same for several lines, in one write: after a crash the first of them may be there and the others not. */
export function appendLines(path: string, lines: readonly string[]): void {
  if (lines.some((line) => line.includes("\n"))) {
    throw new AppError({ kind: "bug", code: "line_feed_in_line", message: "a log line holds a line feed" });
  }
  try {
    const file = openSync(path, flags, 0o600);
    try {
      if (!fstatSync(file).isFile()) throw notAFile(path);
      append(file, lines.join("\n"), path);
      // A crash before this fsync may lose this line, or leave a fragment of it; the lines before are safe.
      // A failed fsync is not tried again: its pages may be gone, and a second one would claim success.
      fsyncSync(file);
      // Without this a power cut may take the name of a new log. Whoever created it may have died before this
      // line, so every writer does it; on a folder without changes it costs next to nothing.
      syncDir(dirname(path));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw storageError(error, "append to", path);
  }
}

function append(file: number, text: string, path: string): void {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const bytes = new TextEncoder().encode(`${endsTorn(file) ? "\n" : ""}${text}\n`);
    // A short write (disk nearly full) leaves a fragment. Its rest may not follow: another process may have
    // appended in between. So the whole line goes out once more, after a line feed that shuts the fragment off;
    // normally that second write says why there is no room.
    if (writeSync(file, bytes) === bytes.length) return;
  }
  throw new AppError({
    kind: "environment",
    code: "disk_full",
    message: `cannot append to ${JSON.stringify(path)}: only a part of the line was taken`,
    hint: "free some space there and run the command again",
  });
}

function notAFile(path: string): AppError {
  return new AppError({
    kind: "environment",
    code: "path_blocked",
    message: `cannot append to ${JSON.stringify(path)}: it is not a regular file`,
    hint: "look at that path and move away what does not belong there",
  });
}

/** A writer that died in the middle of a line left no line feed: our line must not fuse with its fragment. */
function endsTorn(file: number): boolean {
  const { size } = fstatSync(file);
  const last = new Uint8Array(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}
