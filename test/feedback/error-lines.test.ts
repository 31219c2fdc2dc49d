import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { excerptOf } from "../../src/domain/feedback/collect-excerpt.ts";
import { rankErrorLine } from "../../src/domain/feedback/error-lines.ts";
import { firstErrorLine } from "../../src/domain/feedback/first-error-line.ts";
import { makeExcerpt, makeRecord } from "./make-record.ts";

describe("rank of a line", () => {
  test.each<readonly [number, string]>([
    [3, "E   assert 1 == 2"],
    [3, "gh: Not Found (HTTP 404)"],
    [2, "[watch-ci] PUSH-PARITY FAIL: f358cad44 is not on origin/dev."],
    [2, " ERR_PNPM_UNSUPPORTED_ENGINE  Unsupported environment (bad pnpm and/or Node.js version)"],
    [0, "HTTP 404 is what the test wants"],
    [3, "E       ModuleNotFoundError: No module named 'nothere'"],
    [3, "TypeError: Cannot read properties of undefined (reading 'x')"],
    [3, "AssertionError [ERR_ASSERTION]: 1 == 2"],
    [3, "AssertionError"],
    [3, "java.lang.NullPointerException: x is null"],
    [3, "Error: listen EADDRINUSE: address already in use :::3000"],
    [3, "src/x.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'."],
    [3, "src/x.ts:1:7 - error TS2322: Type 'string' is not assignable."],
    [3, "error[E0308]: mismatched types"],
    [3, "main.c:3:5: error: 'x' undeclared"],
    [3, "main.c:1:10: fatal error: gone.h: No such file or directory"],
    [3, "  12:5  error  'x' is never used  no-unused-vars"],
    [3, "fatal: not a git repository"],
    [3, "panic: runtime error: index out of range"],
    [3, "thread 'main' panicked at src/main.rs:1:1:"],
    [3, "assertion `left == right` failed"],
    [3, "    invoice_test.go:12: got 120, want 121.5"],
    [3, "sh: 1: vitest: not found"],
    [3, "bash: foo: command not found"],
    [3, "cat: x: No such file or directory"],
    [3, 'npm error Missing script: "test"'],
    [3, "a.rb:1:in 'foo': bad (RuntimeError)"],
    [3, "Segmentation fault (core dumped)"],
    [2, " FAIL  mixed.test.js > breaks"],
    [2, "FAILED test_a.py::test_b - assert 1 == 2"],
    [2, "ERROR test_err.py"],
    [2, "   × breaks 9ms"],
    [2, "✖ breaks (1.7ms)"],
    [2, "  ● invoice › applies the rate"],
    [2, "not ok 3 - breaks"],
    [2, "not ok - kept archives: expected 7, got 30"],
    [3, "  error: 'Expected values to be equal'"],
    [2, "--- FAIL: TestRate (0.00s)"],
    [2, "test tests::breaks ... FAILED"],
    [2, "2/2 Test #2: bad ..............................***Failed    0.00 sec"],
    [2, "[ERROR]   ATest.b:1 expected: <1> but was: <2>"],
    [1, "npm ERR! code ELIFECYCLE"],
    [1, "make: *** [Makefile:2: test] Error 1"],
    [1, "error: could not compile `one` (lib test) due to 1 previous error"],
    [1, "3 tests failed"],
    [1, "Found 2 errors in 1 file"],
    [0, "0 errors, 0 warnings"],
    [0, "Found 0 errors"],
    [0, "no errors"],
    [0, "failures: 0"],
    [0, "ℹ fail 0"],
    [0, " ✓ reports an Error: x"],
    [0, "ok 2 - 3 failed"],
    [0, "test_x.py::test_error PASSED"],
    [0, "test tests::error_path ... ok"],
    [0, "    at Object.<anonymous> (/x/error.js:1:1)"],
    [0, '  File "error.py", line 3, in fail'],
    [0, "all good"],
    [0, ""],
  ])("%i: %s", (rank, line) => {
    expect(rankErrorLine(line)).toBe(rank);
  });
});

describe("first error line of real outputs", () => {
  const runners = join(import.meta.dirname, "../fixtures/feedback/runners");
  test.each([
    ["pytest-failed", "E   assert 1 == 2"],
    ["pytest-error", "E   ModuleNotFoundError: No module named 'nothere'"],
    ["vitest-failed", "AssertionError: expected 1 to be 2 // Object.is equality"],
    ["vitest-unloadable", "Error: cannot load"],
    ["node-spec-failed", "AssertionError [ERR_ASSERTION]: 1 == 2"],
    ["unittest-failed", "ValueError: boom"],
    ["cargo-failed", "thread 'tests::breaks' (9719) panicked at one/src/lib.rs:5:106:"],
    ["cargo-broken", "error[E0308]: mismatched types"],
    ["go-failed", "invoice_test.go:12: got 120, want 121.5"],
    ["jest-unloadable", "Cannot find module './gone' from 'src/broken.test.js'"],
    ["ctest-failed", "2/2 Test #2: bad ..............................***Failed    0.00 sec"],
  ])("%s", (name, line) => {
    const stdout = excerptOf(readFileSync(join(runners, `${name}.txt`), "utf8"));
    expect(firstErrorLine(makeRecord({ exitCode: 1, stdout }))).toBe(line);
  });
});

describe("firstErrorLine", () => {
  test("a cause on stdout goes before a report on stderr", () => {
    const record = makeRecord({ stdout: makeExcerpt("TypeError: x"), stderr: makeExcerpt("npm ERR! code 1") });
    expect(firstErrorLine(record)).toBe("TypeError: x");
  });

  test("stderr goes first among equals", () => {
    const record = makeRecord({ stdout: makeExcerpt("TypeError: out"), stderr: makeExcerpt("TypeError: err") });
    expect(firstErrorLine(record)).toBe("TypeError: err");
  });

  test("without an error line the last line of stderr stands in", () => {
    expect(firstErrorLine(makeRecord({ stderr: makeExcerpt("usage: x\nbye\n") }))).toBe("bye");
  });

  test("nothing said, nothing invented", () => {
    expect(firstErrorLine(makeRecord({ stdout: makeExcerpt("fine") }))).toBeNull();
  });
});

test("the message of a TAP failure is the first line of its block", () => {
  const output =
    "not ok 1 - adds up\n  ---\n  error: |-\n    Expected values to be strictly equal:\n\n    1 !== 2\n  ...";
  expect(firstErrorLine(makeRecord({ exitCode: 1, stdout: makeExcerpt(output) }))).toBe(
    "Expected values to be strictly equal:",
  );
});

test("where no line looks like an error, the last one that says something counts", () => {
  const record = { ...makeRecord(), source: { kind: "transcript" as const, path: "t", line: 1 } };
  expect(firstErrorLine({ ...record, stdout: makeExcerpt('{\n  "state": "gone"\n}\n') })).toBe('"state": "gone"');
});
