import { spawn } from "node:child_process";
import type { Env } from "../git/git-env.ts";

export interface KeygenCall {
  /** `gpg.ssh.program`, else `ssh-keygen`. */
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Env;
  readonly input?: string;
}

interface KeygenResult {
  /** null: the program is not there. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const timeoutMs = 60_000;

/**
 * Runs ssh-keygen apart from any terminal, so that it cannot wait for a passphrase there: keys with one come from an
 * agent, or from the window of an SSH_ASKPASS.
 */
export function runSshKeygen({ program, args, env, input = "" }: KeygenCall): Promise<KeygenResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env: { ...env, LC_ALL: "C" }, detached: true, windowsHide: true });
    const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
    // A child that ends before it read everything is judged by its exit code.
    child.stdin.on("error", () => undefined);
    child.on("error", (error) => {
      clearTimeout(timer);
      resolve({ code: null, stdout, stderr: error.message });
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, stdout, stderr });
    });
    child.stdin.end(input);
  });
}
