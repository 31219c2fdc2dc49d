import { mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** Opens a file that only its owner reads; its folder is made where it is missing, which is nearly never. */
export function openInFolder(path: string, flags: string | number): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "ENOENT") throw error;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openSync(path, flags, 0o600);
  }
}
