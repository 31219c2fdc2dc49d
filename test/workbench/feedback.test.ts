import { expect, test } from "vitest";
import type { FeedbackRecord } from "../../src/domain/workbench.ts";
import { codes, fixture, parse, parseAs } from "./parse.ts";

test("F1 gives every field", () => {
  const [failed, passed] = records(fixture("feedback/f1.jsonl"));
  expect(failed).toEqual({
    id: "a1b2c3d4e5f6",
    parentId: null,
    source: { kind: "repository", path: "some.json", line: 1 },
    command: { argv: ["npx", "vitest", "run", "test/cart"] },
    exitCode: 1,
    signal: null,
    error: null,
    durationMs: 2310,
    startedAt: "2026-12-23T04:26:40.125Z",
    stdout: {
      head: "l1\nl2\nl3\nl4\nl5",
      tail: "Tests  1 failed | 3 passed (4)",
      omittedLines: 12,
      errorLines: [],
    },
    stderr: {
      head: "AssertionError: expected 90 to be 89",
      tail: "",
      omittedLines: 0,
      errorLines: [],
    },
    note: "expect a rounding failure",
    cwd: null,
    branch: null,
    commit: null,
    topic: null,
    sessionId: null,
    tree: null,
    treeAfter: null,
    changedWhileRunning: [],
    testResult: null,
  });
  expect(passed).toMatchObject({ parentId: "a1b2c3d4e5f6", exitCode: 0, source: { line: 2 } });
});

test("a timeout and a missing program keep their reason, a signal gets its name", () => {
  expect(records(fixture("feedback/f1.jsonl")).slice(2)).toMatchObject([
    { exitCode: null, error: "timeout after 30.0s", signal: null },
    { exitCode: -15, error: null, signal: "SIGTERM" },
    { exitCode: null, error: "[Errno 2] No such file or directory: 'no-such-tool'" },
  ]);
});

test("F2 and F3 get ids from their content, the same at every reading and in every file", () => {
  const one = records(fixture("feedback/f2.jsonl"));
  expect(one.map(({ id }) => id)).toEqual([
    expect.stringMatching(/^r-[0-9a-f]{16}$/),
    expect.stringMatching(/^r-[0-9a-f]{16}$/),
  ]);
  const text = new TextDecoder().decode(fixture("feedback/f2.jsonl"));
  const moved = records(`\n${fixtureText("feedback/f3.jsonl")}${text.replaceAll("\n", "\r\n")}`).slice(2);
  expect(moved.map(({ id }) => id)).toEqual(one.map(({ id }) => id));
  expect(records(fixture("feedback/f3.jsonl"))).toMatchObject([
    { command: { shell: "npx tsc -p ." }, exitCode: 0, startedAt: null },
    { command: { shell: "npx vitest run" }, exitCode: 2 },
  ]);
});

test("a log of several dialects is read whole and named by all of them", () => {
  const { value } = parseAs("feedback_log", fixtureText("feedback/f1.jsonl") + fixtureText("feedback/f3.jsonl"));
  expect(value.ref.dialect).toBe("F1+F3");
  expect(value.records).toHaveLength(7);
});

test.each([
  [0, 0, null],
  ["0", 0, null],
  [" 3 ", 3, null],
  [-9, -9, null],
  [3221225786, 3221225786, null],
  [-0, 0, null],
  [null, null, "no exit code recorded"],
  [undefined, null, "no exit code recorded"],
  [false, null, "exit code not usable: false"],
  [true, null, "exit code not usable: true"],
  ["", null, "exit code not usable: text"],
  ["ok", null, "exit code not usable: text"],
  [0.5, null, "exit code not usable: a number"],
  [1e300, null, "exit code not usable: a number"],
  [[0], null, "exit code not usable: a list"],
  [{ code: 0 }, null, "exit code not usable: an object"],
])("exit_code %j is %j", (exit_code, expected, error) => {
  expect(records(line({ exit_code }))[0]).toMatchObject({ exitCode: expected, error });
});

test("exit_code NaN is no success and does not cost the record", () => {
  const { value, damage } = parseAs(
    "feedback_log",
    '{"command": ["a"], "exit_code": NaN, "stdout_tail": "NaN stays"}\n',
  );
  expect(value.records[0]?.record).toMatchObject({
    exitCode: null,
    error: "no exit code recorded",
    stdout: { head: "NaN stays" },
  });
  expect(codes(damage)).toEqual(["invalid_number line 1"]);
});

test.each([
  [-1, "SIGHUP"],
  [-6, "SIGABRT"],
  [-9, "SIGKILL"],
  [-11, "SIGSEGV"],
  [-31, "SIGSYS"],
  [-32, null],
  [-1073741510, null],
  [9, null],
])("exit code %j means signal %j", (exit_code, signal) => {
  expect(records(line({ exit_code }))[0]?.signal).toBe(signal);
});

test.each([
  [1798000000.125, "2026-12-23T04:26:40.125Z"],
  [1798000000.5328643, "2026-12-23T04:26:40.533Z"],
  ["1798000000.125", "2026-12-23T04:26:40.125Z"],
  [1798000000125, "2026-12-23T04:26:40.125Z"],
  [0, "1970-01-01T00:00:00.000Z"],
  ["2026-12-23T05:26:40+01:00", "2026-12-23T04:26:40.000Z"],
  ["2026-12-23 04:26:40Z", "2026-12-23T04:26:40.000Z"],
  ["2026-12-23T04:26:40", null],
  ["yesterday", null],
  [-5, null],
  [Infinity, null],
  [1e20, null],
  [null, null],
  [true, null],
  [{}, null],
])("started_at %j is %j", (started_at, expected) => {
  expect(records(line({ started_at }))[0]?.startedAt).toBe(expected);
});

