import { spawnSync } from "node:child_process";
import process from "node:process";

export interface ChildQuestion {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
}

export interface ChildAnswer {
  readonly stdout: string;
  readonly stderr: string;
  /** null: it was ended by a signal, or never started. */
  readonly exitCode: number | null;
  /** Why it gave no answer: it could not be started, or took too long. */
  readonly failure: string | null;
}

/**
 * Runs a short read-only command and hears what it says. At the time limit it is killed with everything that it started: a
 * process group of its own, for a signal that asks politely may be ignored.
 */
export function askChild({ command, cwd, env, timeoutMs }: ChildQuestion): ChildAnswer {
  const [program = "", ...args] = command;
  // `detached` is passed on by Node, but missing in its types: so the options stand in a constant of their own.
  const options = {
    cwd,
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined)),
    encoding: "utf8" as const,
    timeout: timeoutMs,
    killSignal: "SIGKILL" as const,
    detached: process.platform !== "win32",
  };
  const { pid, stdout, stderr, status, error } = spawnSync(program, args, {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (error !== undefined && pid > 0) killGroup(pid);
  return { stdout: stdout ?? "", stderr: stderr ?? "", exitCode: status, failure: error?.message ?? null };
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}
