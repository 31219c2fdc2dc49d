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

/** A status that runs while the program is still being loaded; whoever reads the scene first takes it. */
export interface BegunStatus {
  /** null when it was taken already, or was begun somewhere else. */
  readonly take: (cwd: string) => StartedGit | null;
}

/** Begins to read what is dirty. Until somebody takes it, it does not keep this process alive. */
export function beginStatus(cwd: string, env: Env): BegunStatus {
  let begun: StartedGit | null = startGit({ place: { cwd, gitDir: null, workTree: null }, env, args: statusArgs });
  const handles = [begun.child, begun.child.stdout, begun.child.stderr] as readonly (Handle | null)[];
  handles.forEach((handle) => handle?.unref?.());
  return {
    take: (place) => {
      if (place !== cwd) return null;
      const taken = begun;
      begun = null;
      if (taken !== null) handles.forEach((handle) => handle?.ref?.());
      return taken;
    },
  };
}

/** The pipes of a child are sockets, which the types of its streams do not say. */
interface Handle {
  readonly ref?: () => void;
  readonly unref?: () => void;
}
