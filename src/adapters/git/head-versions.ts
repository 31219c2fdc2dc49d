import type { Scene } from "../../domain/scene.ts";
import type { StatusEntry } from "./parse-status.ts";
import type { RawPath } from "./raw-path.ts";
import type { TreeEntry } from "./tree-folders.ts";

const remembered = new WeakMap<Scene, ReadonlyMap<RawPath, TreeEntry | null>>();

/**
 * The status that a scene was read from also told what the head commit has at each dirty path. It is no fact of the scene
 * that anybody else needs, so it is remembered beside it: reading the work of the same scene then asks git for less.
 */
export function rememberHeadVersions(scene: Scene, entries: readonly StatusEntry[]): void {
  const versions = new Map<RawPath, TreeEntry | null>();
  for (const { kind, path, from, head } of entries) {
    // Of an unmerged path the status knows what was merged, which after renames is not what the commit has.
    if (kind === "unmerged") continue;
    if (from !== null) versions.set(from, head);
    if (kind === "tracked") versions.set(path, from === null ? head : null);
    else if (!versions.has(path)) versions.set(path, null);
  }
  remembered.set(scene, versions);
}

/** undefined for a scene that was not read here. */
export function headVersionsOf(scene: Scene): ReadonlyMap<RawPath, TreeEntry | null> | undefined {
  return remembered.get(scene);
}
