import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failureKey } from "../../src/domain/feedback/failure-key.ts";
import { isFailure } from "../../src/domain/feedback/judge-record.ts";
import { trimFeedback } from "../../src/domain/feedback/trim-feedback.ts";
import type { FeedbackRecord } from "../../src/domain/workbench.ts";
import { makeExcerpt, makeRecord } from "./make-record.ts";

function run(id: string, exitCode: number | null, fields: Partial<FeedbackRecord> = {}): FeedbackRecord {
  return makeRecord({ id, exitCode, command: { argv: ["cmd", id] }, ...fields });
}

function ids(records: readonly FeedbackRecord[], keepLast = 5, cap = 30): readonly string[] {
  return trimFeedback(records, { keepLast, cap }).entries.map((entry) => entry.id);
}

describe("what is kept", () => {
  test("the last K and every failure, in the order of time", () => {
    const records = Array.from({ length: 10 }, (_, index) => run(`c${index}`, index === 2 || index === 7 ? 1 : 0));
    expect(ids(records)).toEqual(["c2", "c5", "c6", "c7", "c8", "c9"]);
    expect(trimFeedback(records, { keepLast: 5 }).omitted).toEqual({ passed: 4, failed: 0 });
  });

  test("a timeout is a failure", () => {
    const records = [
      run("t", null, { error: "timeout after 30 s" }),
      ...["a", "b", "c", "d", "e"].map((id) => run(id, 0)),
    ];
    expect(ids(records)).toEqual(["t", "a", "b", "c", "d", "e"]);
  });

  test("a command that never started is a failure", () => {
    expect(ids([run("n", null, { error: "never started: spawn n ENOENT" }), run("a", 0)], 1)).toEqual(["n", "a"]);
  });

  test("a failure behind a pipe is a failure", () => {
    const hidden = run("p", 0, {
      command: { shell: "npm test | tail" },
      stdout: makeExcerpt("Tests:       2 failed, 1 passed, 3 total"),
    });
    expect(ids([hidden, run("a", 0)], 1)).toEqual(["p", "a"]);
  });

  test("K = 0 keeps failures only", () => {
    expect(ids([run("a", 0), run("f", 1), run("b", 0)], 0)).toEqual(["f"]);
  });

  test("nothing gives nothing", () => {
    expect(trimFeedback([], { keepLast: 5 })).toEqual({ entries: [], omitted: { passed: 0, failed: 0 } });
  });

  test("200 different failures give 30 entries, the newest, and a count", () => {
    const records = Array.from({ length: 200 }, (_, index) => run(`f${index}`, 1));
    const { entries, omitted } = trimFeedback(records, { keepLast: 5 });
    expect(entries.map((entry) => entry.id)).toEqual(records.slice(-30).map((record) => record.id));
    expect(omitted).toEqual({ passed: 0, failed: 170 });
  });

  test("over the cap a failure that nobody fixed goes before a newer one that was fixed", () => {
    const open = run("open", 1);
    const fixed = [1, 2, 3].flatMap((n) => [
      run(`bad${n}`, 1, { command: { argv: ["x", `${n}`] } }),
      run(`good${n}`, 0, { command: { argv: ["x", `${n}`] } }),
    ]);
    expect(ids([open, ...fixed], 0, 2)).toEqual(["open", "bad3"]);
  });

  test("passes get what room the failures leave, the newest first", () => {
    expect(ids([run("f1", 1), run("a", 0), run("f2", 1), run("b", 0), run("c", 0)], 5, 3)).toEqual(["f1", "f2", "c"]);
  });
});

