import { AppError } from "../../domain/errors.ts";
import { withShownUrls } from "../../domain/share/shown-url.ts";
import type { Env } from "../git/git-env.ts";
import { runGit, type GitLimits, type GitResult } from "../git/run-git.ts";
import { quietly, type ObjectStore } from "./object-store.ts";
import { remoteTimeout } from "./remote-failure.ts";

/** One command's dealings with a remote, up to a moment after which it is given up. */
export interface RemoteSession {
  readonly store: ObjectStore;
  readonly name: string;
  /** To show. */
  readonly url: string;
  /** As configured, perhaps with a password: never shown. */
  readonly rawUrl: string;
  readonly env: Env;
  readonly seconds: number;
  /** Of `performance.now()`. */
  readonly deadline: number;
}

/** Whether its time is over. */
export function isLate({ deadline }: RemoteSession): boolean {
  return performance.now() >= deadline;
}

/** Runs git on the remote with what is left of the time. What it says of the remote can be shown. */
export async function askRemote(
  session: RemoteSession,
  args: readonly string[],
  { input, limits = {} }: { readonly input?: Uint8Array; readonly limits?: GitLimits } = {},
): Promise<GitResult> {
  const { store, env, deadline } = session;
  const left = deadline - performance.now();
  const late = (): AppError => remoteTimeout({ remote: session.name, url: session.url }, session.seconds);
  if (left <= 0) throw late();
  try {
    const result = await runGit({
      place: store.place,
      env,
      args: [...quietly, ...args],
      network: true,
      limits: { ...limits, timeoutMs: left },
      ...(input === undefined ? {} : { input }),
    });
    return { ...result, stderr: withShownUrls(result.stderr, session.rawUrl) };
  } catch (error) {
    if (error instanceof AppError && error.code === "git_timeout") throw late();
    throw error;
  }
}
