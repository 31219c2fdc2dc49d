import type { DirtyFile, Scene } from "../scene.ts";

/** As much of a scene as tells what changed. */
export type ComparedScene = Pick<Scene, "kind" | "tree" | "dirty"> & {
  readonly head: { readonly commit: string | null };
};

/**
 * Files that were there when a command began and had other content or mode when it ended. New files do not count:
 * a command may leave its products. Where only the tree ids tell that something changed, "." (the whole work tree)
 * stands for it: evidence must not count for a tree that the command did not really run on.
 */
export function findChangedWhileRunning(before: ComparedScene, after: ComparedScene): readonly string[] {
  if (before.tree === null || after.tree === null || before.tree === after.tree) return [];
  // Outside git there are no lists to compare.
  if (before.kind !== "git" || after.kind !== "git") return ["."];
  const headMoved = before.head.commit !== after.head.commit;
  const earlier = new Map(before.dirty.map((file) => [file.path, file]));
  const later = new Map(after.dirty.map((file) => [file.path, file]));
  const changed = new Set<string>();
  for (const file of after.dirty) {
    const was = earlier.get(file.path);
    if (was === undefined) {
      // Clean at the start, unless it did not exist; a rename or copy brings a new path and takes or keeps the old one.
      if (!isNew(file)) changed.add(file.path);
      if (file.status === "renamed" && file.from !== null && !earlier.has(file.from)) changed.add(file.from);
    } else if (was.sha256 !== file.sha256 || was.mode !== file.mode) {
      if (was.mode !== null) changed.add(file.path);
    } else if (JSON.stringify(was.submodule) !== JSON.stringify(file.submodule)) {
      changed.add(file.path);
    }
  }
  // No longer dirty: back at the committed content, or gone if it was untracked. After a commit it may just be committed.
  if (!headMoved)
    for (const file of before.dirty) if (!later.has(file.path) && file.mode !== null) changed.add(file.path);
  if (headMoved) changed.add(".");
  return [...changed].sort();
}

function isNew(file: DirtyFile): boolean {
  return (
    file.status === "untracked" || file.status === "added" || file.status === "renamed" || file.status === "copied"
  );
}
