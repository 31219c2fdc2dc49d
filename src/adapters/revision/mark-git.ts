import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FoundHome } from "../home/find-home.ts";
import { markPath, markTree, namesAt } from "./mark-path.ts";

/** What says that an operation is going on. */
const operations = [
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "BISECT_LOG",
  "rebase-merge",
  "rebase-apply",
  "sequencer",
];
const shared = ["packed-refs", "config", "shallow", "reftable", "logs/refs/stash"];
const ofWorktree = ["HEAD", "gitdir", "locked", ...operations];

/** Deeper than branch names go. */
const deepest = 12;

/**
 * What git knows beside the work tree: HEAD, every ref, operations in progress, stashes, worktrees. The index is left out: what it
 * says shows in the status, and git writes it anew for no reason that could be seen.
 */
export function markGit({ gitDir, commonDir }: Pick<FoundHome, "gitDir" | "commonDir">): readonly string[] {
  if (gitDir === null || commonDir === null) return [];
  const at = (folder: string, name: string): string => `${name} ${markPath(join(folder, name))}`;
  const worktrees = join(commonDir, "worktrees");
  return [
    ...["HEAD", ...operations].map((name) => at(gitDir, name)),
    `index.lock ${existsSync(join(gitDir, "index.lock"))}`,
    ...shared.map((name) => at(commonDir, name)),
    ...markTree(join(commonDir, "refs"), deepest),
    ...namesAt(worktrees).flatMap((name) => ofWorktree.map((file) => at(join(worktrees, name), file))),
  ];
}
