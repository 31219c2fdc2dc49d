import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { expect, test } from "vitest";
import { isAlive, readProcessIdentity } from "../../src/adapters/process/process-identity.ts";
import type { ProcessIdentity } from "../../src/domain/home.ts";

function own(): ProcessIdentity {
  const identity = readProcessIdentity(process.pid);
  if (identity === null) throw new Error("this process has no identity");
  return identity;
}

test("a process knows itself, and only itself", () => {
  expect(own()).toMatchObject({ pid: process.pid, startTime: expect.stringMatching(/^\d+$/) as string });
  expect(own()).toEqual(own());
  expect(isAlive(own())).toBe(true);
});

test.each<readonly [string, Partial<ProcessIdentity>, boolean | "unknown"]>([
  ["a reused pid", { startTime: "1" }, false],
  ["an earlier boot", { bootId: "00000000-0000-0000-0000-000000000000" }, false],
  ["a pid that nobody has", { pid: 2 ** 22 + 1 }, false],
  ["an impossible pid", { pid: -1 }, false],
  ["no recorded start time", { startTime: null }, "unknown"],
  ["no recorded boot id", { bootId: null }, true],
  ["another host", { host: "elsewhere.invalid" }, "unknown"],
])("%s", (_, fields, alive) => {
  expect(isAlive({ ...own(), ...fields })).toBe(alive);
});

test("a process that has ended is dead, also before anybody reaps it", async () => {
  const child = spawn("sleep", ["30"]);
  const identity = readProcessIdentity(child.pid ?? 0);
  expect(identity?.command).toBe("sleep 30");
  expect(identity !== null && isAlive(identity)).toBe(true);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(identity !== null && isAlive(identity)).toBe(false);
  expect(readProcessIdentity(child.pid ?? 0)).toBeNull();
});

test("a zombie is dead", async () => {
  // The shell is stopped, so it cannot reap its child.
  const shell = spawn("sh", ["-c", "sleep 0.1 & echo $!; kill -STOP $$; wait"]);
  const [line] = (await once(shell.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  const identity = readProcessIdentity(pid);
  await new Promise((resolve) => setTimeout(resolve, 500));
  process.kill(pid, 0);
  expect(identity !== null && isAlive(identity)).toBe(false);
  shell.kill("SIGKILL");
});

test("arguments stay out of an identity: they may hold a secret", () => {
  expect(own().command).not.toMatch(/[ ]-/);
  expect(own().command.split(" ").length).toBeLessThanOrEqual(2);
});
