import { spawn } from "node:child_process";
import type { Env } from "../git/git-env.ts";
import { noteRunning, signalGroup } from "../git/running-git.ts";

export interface KeygenCall {
  /** `gpg.ssh.program`, else `ssh-keygen`. */
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Env;
  readonly input?: string;
  readonly timeoutMs: number;
}

export type KeygenResult =
  | { readonly kind: "ended"; readonly code: number; readonly stdout: string; readonly stderr: string }
  /** It gave no answer. `why` goes on after the program's name: "did not end within 10 s". */
  | { readonly kind: "failed"; readonly missing: boolean; readonly why: string };

/** More than any answer of ssh-keygen; a program in its place could write for ever. */
const mostOutput = 64 * 1024;

/**
 * Runs ssh-keygen apart from any terminal, so that it cannot wait for a passphrase there: keys with one come from an
 * agent, or from the window of an SSH_ASKPASS. At the limit of time or output it is killed with all that it started.
 */
export function runSshKeygen({ program, args, env, input = "", timeoutMs }: KeygenCall): Promise<KeygenResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env: { ...env, LC_ALL: "C" }, detached: true, windowsHide: true });
    noteRunning(child);
    const output: Record<"stdout" | "stderr", Buffer[]> = { stdout: [], stderr: [] };
    let size = 0;
    const fail = (why: string, missing = false): void => {
      clearTimeout(timer);
      signalGroup(child, "SIGKILL");
      // What it started elsewhere may hold the pipes open: nobody waits for that.
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ kind: "failed", missing, why });
    };
    const timer = setTimeout(() => fail(`did not end within ${Math.ceil(timeoutMs / 1000)} s`), timeoutMs);
    for (const name of ["stdout", "stderr"] as const) {
      child[name].on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size > mostOutput) fail(`wrote more than ${mostOutput / 1024} KB`);
        else output[name].push(chunk);
      });
    }
    // A child that ends before it read everything is judged by its exit code.
    child.stdin.on("error", () => undefined);
    child.on("error", (error) => fail(`could not be started: ${error.message}`, true));
    child.on("close", (code, signal) => {
      if (code === null) return fail(`was ended by ${signal ?? "a signal"}`);
      clearTimeout(timer);
      const [stdout = "", stderr = ""] = [output.stdout, output.stderr].map((part) => Buffer.concat(part).toString());
      resolve({ kind: "ended", code, stdout, stderr });
    });
    child.stdin.end(input);
  });
}
