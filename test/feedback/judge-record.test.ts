import { describe, expect, test } from "vitest";
import { isFailure, judgeRecord } from "../../src/domain/feedback/judge-record.ts";
import type { FeedbackRecord, TestResult } from "../../src/domain/workbench.ts";
import { makeExcerpt, makeRecord } from "./make-record.ts";

type Case = readonly [string, Partial<FeedbackRecord>, string, RegExp];

function counts(passed: number, failed: number, skipped = 0): TestResult {
  return { runner: "vitest", passed, failed, skipped, line: "Tests  …" };
}

const piped = { command: { shell: "npm test 2>&1 | tail -20" } };
const transcript = { kind: "transcript", path: "t.jsonl", line: 3 } as const;

const cases: readonly Case[] = [
  ["exit 0", {}, "passed", /^exit 0$/],
  ["exit 0 with passing tests", { testResult: counts(10, 0) }, "passed", /vitest reports 10 passed/],
  ["exit 0 with failing tests", { testResult: counts(10, 2) }, "failed", /exit 0, but vitest reports 2 failed/],
  ["exit 0 and no test ran", { testResult: counts(0, 0) }, "not_run", /ran no test/],
  ["exit 0 and every test skipped", { testResult: counts(0, 0, 4) }, "not_run", /skipped every test/],
  ["exit 1", { exitCode: 1 }, "failed", /^exit 1$/],
  ["exit 1 with failing tests", { exitCode: 1, testResult: counts(1, 2) }, "failed", /2 failed/],
  ["exit 1 with passing tests", { exitCode: 1, testResult: counts(3, 0) }, "failed", /^exit 1$/],
  ["exit 1 because there are no tests", { exitCode: 1, testResult: counts(0, 0) }, "not_run", /ran no test/],
  ["exit 127", { exitCode: 127 }, "not_run", /127/],
  ["exit 126", { exitCode: 126 }, "not_run", /126/],
  [
    "pytest exit 5",
    { exitCode: 5, stdout: makeExcerpt("collected 0 items\n\n=== no tests ran in 0.01s ===") },
    "not_run",
    /pytest ran no test/,
  ],
  [
    "missing script",
    { exitCode: 1, stderr: makeExcerpt('npm error Missing script: "test"') },
    "not_run",
    /Missing script/,
  ],
  [
    "missing module",
    { exitCode: 1, stderr: makeExcerpt("/usr/bin/python3: No module named pytest") },
    "not_run",
    /No module named pytest/,
  ],
  [
    "no make target",
    { exitCode: 2, stderr: makeExcerpt("make: *** No rule to make target 'test'.  Stop.") },
    "not_run",
    /No rule/,
  ],
  [
    "the default test script of npm",
    { exitCode: 1, stdout: makeExcerpt("Error: no test specified") },
    "not_run",
    /npm ran no test/,
  ],
  [
    "a program whose own module is missing",
    { exitCode: 1, stderr: makeExcerpt("ModuleNotFoundError: No module named 'shop'") },
    "failed",
    /exit 1/,
  ],
  ["killed by a signal", { exitCode: -9, signal: "SIGKILL" }, "failed", /SIGKILL/],
  ["negative exit without a name", { exitCode: -15 }, "failed", /signal 15/],
  ["timeout", { exitCode: null, error: "timeout after 30 s" }, "failed", /timeout after 30 s/],
  ["interrupted", { exitCode: null, error: "interrupted by SIGINT" }, "failed", /interrupted/],
  ["no end recorded", { exitCode: null, error: "interrupted: no exit was recorded" }, "failed", /no exit was recorded/],
  ["never started", { exitCode: null, error: "never started: spawn nope ENOENT" }, "not_run", /never started/],
  [
    "never started, as Python says it",
    { exitCode: null, error: "[Errno 2] No such file or directory: 'nope'" },
    "not_run",
    /Errno 2/,
  ],
  ["null exit without a reason", { exitCode: null }, "failed", /not recorded/],
  ["null exit of a transcript", { exitCode: null, source: transcript }, "unknown", /no exit code/],
  [
    "null exit of a transcript with failing tests",
    { exitCode: null, source: transcript, stdout: makeExcerpt("Tests:       2 failed, 1 passed, 3 total") },
    "failed",
    /jest reports 2 failed/,
  ],
  ["pipe without counts", piped, "unknown", /pipe/],
  ["pipe with passing counts", { ...piped, testResult: counts(10, 0) }, "weak", /10 passed/],
  ["pipe with failing counts", { ...piped, testResult: counts(10, 2) }, "failed", /2 failed/],
  [
    "pipe with failing counts in the excerpt only",
    { ...piped, stdout: makeExcerpt("      Tests  2 failed | 10 passed (12)") },
    "failed",
    /2 failed/,
  ],
  ["pipe with a bare list of counts", { ...piped, stdout: makeExcerpt("2 failed, 10 passed") }, "failed", /2 failed/],
  [
    "pipe around a missing program",
    { ...piped, stdout: makeExcerpt("sh: 1: vitest: not found") },
    "not_run",
    /not found/,
  ],
  [
    "pipe and no tests",
    { ...piped, stdout: makeExcerpt("No test files found, exiting with code 1") },
    "not_run",
    /ran no test/,
  ],
  ["|| true", { command: { shell: "npm test || true" } }, "unknown", /turned into exit 0/],
  [
    "; echo done with failing counts",
    { command: { shell: "npm test; echo done" }, testResult: counts(1, 1) },
    "failed",
    /1 failed/,
  ],
  ["echo", { command: { argv: ["echo", "ok"] } }, "weak", /always exits 0/],
  [
    "echo of a result line",
    { command: { argv: ["echo", "=== 3 passed in 0.10s ==="] }, stdout: makeExcerpt("=== 3 passed in 0.10s ===") },
    "weak",
    /proves nothing/,
  ],
  ["test -f x || true", { command: { shell: "test -f x || true" } }, "weak", /proves nothing/],
  [
    "--passWithNoTests without counts",
    { command: { argv: ["jest", "--passWithNoTests"] } },
    "weak",
    /without any test/,
  ],
  [
    "--passWithNoTests with tests",
    { command: { argv: ["jest", "--passWithNoTests"] }, testResult: counts(3, 0) },
    "passed",
    /3 passed/,
  ],
  [
    "--passWithNoTests and none",
    { command: { argv: ["jest", "--passWithNoTests"] }, stdout: makeExcerpt("No tests found, exiting with code 0") },
    "not_run",
    /ran no test/,
  ],
  ["prose about failures", { stdout: makeExcerpt("2 failed deployments were repaired") }, "passed", /exit 0/],
  ["an exit 0 with a remark on its pipes", { error: "output pipes were still held" }, "passed", /exit 0/],
];

