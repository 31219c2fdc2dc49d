import { type Stats, lstatSync } from "node:fs";

/**
 * What lies at a path, links not followed; null when there is nothing, a file stands in a folder's place above it, or no
 * path may be so long.
 */
export function statPath(path: string | Buffer): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}
