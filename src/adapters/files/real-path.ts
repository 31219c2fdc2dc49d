import { realpathSync } from "node:fs";

/** With every link resolved; a path that is not there stays as it is. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
