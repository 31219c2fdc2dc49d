import { sha256 } from "../../domain/digest.ts";
import { runGit } from "../git/run-git.ts";
import type { ObjectStore } from "./object-store.ts";

export interface WorkFile {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** Larger files neither go out nor come in: most hosts refuse them. */
export const mostWorkBytes: number = 50 * 1024 * 1024;

/** One file of the uncommitted work that a commit carries; null where it is too large, missing, or not what its name says. */
export async function readWorkFile(store: ObjectStore, commit: string, hash: string): Promise<WorkFile | null> {
  const args = ["cat-file", "blob", `${commit}:work/${hash}`];
  const result = await runGit({ ...store, args, limits: { maxBytes: mostWorkBytes, atMax: "cut" } });
  if (result.code !== 0 || result.cut || sha256(result.stdout) !== hash) return null;
  return { sha256: hash, bytes: result.stdout };
}
