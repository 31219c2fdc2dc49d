import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeFeedbackLines, encodeFeedback, encodeFeedbackStart } from "../../src/domain/feedback/log-lines.ts";
import type { FeedbackRecord, OutputExcerpt } from "../../src/domain/workbench.ts";
import { makeRecord } from "./make-record.ts";

const path = "feedback.jsonl";
const holder = { pid: 7, startTime: "123", bootId: "b", host: "here", command: "node" };

function decode(...texts: readonly string[]): ReturnType<typeof decodeFeedbackLines> {
  return decodeFeedbackLines(
    path,
    texts.map((text, index) => ({ number: index + 1, text })),
  );
}

const text = fc.string({ unit: "grapheme" });
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary);
const lines = fc.array(fc.oneof(text, fc.constantFrom("", "...truncated 3 lines..."))).map((all) => all.join("\n"));
const excerpt: fc.Arbitrary<OutputExcerpt> = fc.record({
  head: lines,
  tail: lines,
  omittedLines: fc.nat(),
  errorLines: fc.array(text),
});
const record: fc.Arbitrary<FeedbackRecord> = fc.record({
  id: text,
  parentId: maybe(text),
  source: fc.constant({ kind: "home" as const, path, line: 1 }),
  command: fc.oneof(fc.record({ shell: text }), fc.record({ argv: fc.array(text) })),
  exitCode: maybe(fc.integer({ min: -64, max: 255 })),
  signal: maybe(text),
  error: maybe(text),
  durationMs: maybe(fc.nat()),
  startedAt: maybe(
    fc.date({ min: new Date(0), max: new Date("2200-01-01"), noInvalidDate: true }).map((date) => date.toISOString()),
  ),
  stdout: excerpt,
  stderr: excerpt,
  note: maybe(text),
  cwd: maybe(text),
  branch: maybe(text),
  commit: maybe(text),
  topic: maybe(text),
  sessionId: maybe(text),
  tree: maybe(text),
  treeAfter: maybe(text),
  changedWhileRunning: fc.array(text),
  testResult: maybe(
    fc.record({ runner: text, passed: maybe(fc.nat()), failed: maybe(fc.nat()), skipped: maybe(fc.nat()), line: text }),
  ),
});

test("a record survives the log unchanged", () => {
  fc.assert(
    fc.property(record, (one) => {
      const line = encodeFeedback(one);
      expect(line).not.toContain("\n");
      expect(decode(line)).toEqual({ records: [one], unfinished: [], damage: [] });
    }),
  );
});

test("the line is readable as the workbench's own dialect", () => {
  const line: unknown = JSON.parse(
    encodeFeedback(
      makeRecord({
        exitCode: -9,
        signal: "SIGKILL",
        stdout: { head: "a\nb", tail: "y\nz", omittedLines: 7, errorLines: [] },
      }),
    ),
  );
  expect(line).toMatchObject({
    command_id: "0123456789ab",
    parent_command_id: null,
    command: ["npm", "test"],
    stdout_tail: "a\nb\n...truncated 7 lines...\ny\nz",
    stderr_tail: "",
    exit_code: -9,
    duration_ms: 12,
    started_at: 1_796_023_761.123,
    agent_note: null,
    error: null,
    truncations: { stdout: 7, stderr: 0 },
  });
});

describe("start and end", () => {
  const one = makeRecord();

  test("a start without an end is an interrupted record, and says who held it", () => {
    const { records, unfinished } = decode(encodeFeedbackStart(one, holder));
    expect(records).toMatchObject([{ id: one.id, exitCode: null, error: "interrupted: no exit was recorded" }]);
    expect(unfinished).toEqual([{ id: one.id, holder }]);
  });

  test("the end replaces the start and keeps its place", () => {
    const other = makeRecord({ id: "other" });
    const { records, unfinished } = decode(
      encodeFeedbackStart(one, holder),
      encodeFeedback(other),
      encodeFeedback(one),
    );
    expect(records.map(({ id, exitCode }) => [id, exitCode])).toEqual([
      [one.id, 0],
      ["other", 0],
    ]);
    expect(unfinished).toEqual([]);
  });

  test("a start that comes late does not undo the end", () => {
    expect(decode(encodeFeedback(one), encodeFeedbackStart(one, null)).records[0]?.exitCode).toBe(0);
  });

  test("a record written in half and then in full counts once", () => {
    const line = encodeFeedback(one);
    const { records, damage } = decode(line.slice(0, 80), line, line);
    expect(records).toHaveLength(1);
    expect(damage).toEqual([expect.objectContaining({ code: "invalid_json", place: "line 1" })]);
  });
});

describe("damage", () => {
  test.each([
    ["no JSON", "{", "invalid_json"],
    ["an array", "[1]", "invalid_json"],
    ["NUL bytes", "\0\0\0", "invalid_json"],
    ["another version", '{"schema_version":99,"command_id":"a","command":["x"]}', "unknown_version"],
    ["no id", '{"schema_version":1,"command":["x"]}', "wrong_shape"],
    ["no command", '{"schema_version":1,"command_id":"a"}', "wrong_shape"],
    ["a command of numbers", '{"schema_version":1,"command_id":"a","command":[1]}', "wrong_shape"],
  ])("%s is reported and the rest is read", (_, bad, code) => {
    const { records, damage } = decode(encodeFeedback(makeRecord()), bad, encodeFeedback(makeRecord({ id: "b" })));
    expect(records.map(({ id }) => id)).toEqual(["0123456789ab", "b"]);
    expect(damage).toEqual([{ path, code, place: "line 2", detail: expect.any(String) as string }]);
  });

  test("a blank line is no damage", () => {
    expect(decode("", "  ").damage).toEqual([]);
  });

  test("an exit code that is no number is missing, never 0", () => {
    expect(decode('{"command_id":"a","command":["x"],"exit_code":"0"}').records[0]?.exitCode).toBeNull();
  });

  test("any text gives a result", () => {
    const value = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .dictionary(
          fc.constantFrom(
            "command_id",
            "command",
            "excerpt",
            "truncations",
            "test_result",
            "holder",
            "started_at",
            "phase",
            "stdout_tail",
          ),
          fc.jsonValue(),
        )
        .map((object) => JSON.stringify({ command_id: "x", command: "y", ...object })),
    );
    fc.assert(
      fc.property(fc.array(value), (all) => {
        expect(decode(...all).records.length).toBeLessThanOrEqual(all.length);
      }),
    );
  });
});
