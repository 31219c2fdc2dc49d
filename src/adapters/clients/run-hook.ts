import { spawnSync } from "node:child_process";
import process from "node:process";

export interface HookRun {
  readonly stdout: string;
  /** null: it went as a hook has to. */
  readonly failure: string | null;
}

/** Runs a hook's command line as clients do: through the shell, with the payload on its stdin, for a bounded time. */
export function runHook(options: {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly payload: object;
}): HookRun {
  // `detached` is passed on by Node, but missing in its types: so the options stand in a constant of their own.
  const spawning = {
    cwd: options.cwd,
    env: Object.fromEntries(Object.entries(options.env).filter(([, value]) => value !== undefined)),
    input: JSON.stringify(options.payload),
    shell: true,
    encoding: "utf8" as const,
    timeout: 30_000,
    killSignal: "SIGKILL" as const,
    detached: process.platform !== "win32",
    maxBuffer: 1 << 24,
  };
  const { pid, stdout, stderr, status, error } = spawnSync(options.command, spawning);
  if (error !== undefined && pid > 0) endGroup(pid);
  const complaint = (stderr ?? "").trim().split("\n")[0] ?? "";
  const failure =
    error?.message ??
    (status === 0 ? null : `exit ${status ?? "by a signal"}${complaint === "" ? "" : `: ${complaint}`}`);
  return { stdout: stdout ?? "", failure };
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}