describe("judgeRecord", () => {
  test.each(cases)("%s", (_, fields, outcome, why) => {
    const judgement = judgeRecord(makeRecord(fields));
    expect(judgement.outcome).toBe(outcome);
    expect(judgement.why).toMatch(why);
  });
});

test.each<readonly [string, Partial<FeedbackRecord>, boolean]>([
  ["exit 1", { exitCode: 1 }, true],
  ["exit 127", { exitCode: 127 }, true],
  ["never started", { exitCode: null, error: "never started: x" }, true],
  ["timeout", { exitCode: null, error: "timeout after 1 s" }, true],
  ["failed behind a pipe", { testResult: counts(0, 1) }, true],
  ["no test ran, exit 0", { testResult: counts(0, 0) }, false],
  ["unknown end in a transcript", { exitCode: null, source: transcript }, false],
  ["exit 0", {}, false],
  ["weak", { command: { argv: ["true"] } }, false],
])("%s is a failure: %s %s", (_, fields, failure) => {
  expect(isFailure(makeRecord(fields))).toBe(failure);
});

describe("exit 1 in an agent's session", () => {
  const told = (shell: string, stderr = ""): boolean =>
    isFailure(makeRecord({ command: { shell }, exitCode: 1, source: transcript, stderr: makeExcerpt(stderr) }));

  test.each([
    "grep -q x y",
    "cd web && rg pattern src",
    "test -f a && grep x a",
    "npm test; grep -c failed log",
    "npm test > log\ngrep failed log",
    "cat a | sort | grep x",
    "git log --oneline | grep fix",
    "git diff --quiet",
    "sh -c 'grep x y'",
    "(which a || which b)",
    "timeout 5 diff a b",
  ])("is an answer: %s", (command) => {
    expect(told(command)).toBe(false);
  });

  test.each([
    "npm test && grep -q x y",
    "npm test || grep x log",
    "npm test | grep passed",
    "make build && cd out && diff a b",
    "set -e; npm test; grep x y",
    "set -o pipefail; npm test | cat | grep x",
    "bash -ec 'npm test; grep x y'",
    "! grep TODO src/a.ts",
    "grep x y && npm test",
    "grep -c failed log &",
    "if npm test; then grep x y; fi",
  ])("is a failure: %s", (command) => {
    expect(told(command)).toBe(true);
  });

  test("is a failure where something says that it went wrong", () => {
    expect(told("cd web && grep x y", "sh: 1: cd: can't cd to web: No such file or directory")).toBe(true);
  });
});
