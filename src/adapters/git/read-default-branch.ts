import type { Ref } from "./read-refs.ts";

/** The refs that tell the default branch. */
export const defaultBranchRefs: readonly string[] = [
  "refs/remotes/origin/HEAD",
  "refs/heads/main",
  "refs/heads/master",
];

/** What origin/HEAD points at, else main or master, whichever exists first. */
export function defaultBranchOf(refs: ReadonlyMap<string, Ref>, current: string | null): string | null {
  const prefix = "refs/remotes/origin/";
  const target = refs.get("refs/remotes/origin/HEAD")?.target;
  if (target?.startsWith(prefix)) return target.slice(prefix.length);
  for (const name of ["main", "master"]) {
    // The first branch exists before its ref does.
    if (refs.has(`refs/heads/${name}`) || current === name) return name;
  }
  return null;
}
