import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import process from "node:process";
import { afterEach, expect, test } from "vitest";
import { findLeftProcesses } from "../../src/adapters/process/left-processes.ts";
import { readProcessIdentity } from "../../src/adapters/process/process-identity.ts";
import {
  type ExecMarker,
  execVariable,
  formatExecMarker,
  homeMark,
  parseExecMarker,
} from "../../src/domain/feedback/exec-marker.ts";

const home = `/nowhere/home-${process.pid}`;
const gone: ExecMarker = { home: homeMark(home), id: "0123456789ab", pid: 2 ** 22 + 1, startTime: "7" };
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** A process that a command of this home left behind. */
async function leave(argv: readonly [string, ...string[]], marker: ExecMarker, cwd = tmpdir()): Promise<ChildProcess> {
  const [program, ...words] = argv;
  const child = spawn(program, words, { cwd, env: { ...process.env, [execVariable]: formatExecMarker(marker) } });
  started.push(child);
  await once(child, "spawn");
  return child;
}

test("a process whose exec has ended is found, with command and folder", async () => {
  const child = await leave(["sleep", "30"], gone);
  expect(findLeftProcesses(home)).toEqual([
    { pid: child.pid, command: "sleep 30", cwd: realpathSync(tmpdir()), ports: [] },
  ]);
});

test("the ports that it listens on are named", async () => {
  const server =
    "const a = require('net').createServer().listen(0, '127.0.0.1', () => { const b = require('net').createServer().listen(0, '::1', () => console.log(a.address().port, b.address().port)).on('error', () => console.log(a.address().port)); })";
  const child = await leave([process.execPath, "-e", server], gone);
  const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
  const ports = line
    .toString()
    .trim()
    .split(" ")
    .map(Number)
    .sort((a, b) => a - b);
  expect(ports[0]).toBeGreaterThan(0);
  expect(findLeftProcesses(home).map((left) => left.ports)).toEqual([ports]);
});

test.each<readonly [string, () => ExecMarker]>([
  ["of another home", () => ({ ...gone, home: homeMark("/other") })],
  [
    "whose exec still runs",
    () => ({ ...gone, pid: process.pid, startTime: readProcessIdentity(process.pid)?.startTime ?? null }),
  ],
])("a process %s is not left behind", async (_, marker) => {
  await leave(["sleep", "30"], marker());
  expect(findLeftProcesses(home)).toEqual([]);
});

test("a pid that was given to somebody else does not count as the exec", async () => {
  const child = await leave(["sleep", "30"], { ...gone, pid: process.pid, startTime: "1" });
  expect(findLeftProcesses(home).map((left) => left.pid)).toEqual([child.pid]);
});

test("secrets in its command are hidden", async () => {
  await leave(["sh", "-c", "read line", "hunter2"], gone);
  const commands = findLeftProcesses(home, (text) => text.replaceAll("hunter2", "[redacted]")).map(
    (left) => left.command,
  );
  expect(commands).toContain("sh -c 'read line' [redacted]");
});

test("nothing left behind costs little", () => {
  findLeftProcesses(home);
  const began = process.cpuUsage();
  findLeftProcesses(home);
  const { user, system } = process.cpuUsage(began);
  expect((user + system) / 1000).toBeLessThan(100);
});

test.each([
  ["a full marker", formatExecMarker(gone), gone],
  ["one without a start time", formatExecMarker({ ...gone, startTime: null }), { ...gone, startTime: null }],
  ["nonsense", "1", null],
  ["an empty value", "", null],
  ["a path", "/home:x:1:2", null],
])("%s is read", (_, text, marker) => {
  expect(parseExecMarker(text)).toEqual(marker);
});
