import { spawn } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import type { Order } from "./driver.ts";
import type { Bench } from "./matrix.ts";

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Program and arguments to put before node: strace, prlimit, faketime, unshare. */
  readonly through?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Words of the command that runs the driver. */
export function driverCommand(bench: Bench, order: Order): readonly string[] {
  return [process.execPath, join(bench.built, "driver.mjs"), JSON.stringify(order)];
}

export async function runDriver(
  bench: Bench,
  order: Order,
  { through = [], env = {} }: RunOptions = {},
): Promise<Ended> {
  return runProgram([...through, ...driverCommand(bench, order)], env);
}

export async function runProgram(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const [program = "", ...args] = words;
  const child = spawn(program, args, { env: environment(env), stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** Nothing of the machine's own settings. */
export function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", ...more };
}
