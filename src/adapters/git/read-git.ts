import { gitFailure } from "./git-failure.ts";
import { type GitCall, runGit } from "./run-git.ts";

/** Runs git and hands out what it wrote; any other exit than 0 is a typed error. */
export async function readGit(call: GitCall): Promise<Buffer> {
  const result = await runGit(call);
  if (result.code !== 0) throw gitFailure(call, result);
  return result.stdout;
}
