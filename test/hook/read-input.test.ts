import { execFileSync, spawn } from "node:child_process";
import { closeSync, constants, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readInput } from "../../src/hook/read-input.ts";
import { temporaryFolder } from "../git/repository.ts";

test("reads all of it, in whatever pieces it comes", () => {
  const path = join(temporaryFolder(), "input");
  const text = "字".repeat(100_000);
  writeFileSync(path, text);
  const fd = openSync(path, "r");
  expect(readInput(fd)).toBe(text);
  closeSync(fd);
});

/** A pipe whose reading end does not block, and whose writer comes late. */
test.skipIf(process.platform === "win32")("waits for a late writer where reading does not block", () => {
  const path = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  const writer = spawn(
    "sh",
    ["-c", 'exec 3>"$1"; sleep 0.2; printf first >&3; sleep 0.1; printf second >&3', "sh", path],
    { stdio: "ignore" },
  );
  const blocking = openSync(path, constants.O_RDONLY);
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  closeSync(blocking);
  expect(readInput(fd)).toBe("firstsecond");
  closeSync(fd);
  writer.kill();
});

test.skipIf(process.platform === "win32")("does not wait for ever", () => {
  const path = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  const writer = spawn("sh", ["-c", 'exec 3>"$1"; printf half >&3; exec sleep 30', "sh", path], { stdio: "ignore" });
  const blocking = openSync(path, constants.O_RDONLY);
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  closeSync(blocking);
  const start = performance.now();
  expect(readInput(fd)).toBe("half");
  expect(performance.now() - start).toBeLessThan(20_000);
  closeSync(fd);
  writer.kill();
});

test("what is no input is an error for the caller", () => {
  const fd = openSync(temporaryFolder(), "r");
  expect(() => readInput(fd)).toThrow(/EISDIR/);
  closeSync(fd);
});
