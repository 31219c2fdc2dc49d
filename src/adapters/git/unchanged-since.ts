import type { Scene } from "../../domain/scene.ts";
import { isCommitId } from "./ancestry.ts";
import type { Env } from "./git-env.ts";
import { placeOf } from "./locate-repository.ts";
import { pathText, rawPath } from "./raw-path.ts";
import { runGit } from "./run-git.ts";

const batch = 500;

/**
 * Those of the paths whose content in the work tree is what a commit has, in git's eyes;
 * null when git cannot compare, because the commit is gone. Nothing is written.
 */
export async function unchangedSince(
  scene: Scene,
  env: Env,
  question: { readonly commit: string; readonly paths: readonly string[] },
): Promise<readonly string[] | null> {
  if (!isCommitId(question.commit)) return null;
  const changed = new Set<string>();
  for (let from = 0; from < question.paths.length; from += batch) {
    const paths = question.paths.slice(from, from + batch);
    const args = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", question.commit, "--", ...paths];
    const result = await runGit({ place: placeOf(scene), env, args });
    if (result.code !== 0) return null;
    for (const path of result.stdout.toString("latin1").split("\0")) changed.add(pathText(path) ?? path);
  }
  return question.paths.filter((path) => !changed.has(path) && !changed.has(rawPath(path)));
}
