import { type ChildProcess, spawn } from "node:child_process";
import { type Env, type Place, gitEnv, gitOptions } from "./git-env.ts";

export interface GitStart {
  readonly place: Place;
  readonly env: Env;
  readonly args: readonly string[];
  /** Whether something is written to its input, and what may stand for that. */
  readonly input?: unknown;
  /** Another index than the user's; always in a temporary folder. */
  readonly index?: string;
  /** Whether it may speak with a remote. */
  readonly network?: boolean;
}

export interface StartedGit {
  readonly child: ChildProcess;
  /** Why it could not be started; null as long as nothing is known of that. */
  readonly failure: () => Error | null;
}

/**
 * The one place that starts git. The child leads its own process group, so that filters and submodule children end with
 * it.
 */
export function startGit({ place, env, args, input, index, network }: GitStart): StartedGit {
  const child = spawn("git", [...gitOptions(place), ...args], {
    cwd: place.cwd,
    env: gitEnv(env, place, { index: index ?? null, network: network ?? false }),
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    detached: true,
    windowsHide: true,
  });
  let failure: Error | null = null;
  child.once("error", (error) => (failure = error));
  return { child, failure: () => failure };
}
