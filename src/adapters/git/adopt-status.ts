import { type BegunStatus, statusArgs } from "./begin-status.ts";
import type { Env } from "./git-env.ts";
import { type GitCall, type GitResult, runGit } from "./run-git.ts";

/** A status that is being read; whoever reads the scene first takes it. */
export interface AdoptedStatus {
  /** null when it was taken already, or was begun somewhere else. */
  readonly take: (cwd: string) => Promise<GitResult> | null;
}

/** What a scene asks git first. */
export function statusCall(cwd: string, env: Env): GitCall {
  return { place: { cwd, gitDir: null, workTree: null }, env, args: statusArgs, limits: { timeoutMs: 60_000 } };
}

export function adoptStatus({ cwd, env, started }: BegunStatus): AdoptedStatus {
  let running: Promise<GitResult> | null = runGit(statusCall(cwd, env), started);
  // Until it is taken its failure is nobody's.
  running.catch(() => undefined);
  return {
    take: (place) => {
      if (place !== cwd) return null;
      const taken = running;
      running = null;
      return taken;
    },
  };
}
