import type { Env, Place } from "./git-env.ts";
import { gitFailure } from "./git-failure.ts";
import { type GitCall, runGit } from "./run-git.ts";

/** Whether `commit` is `head` or behind it. A commit that does not exist here is not. */
export async function isAncestor(git: { place: Place; env: Env }, commit: string, head: string): Promise<boolean> {
  if (commit === head) return true;
  if (!isCommitId(commit)) return false;
  const result = await runGit({ ...git, args: ["merge-base", "--is-ancestor", commit, head] });
  return result.code === 0;
}

/** The best common ancestor of `head` and any of `others`; null when they share no history. */
export async function mergeBase(
  git: { place: Place; env: Env },
  head: string,
  others: readonly string[],
): Promise<string | null> {
  const call: GitCall = { ...git, args: ["merge-base", head, ...others] };
  const result = await runGit(call);
  if (result.code === 1) return null;
  if (result.code !== 0) throw gitFailure(call, result);
  return result.stdout.toString("latin1").trim();
}

/** Recorded ids come from files that anybody may have written: only hex ever reaches an argument. */
export function isCommitId(text: string): boolean {
  return /^[0-9a-f]{7,64}$/.test(text);
}
