import { lstatSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { syncTree } from "./secure-path.ts";
import { storageError } from "./storage-error.ts";
import { syncDir } from "./sync-dir.ts";

/**
 * Makes a prepared folder visible under its final name, durably. "exists" when something of that name was there first.
 * Both lie on one file system; nobody writes into the folder any more.
 */
export function publishDir(prepared: string, path: string): "published" | "exists" {
  try {
    // A crash in here leaves the prepared folder: nothing is visible yet.
    syncTree(prepared);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return "exists";
    renameSync(prepared, path);
    // A crash here: visible and whole; after a power cut it is there whole, or still the prepared folder.
    syncDir(dirname(path));
    if (dirname(prepared) !== dirname(path)) syncDir(dirname(prepared));
    return "published";
  } catch (error) {
    throw storageError(error, "publish", path);
  }
}
