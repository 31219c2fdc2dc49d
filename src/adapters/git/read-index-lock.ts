import { existsSync } from "node:fs";
import { join } from "node:path";
import type { IndexLock } from "../../domain/scene.ts";
import { findLockHolder } from "./find-lock-holder.ts";

/** `index.lock`, if it is there, and who holds it; `told` is false where the system does not say who holds a file. */
export function readIndexLock(gitDir: string, root: string): { lock: IndexLock | null; told: boolean } {
  const path = join(gitDir, "index.lock");
  if (!existsSync(path)) return { lock: null, told: true };
  const holder = findLockHolder(path, root);
  return { lock: { path, holder: holder ?? null }, told: holder !== undefined };
}
