import type { Scene } from "../../domain/scene.ts";
import type { StatusEntry } from "./parse-status.ts";
import type { RawPath } from "./raw-path.ts";
import type { KeptCommit } from "./scene-memory.ts";
import type { TreeEntry } from "./tree-folders.ts";

/**
 * What git told beside the facts of a scene, while it was being read. Nobody else needs it, so it is kept beside the scene
 * and lives as long: questions about the same scene then cost fewer children. Without it they are asked anew.
 * It hangs on the list of dirty files, which a copy of the scene with other texts shares.
 */
export interface Remembered {
  /** What the head commit has at each dirty path; null for nothing. */
  readonly headVersions: ReadonlyMap<RawPath, TreeEntry | null>;
  /** The newest commits reachable from the head, newest first. */
  readonly newest: readonly KeptCommit[];
  /** Those are all there are. */
  readonly whole: boolean;
  /** The program of a filter turns the content of some dirty path. */
  readonly filtered: boolean;
}

const remembered = new WeakMap<Scene["dirty"], Remembered>();

export function rememberScene(scene: Scene, details: Remembered): void {
  remembered.set(scene.dirty, details);
}

/** undefined for a scene that was not read here. */
export function recallScene(scene: Scene): Remembered | undefined {
  return remembered.get(scene.dirty);
}

/** The status tells what the head commit has at the paths that it lists. */
export function headVersions(entries: readonly StatusEntry[]): ReadonlyMap<RawPath, TreeEntry | null> {
  const versions = new Map<RawPath, TreeEntry | null>();
  for (const { kind, path, from, head } of entries) {
    // Of an unmerged path it knows what was merged, which after renames is not what the commit has.
    if (kind === "unmerged") continue;
    if (from !== null) versions.set(from, head);
    if (kind === "tracked") versions.set(path, from === null ? head : null);
    else if (!versions.has(path)) versions.set(path, null);
  }
  return versions;
}
