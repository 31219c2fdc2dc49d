import { execFileSync } from "node:child_process";
import fs, { appendFileSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { appendLine } from "../../src/adapters/durable/append-line.ts";
import { makeFolder } from "./folder.ts";

/** Lets the next writes take only some of what they are given, or fail. */
function limitWrites(outcomes: readonly (number | string)[]): void {
  const real = fs.writeSync;
  const left = [...outcomes];
  const limited = (file: number, bytes: Uint8Array): number => {
    const outcome = left.shift();
    if (typeof outcome === "string") throw Object.assign(new Error(outcome), { code: outcome });
    return real(file, bytes, 0, outcome ?? bytes.length);
  };
  Reflect.set(fs, "writeSync", limited);
  syncBuiltinESMExports();
  onTestFinished(() => {
    Reflect.set(fs, "writeSync", real);
    syncBuiltinESMExports();
  });
}

test("lines follow one another, in a file for this user alone", () => {
  const path = join(makeFolder(), "log");
  appendLine(path, '{"a":1}');
  appendLine(path, '{"b":"\u2028"}');
  expect(readFileSync(path, "utf8")).toBe('{"a":1}\n{"b":"\u2028"}\n');
  expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
});

test("a torn end is shut off, kept, and does not fuse with the next line", () => {
  const path = join(makeFolder(), "log");
  writeFileSync(path, '{"a":1}\n{"b":"cut he');
  appendLine(path, '{"c":3}');
  expect(readFileSync(path, "utf8")).toBe('{"a":1}\n{"b":"cut he\n{"c":3}\n');
});

test("a short write is shut off and the whole line goes out once more", () => {
  const path = join(makeFolder(), "log");
  limitWrites([3]);
  appendLine(path, '{"a":1}');
  expect(readFileSync(path, "utf8")).toBe('{"a\n{"a":1}\n');
});

test.each([
  { outcomes: [3, "ENOSPC"], code: "disk_full" },
  { outcomes: [3, 3], code: "disk_full" },
  { outcomes: ["EIO"], code: "io_error" },
])("a disk that takes no more ($outcomes) is told, and the next line is readable", ({ outcomes, code }) => {
  const path = join(makeFolder(), "log");
  appendFileSync(path, '{"before":1}\n');
  limitWrites(outcomes);
  expect(() => appendLine(path, '{"a":1}')).toThrow(expect.objectContaining({ kind: "environment", code }));
  appendLine(path, '{"after":1}');
  const lines = readFileSync(path, "utf8").split("\n");
  expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['{"before":1}', '{"after":1}', ""]);
});

test("a symbolic link under the log's name is not followed", () => {
  const folder = makeFolder();
  writeFileSync(join(folder, "victim"), "theirs\n");
  symlinkSync(join(folder, "victim"), join(folder, "log"));
  expect(() => appendLine(join(folder, "log"), "{}")).toThrow(expect.objectContaining({ code: "path_blocked" }));
  expect(readFileSync(join(folder, "victim"), "utf8")).toBe("theirs\n");
});

test("a pipe under the log's name is told and does not make us wait", () => {
  const path = join(makeFolder(), "log");
  execFileSync("sh", ["-c", `mkfifo "$1"`, "sh", path]);
  expect(() => appendLine(path, "{}")).toThrow(expect.objectContaining({ code: "path_blocked" }));
});

test("a line feed inside a line is a bug of the caller", () => {
  const path = join(makeFolder(), "log");
  expect(() => appendLine(path, "a\nb")).toThrow(expect.objectContaining({ kind: "bug" }));
});
