import { readFileSync } from "node:fs";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askChild } from "../../src/adapters/process/ask-child.ts";
import { askProbe } from "../../src/adapters/runs/ask-probe.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "passdown-probe-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const env = { PATH: process.env["PATH"] };
const ask = (...command: readonly string[]): object => askProbe({ command, operation: "r/k", progress: {}, base, env });

describe("a probe", () => {
  test.each([
    ["echo found 7", "done", "found 7"],
    ["true", "done", "it said nothing"],
    ["echo not_done; exit 1", "not_done", "it said nothing"],
    ["echo 'not_done no such mail'; echo more; exit 1", "not_done", "no such mail"],
    [String.raw`printf 'not_done\r\n'; exit 1`, "not_done", "it said nothing"],
    ["exit 1", "unknown", "exit 1: it said nothing"],
    ["echo not_done >&2; exit 1", "unknown", "exit 1: not_done"],
    ["echo 'not_done_yet'; exit 1", "unknown", "exit 1: not_done_yet"],
    ["echo; echo not_done; exit 1", "unknown", "exit 1: not_done"],
    ["echo not_done; exit 2", "unknown", "exit 2: not_done"],
    ["echo not_done", "unknown", "it contradicts itself, exit 0 and: not_done"],
    ["kill -9 $$", "unknown", "ended by a signal: it said nothing"],
  ])("sh -c %j answers %s", (script, answer, detail) => {
    expect(ask("sh", "-c", script)).toEqual({ answer, detail });
  });

  test("that crashes, or that cannot be started, cannot tell", () => {
    writeFileSync(join(base, "probe.mjs"), "throw new Error('no network');\n");
    expect(ask(process.execPath, "probe.mjs")).toMatchObject({ answer: "unknown" });
    expect(ask("./missing")).toMatchObject({ answer: "unknown" });
  });
});

test("at its time limit a command is killed with what it started, be it deaf to a polite signal", async () => {
  const script = "trap '' TERM; sh -c 'trap \"\" TERM; echo $$ > pid; while :; do sleep 0.05; done' & wait";
  const { failure, exitCode } = askChild({ command: ["sh", "-c", script], cwd: base, env, timeoutMs: 400 });
  expect([failure, exitCode]).toEqual([expect.stringContaining("ETIMEDOUT"), null]);
  const pid = readFileSync(join(base, "pid"), "utf8").trim();
  await sleep(50);
  expect(isRunning(pid)).toBe(false);
});

function isRunning(pid: string): boolean {
  try {
    // A killed child that nobody waited for yet is no process that runs.
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
