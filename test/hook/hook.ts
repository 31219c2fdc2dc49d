import { spawn, spawnSync, type SpawnSyncReturns } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testEnv } from "../git/repository.ts";

/** The built file, run as clients run it: a process of its own, the payload on stdin. */
export const hookFile: string = fileURLToPath(new URL("../../dist/hook/passdown-hook.cjs", import.meta.url));

export interface HookCall {
  readonly cwd: string;
  readonly args?: readonly string[];
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
}

const startArgs = ["--client", "claude", "SessionStart"];

export function runHook({ cwd, args = startArgs, input = "", env = {} }: HookCall): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [hookFile, ...args], {
    cwd,
    input,
    encoding: "utf8",
    env: { ...testEnv, ...env },
    maxBuffer: 1 << 26,
  });
}

/** Starts one without waiting for it; resolves with its exit code. */
export function startHook({ cwd, args = startArgs, input = "", env = {} }: HookCall): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [hookFile, ...args], {
      cwd,
      env: { ...testEnv, ...env },
      stdio: ["pipe", "ignore", "ignore"],
    });
    child.on("error", reject);
    child.on("close", resolve);
    child.stdin.end(input);
  });
}

export function payload(parts: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ session_id: "abc", hook_event_name: "SessionStart", source: "startup", ...parts });
}

/** Lines of the log below a home; none when there is no log. */
export function eventsIn(home: string): Readonly<Record<string, unknown>>[] {
  const path = join(home, "hook-events.jsonl");
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}
