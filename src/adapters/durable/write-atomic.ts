import { chmodSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { storageError } from "./storage-error.ts";
import { syncDir } from "./sync-dir.ts";
import { discard, tempPath, writeNewFile } from "./temp-file.ts";

export interface WriteOptions {
  /** Where the temp file goes: a folder of the same file system. Default: the target's own folder. */
  readonly scratch?: string;
  /** False for what may be lost: a power cut can then leave an empty or older file, never somebody else's. */
  readonly durable?: boolean;
  /** Permissions of the file; 0600 without. */
  readonly mode?: number;
}

/** Replaces a file as a whole. Readers and a crash at any point find the old bytes or the new ones. */
export function writeAtomic(path: string, data: string | Uint8Array, options: WriteOptions = {}): void {
  const durable = options.durable ?? true;
  const temp = tempPath(options.scratch ?? dirname(path));
  try {
    // A crash in here leaves a temp file, perhaps half: no reader looks at it, a later sweep removes it.
    writeNewFile(temp, data, { sync: durable });
    if (options.mode !== undefined) chmodSync(temp, options.mode);
    // A crash before the rename leaves the old file and a whole temp file.
    renameSync(temp, path);
    // A crash here: the new file is visible; after a power cut it may be the old one again, but not half of one.
    if (durable) syncDir(dirname(path));
  } catch (error) {
    discard(temp);
    throw storageError(error, "write", path);
  }
}
