import { closeSync, fsyncSync, lstatSync, openSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { storageError } from "./storage-error.ts";
import { syncDir } from "./sync-dir.ts";

/**
 * Makes durable what others wrote: whoever did may have died before their own sync, and what is built upon it must not
 * outlive it. A file or a folder with all below it, then every folder up to `top` and the one that holds `top`.
 */
export function securePath(path: string, top: string): void {
  try {
    // A crash in here leaves everything as it was.
    syncTree(path);
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      syncDir(folder);
      if (folder === dirname(top) || folder === dirname(folder)) return;
    }
  } catch (error) {
    throw storageError(error, "make durable", path);
  }
}

/** Content first, then the names that lead to it. */
export function syncTree(path: string): void {
  const stat = lstatSync(path);
  if (stat.isFile()) syncFile(path);
  if (!stat.isDirectory()) return;
  for (const name of readdirSync(path)) syncTree(join(path, name));
  syncDir(path);
}

function syncFile(path: string): void {
  const file = openSync(path, "r");
  try {
    // A failed fsync is an error of the whole deed: nothing that rests on this file is written then.
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
