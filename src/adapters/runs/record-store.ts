import { lstatSync } from "node:fs";
import { join } from "node:path";
import { createDir } from "../durable/create-dir.ts";
import { ensureDir } from "../durable/ensure-dir.ts";
import { sweepTemps } from "../durable/temp-file.ts";

/** The folder that recovery records lie in, beside `runs`. */
export const recordsFolder = "recovery-records";

export interface RecordFiles {
  readonly "recovery.json": string;
  readonly "HANDOFF.md": string;
}

/**
 * A record that appears with both files or not at all. Of two that try one name at once, one hears "created": a folder
 * with files in it is never replaced.
 */
export function createRecord(root: string, record: string, files: RecordFiles): "created" | "exists" {
  const folder = join(root, recordsFolder);
  ensureDir(folder);
  sweepTemps(folder, Date.now());
  const path = join(folder, record);
  // An empty folder and a link that leads nowhere have the name too; rename(2) would take the place of the folder.
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return "exists";
  return createDir(path, { ...files }, folder);
}