test.each([
  [12.6, 13],
  ["40", 40],
  [-1, null],
  ["soon", null],
  [null, null],
])("duration_ms %j is %j", (duration_ms, expected) => {
  expect(records(line({ duration_ms }))[0]?.durationMs).toBe(expected);
});

test.each([
  ["a list of words", ["git", "status"], { argv: ["git", "status"] }],
  ["words with numbers", ["sleep", 5], { argv: ["sleep", "5"] }],
  ["empty words", ["printf", ""], { argv: ["printf", ""] }],
  ["one shell text", "npm test | tail", { shell: "npm test | tail" }],
])("command: %s", (_, command, expected) => {
  expect(records(line({ command }))[0]?.command).toEqual(expected);
});

test.each([[[]], [[""]], [""], ["  "], [null], [7], [{ argv: ["a"] }], [["a", null]], [["a", ["b"]]]])(
  "a record with command %j names none and is left out",
  (command) => {
    const { value, damage } = parseAs("feedback_log", line({ command }) + line({}));
    expect(value.records).toHaveLength(1);
    expect(codes(damage)).toEqual(["wrong_shape line 1"]);
  },
);

test("a command_id that is no safe id is replaced by one from the content", () => {
  const { value, damage } = parseAs("feedback_log", line({ command_id: "../../x", parent_command_id: "a\nb" }));
  expect(value.records[0]?.record).toMatchObject({ id: expect.stringMatching(/^r-/), parentId: null });
  expect(codes(damage)).toEqual(["unsafe_id line 1, command_id", "unsafe_id line 1, parent_command_id"]);
});

test("argv, streams, note and error are redacted", () => {
  const text = line({
    command: ["curl", "-H", "Authorization: hunter2"],
    stdout_tail: "password hunter2\n",
    stderr_tail: "hunter2",
    agent_note: "uses hunter2",
    error: "refused hunter2",
    exit_code: null,
  });
  expect(JSON.stringify(records(text))).not.toContain("hunter2");
});

test("a secret across the runner's cut is redacted before the marker is taken out", () => {
  const redact = (text: string): string => text.replace(/BEGIN[^]*END/, "[key]");
  const stdout_tail = `a\nBEGIN\n...truncated 25 lines...\nbody\nEND\nz\n`;
  const { artifact } = parse(line({ stdout_tail, truncations: { stdout: 25 } }), { redact });
  expect(artifact).toMatchObject({
    value: { records: [{ record: { stdout: { head: "a\n[key]\nz", tail: "", omittedLines: 25 } } }] },
  });
});

test.each([
  ["the record counts the cut lines", { truncations: { stdout: 7 } }, "...truncated 7 lines...", 7, false],
  ["the record has no counts", {}, "...truncated 7 lines...", 7, false],
  ["the record says that nothing was cut", { truncations: { stdout: 0 } }, "...truncated 7 lines...", 0, true],
  ["the record counts another number", { truncations: { stdout: 9 } }, "...truncated 7 lines...", 9, true],
  ["the line only holds the words", {}, "see ...truncated 7 lines...", 0, true],
])("a cut marker is taken out when it is the runner's own: %s", (_, fields, marker, omittedLines, kept) => {
  const [record] = records(line({ ...fields, stdout_tail: `a\n${marker}\nb\n` }));
  expect(record?.stdout.omittedLines).toBe(omittedLines);
  expect(record?.stdout.head.includes("truncated")).toBe(kept);
});

test("short plain output stays as it is; colours, progress bars and long output are cut as our own is", () => {
  const plain = Array.from({ length: 60 }, (_, n) => `line ${n}`).join("\n");
  expect(records(line({ stdout_tail: plain }))[0]?.stdout).toEqual({
    head: plain,
    tail: "",
    omittedLines: 0,
    errorLines: [],
  });
  const coloured = records(line({ stdout_tail: "\u001B[31mred\u001B[0m\n10%\r50%\rdone\n" }))[0]?.stdout;
  expect(coloured?.head).toBe("red\ndone");
  const long = records(line({ stderr_tail: `${"x\n".repeat(9_000)}Error: the middle\n${"y\n".repeat(9_000)}` }))[0]
    ?.stderr;
  expect(long?.head).toBe("x\nx\nx\nx\nx");
  expect(long?.errorLines).toEqual(["Error: the middle"]);
  expect(long?.omittedLines).toBe(18_001 - 35);
});

test("one line of 13 MB is read, bounded, and costs its neighbours nothing", () => {
  const huge = line({ stdout_tail: `${"x".repeat(6_500_000)}\n${"y".repeat(6_500_000)}hunter2` });
  const [before, record, after] = records(line({ command: "a" }) + huge + line({ command: "b" }));
  expect(JSON.stringify(record).length).toBeLessThan(40_000);
  expect(JSON.stringify(record)).not.toContain("hunter2");
  expect(record?.stdout.omittedLines).toBeGreaterThan(0);
  expect([before?.command, after?.command]).toEqual([{ shell: "a" }, { shell: "b" }]);
});

test("an empty log is a log without records", () => {
  expect(parse("", { expected: "feedback_log" })).toMatchObject({
    artifact: { kind: "feedback_log", value: { ref: { dialect: "empty" }, records: [] } },
    damage: [],
  });
});

function line(fields: Record<string, unknown>): string {
  return `${JSON.stringify({ command: ["true"], exit_code: 0, ...fields })}\n`;
}

function records(content: Uint8Array | string): readonly FeedbackRecord[] {
  return parseAs("feedback_log", content).value.records.map(({ record }) => record);
}

function fixtureText(path: string): string {
  return new TextDecoder().decode(fixture(path));
}
