import { linkSync } from "node:fs";
import { dirname } from "node:path";
import { errnoOf, storageError } from "./storage-error.ts";
import { syncDir } from "./sync-dir.ts";
import { discard, tempPath, writeNewFile } from "./temp-file.ts";

/**
 * Creates a file that must not exist yet, whole from its first moment. Of any number of processes that try the
 * same name exactly one hears "created": link(2) is the arbiter. rename(2) would replace the winner's file.
 */
export function createExclusive(
  path: string,
  data: string | Uint8Array,
  options: { readonly scratch?: string } = {},
): "created" | "exists" {
  const temp = tempPath(options.scratch ?? dirname(path));
  try {
    // A crash in here leaves a temp file only: nothing was claimed.
    writeNewFile(temp, data, { sync: true });
    try {
      linkSync(temp, path);
    } catch (error) {
      if (errnoOf(error) === "EEXIST") return "exists";
      throw error;
    }
    // A crash here: the file counts, and its temp name stays beside it as a second link until a sweep.
    syncDir(dirname(path));
    return "created";
  } catch (error) {
    throw storageError(error, "create", path);
  } finally {
    discard(temp);
  }
}
