import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";

/** What a worker told. */
export type Told =
  | { readonly kind: "ready"; readonly clock: number }
  | { readonly kind: string; readonly operation: string; readonly state: "begun" | "unknown" }
  | {
      readonly kind: string;
      readonly operation: string;
      readonly state: "known";
      readonly answer: {
        readonly result: string;
        readonly claim?: { readonly fence: number; readonly thread: object };
      };
      readonly unknown: number;
      readonly ms: number;
    };

export interface Worker {
  readonly process: ChildProcess;
  readonly told: Told[];
  readonly ready: Promise<void>;
  readonly ended: Promise<number | null>;
}

/** The worker as one file that node runs; `remove` takes it away. */
export async function buildWorker(): Promise<{ readonly file: string; readonly remove: () => void }> {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  // Inside the checkout: it finds `pg` there.
  mkdirSync(join(root, ".cache"), { recursive: true });
  const outDir = mkdtempSync(join(root, ".cache", "team-worker-"));
  await build({
    cwd: root,
    config: false,
    entry: { worker: "test/team/support/worker.ts" },
    outDir,
    format: "esm",
    platform: "node",
    target: "node20",
    fixedExtension: true,
    dts: false,
    logLevel: "error",
  });
  return { file: join(outDir, "worker.mjs"), remove: () => rmSync(outDir, { recursive: true, force: true }) };
}

export function startWorker(
  file: string,
  args: readonly string[],
  options: { readonly within?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): Worker {
  const [command = "", ...rest] = [...(options.within ?? []), process.execPath, file, ...args];
  const env = { PATH: process.env["PATH"], TMPDIR: tmpdir(), ...options.env };
  const child = spawn(command, rest, { env, stdio: ["ignore", "pipe", "inherit"] });
  const told: Told[] = [];
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<void>((resolve) => {
    lines.on("line", (line) => {
      const said: Told = JSON.parse(line);
      told.push(said);
      if (said.kind === "ready") resolve();
    });
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return { process: child, told, ready: Promise.race([ready, ended.then(() => {})]), ended };
}
