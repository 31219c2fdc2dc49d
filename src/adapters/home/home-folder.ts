import { lstatSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../domain/errors.ts";
import { ensureDir } from "../durable/ensure-dir.ts";
import { sweepTemps } from "../durable/temp-file.ts";
import { refuseLink, wayOut } from "./check-home.ts";

/**
 * The home as a folder. Names given to it are constants, hashes or validated packet ids:
 * never a branch, a topic or any other word of a user.
 */
export interface HomeFolder {
  readonly path: string;
  /** Where something lies, existing or not. */
  readonly at: (...names: readonly string[]) => string;
  /** The same for writers: makes the home and the folder where they are missing, and gives its path. */
  readonly prepare: (...names: readonly string[]) => string;
  /** Folder of temp files: on the home's file system, and out of every reader's sight. */
  readonly scratch: () => string;
  /**
   * Runs what must be kept; a failure of the storage names the way out. What a crash left is swept before, once in a
   * process: a full disk may need that room.
   */
  readonly keep: <T>(write: () => T) => T;
}

export function createHomeFolder(path: string): HomeFolder {
  const prepared = new Set<string>();
  /** The whole work, with its syncs, once in a process; after that one look whether the folder still is there. */
  const prepareOne = (folder: string): void => {
    if (prepared.has(folder) && lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
    ensureDir(folder);
    if (folder !== path) refuseLink(folder);
    prepared.add(folder);
  };
  const prepare = (...names: readonly string[]): string => {
    let folder = path;
    prepareOne(folder);
    for (const name of names) {
      folder = join(folder, name);
      prepareOne(folder);
    }
    return folder;
  };
  let swept = false;
  const sweep = (): void => {
    if (swept) return;
    swept = true;
    const scratch = join(path, "tmp");
    try {
      // A link under this name is refused by whoever writes there, and leads nowhere that is ours to sweep.
      if (lstatSync(scratch, { throwIfNoEntry: false })?.isDirectory() === true) sweepTemps(scratch, Date.now());
    } catch {
      // What cannot be looked at stays; the write that follows says what is wrong with the home.
    }
  };
  return {
    path,
    at: (...names) => join(path, ...names),
    prepare,
    scratch: () => prepare("tmp"),
    keep: (write) => {
      try {
        sweep();
        return write();
      } catch (error) {
        throw withWayOut(error);
      }
    },
  };
}

/** A storage failure inside the home has one more way out than that at any other place. */
function withWayOut(error: unknown): unknown {
  if (!(error instanceof AppError) || error.kind !== "environment" || error.hint?.includes(wayOut) === true)
    return error;
  return new AppError({
    kind: error.kind,
    code: error.code,
    message: error.message,
    hint: error.hint === undefined ? wayOut : `${error.hint}, or ${wayOut}`,
    cause: error,
  });
}
