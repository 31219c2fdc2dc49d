import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createLineReader } from "../../src/domain/feedback/read-lines.ts";
import { createTestRecogniser, recogniseTests } from "../../src/domain/feedback/test-results/recognise-tests.ts";
import type { TestResult } from "../../src/domain/workbench.ts";

const folder = join(import.meta.dirname, "../fixtures/feedback/runners");

function recogniseBytes(bytes: Uint8Array, chunk: number): TestResult | null {
  const recogniser = createTestRecogniser();
  const reader = createLineReader({ line: recogniser.read, cleared: recogniser.restart });
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.subarray(at, at + chunk));
  reader.end();
  return recogniser.result();
}

/** fixture, runner, passed, failed, skipped: the counts that the runner itself printed. */
const cases: readonly (readonly [string, string, number, number, number])[] = [
  ["ant-failed", "surefire", 3, 1, 1],
  ["bats-failed", "bats", 1, 1, 1],
  ["bats-tap-failed", "tap", 1, 1, 1],
  ["bun-failed", "bun test", 2, 1, 1],
  ["cargo-failed", "cargo test", 3, 1, 1],
  ["cargo-none", "cargo test", 0, 0, 0],
  ["cargo-passed", "cargo test", 1, 0, 0],
  ["ctest-failed", "ctest", 1, 1, 0],
  ["ctest-none", "ctest", 0, 0, 0],
  ["ctest-passed", "ctest", 1, 0, 0],
  ["dart-failed", "dart test", 3, 1, 1],
  ["deno-failed", "deno test", 2, 1, 1],
  ["deno-passed", "deno test", 1, 0, 0],
  ["dotnet-failed", "dotnet test", 5, 1, 1],
  ["dotnet-none", "dotnet test", 0, 0, 0],
  ["dotnet-terminal-failed", "dotnet test", 3, 1, 0],
  ["exunit-failed", "bats", 2, 1, 0],
  ["go-build-failed", "go test", 0, 1, 0],
  ["go-failed", "go test", 1, 1, 0],
  ["go-json-failed", "go test", 1, 1, 0],
  ["go-none", "go test", 0, 0, 0],
  ["go-passed", "go test", 2, 0, 0],
  ["go-verbose-passed", "go test", 1, 0, 1],
  ["googletest-failed", "googletest", 2, 1, 0],
  ["gradle-failed", "gradle", 3, 1, 1],
  ["gradle-none", "gradle", 0, 0, 0],
  ["jest-failed", "jest", 3, 1, 1],
  ["jest-none", "jest", 0, 0, 0],
  ["jest-passed", "jest", 2, 0, 0],
  ["jest-unloadable", "jest", 0, 1, 0],
  ["jest-watch-passed", "jest", 4, 0, 0],
  ["junit-console-failed", "junit", 2, 1, 1],
  ["junit4-failed", "junit", 1, 1, 0],
  ["maven-failed", "surefire", 2, 1, 1],
  ["maven-skipped", "surefire", 0, 0, 0],
  ["maven-passed", "surefire", 1, 0, 0],
  ["minitest-failed", "minitest", 1, 2, 0],
  ["mocha-failed", "mocha", 2, 1, 1],
  ["mocha-none", "mocha", 0, 0, 0],
  ["nextest-failed", "cargo nextest", 1, 2, 1],
  ["nextest-none", "cargo nextest", 0, 0, 0],
  ["node-dot-failed", "node:test", 4, 2, 0],
  ["node-none", "node:test", 0, 0, 0],
  ["node-spec-failed", "node:test", 3, 1, 1],
  ["node-spec-passed", "node:test", 1, 0, 0],
  ["node-tap-failed", "node:test", 3, 1, 1],
  ["node-tap-failed-asserts", "tap", 3, 1, 0],
  ["node-tap-passed", "node:test", 1, 0, 0],
  ["pest-failed", "pest", 1, 1, 0],
  ["phpunit-failed", "phpunit", 2, 2, 1],
  ["phpunit-none", "phpunit", 0, 0, 0],
  ["phpunit-passed", "phpunit", 3, 0, 0],
  ["playwright-failed", "playwright", 2, 1, 1],
  ["pytest-collect", "pytest", 0, 0, 0],
  ["pytest-colour-passed", "pytest", 1, 0, 0],
  ["pytest-deselected", "pytest", 0, 0, 0],
  ["pytest-error", "pytest", 0, 1, 0],
  ["pytest-failed", "pytest", 2, 1, 2],
  ["pytest-none", "pytest", 0, 0, 0],
  ["pytest-q-failed", "pytest", 1, 1, 2],
  ["pytest-q-passed", "pytest", 1, 0, 0],
  ["rspec-failed", "rspec", 2, 1, 1],
  ["rspec-none", "rspec", 0, 0, 0],
  ["rspec-outside", "rspec", 0, 1, 0],
  ["tap-bail-out", "tap", 1, 1, 0],
  ["tape-failed", "node:test", 1, 1, 0],
  ["tape-passed", "node:test", 1, 0, 0],
  ["unittest-failed", "unittest", 1, 2, 1],
  ["unittest-none", "unittest", 0, 0, 0],
  ["unittest-passed", "unittest", 1, 0, 0],
  ["vitest-colour-failed", "vitest", 3, 1, 2],
  ["vitest-failed", "vitest", 3, 1, 2],
  ["vitest-none", "vitest", 0, 0, 0],
  ["vitest-passed", "vitest", 1, 0, 0],
  ["vitest-skipped", "vitest", 0, 0, 1],
  ["vitest-tap-failed", "tap", 1, 1, 0],
  ["vitest-tap-flat-failed", "tap", 3, 1, 2],
  ["vitest-unhandled", "vitest", 1, 1, 0],
  ["vitest-unloadable", "vitest", 0, 1, 0],
  ["vitest-watch-passed", "vitest", 2, 0, 0],
  ["vitest-workspaces-failed", "vitest", 5, 2, 0],
];