describe("identical failures", () => {
  const npm = { command: { argv: ["npm", "test"] } };
  const failing = (id: string, line: string, fields: Partial<FeedbackRecord> = {}) =>
    run(id, 1, { ...npm, stderr: makeExcerpt(line), ...fields });

  test("fold into the newest, with a count, but for times, durations and addresses", () => {
    const records = [
      failing("a", "Error: timed out after 1203ms at 0x7fff12 on 2026-11-30T07:29:21Z"),
      failing("b", "Error: timed out after 98 ms at 0x1111aa on 2026-11-30T08:00:00Z"),
      failing("c", "Error: timed out after 5.5s at 0xdeadbe on 2026-12-01T07:29:21.123Z"),
    ];
    const { entries, omitted } = trimFeedback(records, { keepLast: 5 });
    expect(entries.map(({ id, count }) => [id, count])).toEqual([["c", 3]]);
    expect(omitted).toEqual({ passed: 0, failed: 0 });
  });

  test.each<readonly [string, Partial<FeedbackRecord>]>([
    ["another error line", { stderr: makeExcerpt("Error: other") }],
    ["another exit code", { exitCode: 2 }],
    ["another command", { command: { argv: ["npm", "run", "lint"] } }],
    ["another folder", { cwd: "packages/a" }],
    ["a timeout instead of an exit", { exitCode: null, error: "timeout after 3 s" }],
  ])("%s is another failure", (_, fields) => {
    expect(ids([failing("a", "Error: x"), failing("b", "Error: x", fields)])).toEqual(["a", "b"]);
  });

  test("the same command, as argv and as shell string, is the same", () => {
    expect(ids([failing("a", "Error: x"), failing("b", "Error: x", { command: { shell: "npm  test" } })])).toEqual([
      "b",
    ]);
  });
});

describe("resolved failures", () => {
  test("name the later pass of the same command", () => {
    const records = [
      run("f", 1, { command: { argv: ["npm", "test"] } }),
      run("x", 0),
      run("p", 0, { command: { shell: "npm test" } }),
    ];
    expect(trimFeedback(records, { keepLast: 5 }).entries.map((entry) => entry.resolved_by)).toEqual(["p", null, null]);
  });

  test("a pass before it, a masked pass or one in another folder resolve nothing", () => {
    const same = { command: { argv: ["npm", "test"] } };
    const records = [
      run("p", 0, same),
      run("f", 1, same),
      run("m", 0, { command: { shell: "npm test || true" } }),
      run("o", 0, { ...same, cwd: "packages/a" }),
    ];
    expect(trimFeedback(records, { keepLast: 5 }).entries[1]?.resolved_by).toBeNull();
  });

  test("a failure that came back after the pass is open again", () => {
    const same = { command: { argv: ["npm", "test"] } };
    const [, entry] = trimFeedback([run("f", 1, same), run("p", 0, same), run("g", 1, same)], { keepLast: 5 }).entries;
    expect(entry).toMatchObject({ id: "g", count: 2, resolved_by: null });
  });
});

describe("what an entry says", () => {
  test("a failure keeps head, tail and error lines of both streams", () => {
    const [entry] = trimFeedback(
      [
        run("f", 1, {
          stdout: { head: "start", tail: "end", omittedLines: 3, errorLines: ["TypeError: x"] },
          stderr: { head: "warn", tail: "", omittedLines: 0, errorLines: ["fatal: y"] },
        }),
      ],
      { keepLast: 5 },
    ).entries;
    expect(entry).toMatchObject({
      head: "start\nwarn",
      tail: "end",
      error_lines: ["fatal: y", "TypeError: x"],
      outcome: "failed",
      exit_code: 1,
    });
  });

  test("a pass keeps one line: the runner's result, else its last", () => {
    const result = { runner: "vitest", passed: 3, failed: 0, skipped: 0, line: "Tests  3 passed (3)" };
    const output = { head: "a\nb", tail: "c\nlast\n", omittedLines: 0, errorLines: ["Error: harmless"] };
    const { entries } = trimFeedback(
      [run("p", 0, { stdout: output, testResult: result }), run("q", 0, { stdout: output }), run("r", 0)],
      { keepLast: 5 },
    );
    expect(entries.map(({ head, tail, error_lines }) => [head, tail, error_lines])).toEqual([
      [null, "Tests  3 passed (3)", []],
      [null, "last", []],
      [null, null, []],
    ]);
  });

  test("an entry is bounded, in whole lines", () => {
    const huge = {
      head: "h".repeat(9000),
      tail: Array.from({ length: 30 }, (_, n) => `${n} ${"t".repeat(1900)}`).join("\n"),
      omittedLines: 0,
      errorLines: [],
    };
    const [entry] = trimFeedback([run("f", 1, { stdout: huge, stderr: huge })], { keepLast: 5 }).entries;
    expect(JSON.stringify(entry).length).toBeLessThan(12_000);
    expect(entry?.tail).toMatch(/^…\[\d+ lines cut\]\n\d+ t/);
  });
});

