import { execFileSync } from "node:child_process";

/** Git as the truth uses it: fixed dates and identity, no configuration of the user's. */
export interface Git {
  /** Standard output, trimmed; throws where git fails. */
  (args: readonly string[], at?: number): string;
  /** NUL-separated paths; `-z` is added after the first argument. */
  readonly list: (args: readonly string[]) => readonly string[];
  /** Environment of every child of the case. */
  readonly env: (at: number) => NodeJS.ProcessEnv;
}

export function createGit({ root, home }: { readonly root: string; readonly home: string }): Git {
  const env = (at: number): NodeJS.ProcessEnv => {
    const date = `${Math.floor(at / 1000)} +0000`;
    return {
      PATH: process.env["PATH"],
      HOME: home,
      TZ: "UTC",
      LC_ALL: "C.UTF-8",
      NO_COLOR: "1",
      PYTHONDONTWRITEBYTECODE: "1",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_TERMINAL_PROMPT: "0",
      GIT_AUTHOR_NAME: "Robin Vale",
      GIT_AUTHOR_EMAIL: "robin@example.com",
      GIT_COMMITTER_NAME: "Robin Vale",
      GIT_COMMITTER_EMAIL: "robin@example.com",
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
      npm_config_update_notifier: "false",
      npm_config_logs_max: "0",
      npm_config_offline: "true",
    };
  };
  const raw = (args: readonly string[], at: number): string =>
    execFileSync("git", args, { cwd: root, env: env(at), encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const git = (args: readonly string[], at = 0): string => raw(args, at).trim();
  const list = ([command = "", ...rest]: readonly string[]): readonly string[] =>
    raw([command, "-z", ...rest], 0)
      .split("\0")
      .filter((path) => path !== "");
  return Object.assign(git, { list, env });
}
