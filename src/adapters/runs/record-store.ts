import { lstatSync } from "node:fs";
import { join } from "node:path";
import { createDir } from "../durable/create-dir.ts";
import { ensureDir } from "../durable/ensure-dir.ts";

/** The folder that recovery records lie in, beside `runs`. */
export const recordsFolder = "recovery-records";

export interface RecordFiles {
  readonly "recovery.json": string;
  readonly "HANDOFF.md": string;
}

/** Whether anything has that name: an empty folder and a link that leads nowhere have it too. */
export function recordExists(root: string, record: string): boolean {
  return lstatSync(join(root, recordsFolder, record), { throwIfNoEntry: false }) !== undefined;
}

/**
 * A record that appears with both files or not at all. Of two that try one name at once, one hears "created": a folder
 * with files in it is never replaced.
 */
export function createRecord(root: string, record: string, files: RecordFiles): "created" | "exists" {
  const folder = join(root, recordsFolder);
  ensureDir(folder);
  // Asked again here: rename(2) would take the place of an empty folder.
  if (recordExists(root, record)) return "exists";
  return createDir(join(folder, record), { ...files }, folder);
}
