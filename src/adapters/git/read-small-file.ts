import { readFileSync } from "node:fs";

/** Text of a small file of the git directory; null when it is not there. Synchronous: cheaper than a round of the pool. */
export function readSmallFile(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Its first line without the newline. */
export function readLine(path: string): string | null {
  return readSmallFile(path)?.split("\n", 1)[0]?.trimEnd() ?? null;
}