describe("laws", () => {
  const record = fc.record({
    command: fc.constantFrom<FeedbackRecord["command"]>(
      { argv: ["npm", "test"] },
      { shell: "npm test" },
      { argv: ["make"] },
      { shell: "x | tail" },
      { shell: "x || true" },
    ),
    exitCode: fc.constantFrom(0, 0, 0, 1, 2, 127, -9, null),
    error: fc.constantFrom(null, "timeout after 3 s"),
    stderr: fc
      .constantFrom("", "Error: a", "Error: b after 3ms", "Error: b after 9ms", "AssertionError: c")
      .map(makeExcerpt),
    cwd: fc.constantFrom("", "packages/a"),
  });
  const log = fc
    .array(record, { maxLength: 60 })
    .map((list) => list.map((fields, index) => makeRecord({ ...fields, id: `r${index}` })));
  const options = fc.record({ keepLast: fc.integer({ min: 0, max: 12 }), cap: fc.integer({ min: 0, max: 12 }) });

  test("order is kept, the cap holds, every record is kept, folded or counted", () => {
    fc.assert(
      fc.property(log, options, (records, { keepLast, cap }) => {
        const { entries, omitted } = trimFeedback(records, { keepLast, cap });
        const positions = entries.map((entry) => records.findIndex((one) => one.id === entry.id));
        expect(positions).toEqual([...positions].sort((a, b) => a - b));
        expect(entries.length).toBeLessThanOrEqual(cap);
        const kept = entries.reduce((sum, entry) => sum + entry.count, 0);
        expect(kept + omitted.passed + omitted.failed).toBe(records.length);
      }),
    );
  });

  test("no distinct failure is dropped while the cap allows it", () => {
    fc.assert(
      fc.property(log, options, (records, { keepLast, cap }) => {
        const { entries } = trimFeedback(records, { keepLast, cap });
        const byId = new Map(records.map((one) => [one.id, one]));
        const keptFailures = entries.flatMap((entry) => byId.get(entry.id) ?? []).filter((one) => isFailure(one));
        const distinct = new Set(records.filter((one) => isFailure(one)).map(failureKey));
        expect(new Set(keptFailures.map(failureKey)).size).toBe(Math.min(distinct.size, cap));
        // Nothing else takes a place while a failure is left out.
        expect(distinct.size > cap && keptFailures.length < entries.length).toBe(false);
      }),
    );
  });

  test("the last K are there when there is room for all", () => {
    fc.assert(
      fc.property(log, fc.integer({ min: 1, max: 12 }), (records, keepLast) => {
        const kept = ids(records, keepLast, 100);
        // Identical failures are one: the last K of what is left after folding.
        const passes = records.slice(-keepLast).filter((one) => !isFailure(one));
        expect(kept).toEqual(expect.arrayContaining(passes.map((one) => one.id)));
      }),
    );
  });

  test("the same input gives the same result, and its own selection is a fixed point", () => {
    fc.assert(
      fc.property(log, options, (records, { keepLast, cap }) => {
        const first = trimFeedback(records, { keepLast, cap });
        expect(trimFeedback(structuredClone(records), { keepLast, cap })).toEqual(first);
        const kept = new Set(first.entries.map((entry) => entry.id));
        expect(
          ids(
            records.filter((one) => kept.has(one.id)),
            keepLast,
            cap,
          ),
        ).toEqual([...kept]);
      }),
    );
  });
});
