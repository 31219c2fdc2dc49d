import { execFileSync } from "node:child_process";

/** Answers of git that an audit needs, asked apart from the adapter that the packet was made with. */
export interface GitAnswers {
  /** null when git has no answer. */
  readonly ask: (...args: readonly string[]) => string | null;
  readonly bytes: (...args: readonly string[]) => Uint8Array | null;
}

export function askGit(cwd: string, env: Readonly<Record<string, string | undefined>>): GitAnswers {
  const bytes = (...args: readonly string[]): Uint8Array | null => {
    try {
      return execFileSync("git", args, {
        cwd,
        env: { ...env, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" },
        stdio: ["ignore", "pipe", "ignore"],
        timeout: 20_000,
        maxBuffer: 64 * 1024 * 1024,
      });
    } catch {
      return null;
    }
  };
  return {
    bytes,
    ask: (...args) => {
      const output = bytes(...args);
      return output === null ? null : new TextDecoder().decode(output).trim();
    },
  };
}
