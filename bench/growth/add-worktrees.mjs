import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Linked worktrees, each on a branch of its own, until the repository has so many work trees. */
export function addWorktrees(repository, count) {
  for (let n = 1; n < count; n += 1) {
    const folder = join(repository, ".git", "bench-worktrees", `w${n}`);
    execFileSync("git", ["worktree", "add", "-q", "-b", `worktree-${n}`, folder], { cwd: repository, stdio: "pipe" });
  }
}
