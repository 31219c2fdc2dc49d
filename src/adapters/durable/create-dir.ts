import { lstatSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { storageError } from "./storage-error.ts";
import { syncDir } from "./sync-dir.ts";
import { discard, tempPath, writeNewFile } from "./temp-file.ts";

/**
 * A folder of files, some perhaps in folders of it, that appears complete or not at all. "exists" when a folder of that name was there first.
 * `scratch` is a folder of the same file system, where it is built.
 */
export function createDir(
  path: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  scratch: string,
): "created" | "exists" {
  const temp = tempPath(scratch);
  try {
    // A crash in here leaves a temp folder with some of the files: invisible, swept later.
    mkdirSync(temp, { mode: 0o700 });
    const folders = new Set(Object.keys(files).flatMap((name) => (name.includes("/") ? [dirname(name)] : [])));
    for (const folder of folders) mkdirSync(join(temp, folder), { mode: 0o700 });
    for (const [name, data] of Object.entries(files)) writeNewFile(join(temp, name), data, { sync: true });
    for (const folder of folders) syncDir(join(temp, folder));
    // The names inside are made durable before the folder can be seen: else a power cut could show it empty.
    syncDir(temp);
    try {
      renameSync(temp, path);
    } catch (error) {
      if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return "exists";
      throw error;
    }
    // A crash here: the folder is visible and whole; after a power cut it is there whole or not at all.
    syncDir(dirname(path));
    return "created";
  } catch (error) {
    throw storageError(error, "create the folder", path);
  } finally {
    discard(temp);
  }
}
