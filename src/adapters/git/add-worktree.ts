import type { Scene } from "../../domain/scene.ts";
import { AppError } from "../../domain/errors.ts";
import type { Env } from "./git-env.ts";
import { firstComplaint } from "./git-failure.ts";
import { placeOf } from "./locate-repository.ts";
import { runGit } from "./run-git.ts";

/**
 * Makes a new work tree, detached at a commit, at a path that does not exist yet. Runs no hook, and leaves LFS files as
 * pointers.
 */
export async function addWorktree(
  scene: Scene,
  env: Env,
  { path, commit }: { readonly path: string; readonly commit: string },
): Promise<void> {
  const args = ["worktree", "add", "--detach", "--", path, commit];
  const result = await runGit({ place: placeOf(scene), env, args, limits: { timeoutMs: 300_000 } });
  if (result.code === 0) return;
  throw new AppError({
    kind: "environment",
    code: "worktree_not_added",
    message: `no work tree could be made at ${path}: ${firstComplaint(result.stderr)}`,
    hint: "name a path that does not exist yet, in a folder that can be written to",
  });
}
