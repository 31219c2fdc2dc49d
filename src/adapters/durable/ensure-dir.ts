import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { errnoOf, storageError } from "./storage-error.ts";
import { syncDir } from "./sync-dir.ts";

/**
 * Makes a folder (0700) and its missing parents, durably. The parent is synced even when the folder was there:
 * whoever made it may have died before its own sync, and what we put inside must not hang on a lost name.
 * A crash leaves some of the folders, empty: the next call goes on from there.
 */
export function ensureDir(path: string): void {
  try {
    make(path);
  } catch (error) {
    throw storageError(error, "make the folder", path);
  }
}

function make(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errnoOf(error) === "ENOENT" && dirname(path) !== path) {
      make(dirname(path));
      mkdirUnlessThere(path);
    } else if (!isDir(path)) {
      throw error;
    }
  }
  syncDir(dirname(path));
}

/** Another process may make the same folder at the same moment. */
function mkdirUnlessThere(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isDir(path)) throw error;
  }
}

function isDir(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
