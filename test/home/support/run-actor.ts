import { spawn } from "node:child_process";
import process from "node:process";

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, without the environment of the machine that tests. */
export async function run(
  argv: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly killAfterMs?: number } = {},
): Promise<Ended> {
  const [program = "", ...rest] = argv;
  const child = spawn(program, rest, { env: { PATH: process.env["PATH"], ...options.env } });
  const timer = options.killAfterMs === undefined ? null : setTimeout(() => child.kill("SIGKILL"), options.killAfterMs);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (timer !== null) clearTimeout(timer);
      resolve({ code, signal, stdout, stderr });
    });
  });
}

/** Does the work for N = 1, 2, 3…, two at a time, until one says that it was past the end. */
export async function countUp(work: (n: number) => Promise<"more" | "end">): Promise<number> {
  let next = 1;
  let last = Number.POSITIVE_INFINITY;
  const worker = async (): Promise<void> => {
    for (let n = next++; n < last; n = next++) if ((await work(n)) === "end") last = Math.min(last, n);
  };
  await Promise.all([worker(), worker()]);
  return last - 1;
}

/** Whether a program can be run here. */
export async function works(argv: readonly string[]): Promise<boolean> {
  try {
    return (await run(argv)).code === 0;
  } catch {
    return false;
  }
}