/** Outputs without a result line: nothing may be read into them. */
const silent = ["none-prose", "node-dot-passed", "cargo-broken"];

test.each(cases)("%s: %s counts %i passed, %i failed, %i skipped", (name, runner, passed, failed, skipped) => {
  const bytes = readFileSync(join(folder, `${name}.txt`));
  const result = recogniseBytes(bytes, 64 * 1024);
  expect(result).toMatchObject({ runner, passed, failed, skipped });
  expect(result?.line).not.toBe("");
  // Cut anywhere, even inside a character, the stream reads the same.
  expect(recogniseBytes(bytes, 7)).toEqual(result);
});

test.each(silent)("%s: no result is recognised", (name) => {
  expect(recogniseBytes(readFileSync(join(folder, `${name}.txt`)), 4096)).toBeNull();
});

test("every fixture is in a table", () => {
  const files = readdirSync(folder).map((file) => file.replace(/\.txt$/, ""));
  expect(files.sort()).toEqual([...cases.map(([name]) => name), ...silent].sort());
});

test("an excerpt of another tool's log is read too, also when only the end is left", () => {
  const text = readFileSync(join(folder, "vitest-failed.txt"), "utf8").split("\n").slice(-6).join("\n");
  expect(recogniseTests([text, ""])).toMatchObject({ runner: "vitest", failed: 1, passed: 3 });
});

test("results of different runners add up and the line with failures is shown", () => {
  const result = recogniseTests(["=== 4 passed in 0.10s ===\n\nTests:       1 failed, 2 passed, 3 total\n"]);
  expect(result).toEqual({
    runner: "jest",
    passed: 6,
    failed: 1,
    skipped: 0,
    line: "Tests:       1 failed, 2 passed, 3 total",
  });
});

test("a bare list of counts that takes a whole line is some runner's result", () => {
  expect(recogniseTests(["2 failed, 10 passed\n"])).toMatchObject({ failed: 2, passed: 10 });
});

test("no text makes the recogniser fail or invent negative counts", () => {
  const word = fc.constantFrom(
    "Tests",
    "failed",
    "passed",
    "|",
    "(3)",
    "2",
    "ok",
    "not ok 1",
    "1..",
    "# tests 2",
    "\n",
    "=",
    "in 0.10s",
    "Tests:",
    ",",
    "total",
    "Ran 3 tests in 0.1s",
    "OK",
    "FAILED (failures=9)",
    " ",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string())), (words) => {
      const result = recogniseTests([words.join(" ")]);
      for (const count of [result?.passed, result?.failed, result?.skipped])
        expect(count ?? 0).toBeGreaterThanOrEqual(0);
    }),
  );
});
