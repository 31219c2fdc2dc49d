import { closeSync, fsyncSync, openSync } from "node:fs";
import { errnoOf } from "./storage-error.ts";
import { onWindows } from "./this-process.ts";

/**
 * Makes the names in a folder durable: a file's own fsync does not promise that its name survives.
 * Two refusals are no failure: Windows has no such call on folders, and a folder that may be written but not
 * read (mode 0300) cannot be opened for it.
 */
export function syncDir(path: string): void {
  let folder: number;
  try {
    folder = openSync(path, "r");
  } catch (error) {
    if (errnoOf(error) === "EACCES" || tolerated(error)) return;
    throw error;
  }
  try {
    fsyncSync(folder);
  } catch (error) {
    if (!tolerated(error)) throw error;
  } finally {
    closeSync(folder);
  }
}

function tolerated(error: unknown): boolean {
  return onWindows() && ["EPERM", "EISDIR", "EACCES"].includes(errnoOf(error) ?? "");
}
