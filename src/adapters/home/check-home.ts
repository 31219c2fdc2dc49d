import { accessSync, constants, lstatSync, realpathSync, statSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../domain/errors.ts";
import { errnoOf } from "../durable/storage-error.ts";
import { ownUser } from "../durable/this-process.ts";

export const wayOut = "set PASSDOWN_HOME=/path/to/a/folder that only you can write to";

/**
 * Refuses a home that others can write to: who can put a packet there decides what the next session does.
 * A home that does not exist yet is fine. Writes nothing.
 */
export function refuseUnsafeHome(path: string): void {
  const own = lstat(path);
  if (own === undefined) return;
  const target = own.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : own;
  if (target === undefined) throw refusal(path, "home_unsafe", "is a symbolic link to a place that does not exist");
  if (!target.isDirectory()) throw refusal(path, "home_not_a_folder", "is not a folder");
  const user = ownUser();
  if (user === null) return; // Windows: modes and owners say nothing here
  if (own.isSymbolicLink() && target.uid !== user) {
    const where = JSON.stringify(realpathSync(path));
    throw refusal(path, "home_unsafe", `is a symbolic link to ${where}, which belongs to another user`);
  }
  if (target.uid !== user && target.uid !== 0) {
    throw refusal(path, "home_unsafe", "belongs to another user");
  }
  if ((target.mode & 0o002) !== 0) {
    throw refusal(path, "home_unsafe", "can be written to by every user of this machine", `chmod o-w it, or ${wayOut}`);
  }
}

function refusal(path: string, code: string, why: string, hint: string = wayOut): AppError {
  return new AppError({ kind: "environment", code, message: `the home ${JSON.stringify(path)} ${why}`, hint });
}

/** Inside a home that only we may write to there is no reason for a symbolic link. */
export function refuseLink(path: string): void {
  if (lstat(path)?.isSymbolicLink() === true) {
    throw refusal(path, "home_unsafe", "holds a symbolic link in place of a folder", "remove that link");
  }
}

function lstat(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A file on the way, or a folder that may not be searched: the first use of the home will say so.
    if (errnoOf(error) !== null) return undefined;
    throw error;
  }
}

export type Writability =
  | { readonly writable: true }
  | { readonly writable: false; readonly reason: string; readonly hint: string };

/**
 * Asks the system, without writing, whether the home (or the nearest folder above a missing one) may be written to.
 * A sandbox may still refuse the write itself, which then fails with the same way out.
 */
export function checkWritability(path: string): Writability {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      accessSync(folder, constants.W_OK | constants.X_OK);
      return { writable: true };
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === "ENOENT" && dirname(folder) !== folder) continue;
      const why = errno === "EROFS" ? "the file system is read-only" : `permission denied (${errno ?? "unknown"})`;
      return { writable: false, reason: `cannot write to ${JSON.stringify(folder)}: ${why}`, hint: wayOut };
    }
  }
}
