interface PatchPaths {
  readonly writes: readonly string[];
  readonly deletes: readonly string[];
}

/** The files that a patch in the format of `apply_patch` names. A moved file is deleted under its old name. */
export function patchPaths(patch: string): PatchPaths {
  const writes: string[] = [];
  const deletes: string[] = [];
  for (const line of patch.split("\n")) {
    const [, verb, path] = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/.exec(line) ?? [];
    if (verb === undefined || path === undefined) continue;
    if (verb === "Delete File") deletes.push(path);
    else if (verb === "Move to") {
      const from = writes.pop();
      if (from !== undefined) deletes.push(from);
      writes.push(path);
    } else writes.push(path);
  }
  return { writes, deletes };
}
