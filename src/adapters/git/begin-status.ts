import type { Env } from "./git-env.ts";
import { type StartedGit, startGit } from "./start-git.ts";

export const statusArgs: readonly string[] = [
  "status",
  "--porcelain=v2",
  "-z",
  "--branch",
  "--ahead-behind",
  "--untracked-files=all",
  "--ignored=no",
  "--find-renames=50%",
];

/** A status that runs while the program is still being loaded. */
export interface BegunStatus {
  readonly cwd: string;
  readonly env: Env;
  readonly started: StartedGit;
}

/**
 * Begins to read what is dirty. Whoever begins it adopts it before the event loop turns: what a child wrote that ended
 * without a listener is thrown away.
 */
export function beginStatus(cwd: string, env: Env): BegunStatus {
  return { cwd, env, started: startGit({ place: { cwd, gitDir: null, workTree: null }, env, args: statusArgs }) };
}
