import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export interface Ran {
  readonly output: string;
  /** Null: it was ended while it ran. */
  readonly exit: number | null;
}

export interface CommandOptions {
  readonly command: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** File for both streams, in the order in which they were written. */
  readonly output: string;
  readonly killWhen: ((printed: string) => boolean) | null;
}

/** Runs a command as a client's shell tool does, and waits for it. */
export async function runCommand({ command, cwd, env, output, killWhen }: CommandOptions): Promise<Ran> {
  const file = openSync(output, "w");
  const child = spawn("bash", ["-c", command], { cwd, env, stdio: ["ignore", file, file], detached: true });
  closeSync(file);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code));
  });
  if (killWhen !== null) {
    while (child.exitCode === null && !killWhen(readFileSync(output, "utf8"))) await sleep(10);
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }
  return { exit: await ended, output: readFileSync(output, "utf8") };
}
