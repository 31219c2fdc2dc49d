import { expect, test } from "vitest";
import { attemptTarget } from "../../../src/domain/view/attempt-target.ts";
import { markText } from "../../../src/domain/view/mark-text.ts";
import { findFailures, orderMarks } from "../../../src/domain/view/order-marks.ts";
import { createSessionMarks } from "../../../src/domain/view/session-marks.ts";
import { sliceOf } from "../../../src/domain/view/slice.ts";
import { thinCurve } from "../../../src/domain/view/thin-curve.ts";
import type { TimelineMark } from "../../../src/domain/view/view-model.ts";

const targets: readonly (readonly [string, string])[] = [
  ["npx vitest run test/a.test.ts", "test/a.test.ts"],
  ["cd web && node --test ./test/a.test.ts", "test/a.test.ts"],
  ["pytest tests/test_a.py::test_one -q", "tests/test_a.py"],
  ["npm test", "npm test"],
  ["npm run build -- --watch", "npm run build"],
  ["go vet -v", "go vet"],
  ["/usr/bin/eslint --fix", "eslint"],
  ["curl https://example.com/a.json", "curl"],
  ["", ""],
];

for (const [shell, target] of targets)
  test(`${JSON.stringify(shell)} is aimed at ${JSON.stringify(target)}`, () => {
    expect(attemptTarget({ command: { shell } })).toBe(target);
  });

function mark(at: string | null, text: string, lane: TimelineMark["lane"] = "command"): TimelineMark {
  return { lane, at, text, outcome: text === "bad" ? "failed" : null, exitCode: null, error: null };
}

test("marks in the order of time; one without a time stays behind the one before it", () => {
  const ordered = orderMarks([
    [mark("2", "b"), mark(null, "c"), mark("1", "set back"), mark("4", "bad")],
    [mark("1", "a"), mark("2", "b2")],
  ]);
  expect(ordered.map(({ text }) => text)).toEqual(["a", "b", "c", "set back", "b2", "bad"]);
  expect(findFailures([...ordered, mark("5", "", "cut")])).toEqual([5, 6]);
});

test("a curve is thinned to its bound, and keeps its ends, peaks and falls", () => {
  const points = Array.from({ length: 5_000 }, (_, n) => ({
    at: String(n),
    tokens: n === 2_500 ? 99_999 : n === 2_501 ? 1 : 500 + (n % 7),
    window: null,
  }));
  const thin = thinCurve(points, 500);
  expect(thin.length).toBeLessThanOrEqual(500);
  expect(thin.map(({ at }) => at)).toEqual(expect.arrayContaining(["0", "2500", "2501", "4999"]));
  expect(thinCurve(points.slice(0, 400), 500)).toHaveLength(400);
});

test("a withdrawn prompt is no mark; its edits stay", () => {
  const told = createSessionMarks((text) => text);
  told.push({ kind: "prompt", text: "one", at: "1", id: "p1" });
  told.push({ kind: "prompt", text: "two", at: "2", id: "p2" });
  told.push({ kind: "edit", path: "a.ts", at: "3" });
  told.push({ kind: "rewind", drop: { from: "p2" } });
  expect(told.marks().map(({ text }) => text)).toEqual(["one", "a.ts"]);
});

test("a secret is redacted before the text is cut", () => {
  const told = createSessionMarks((text) => text.replace("SECRET", "[gone]"));
  told.push({ kind: "prompt", text: `${"x".repeat(297)}SECRET`, at: null, id: null });
  expect(told.marks()[0]?.text).not.toContain("SE");
});

test("a mark is one line of at most 300 characters that hides nothing", () => {
  const text = markText(`a\nb\u202e\u001b[31m${"c".repeat(400)}`);
  expect(text).toHaveLength(300);
  expect(text.startsWith("a\\nb\\u202eccc")).toBe(true);
});

test("slices are bounded, whatever is asked", () => {
  const list = Array.from({ length: 1_000 }, (_, n) => n);
  expect(sliceOf(list, { from: 0, limit: 1e9 }).entries).toHaveLength(500);
  expect(sliceOf(list, { from: -5, limit: 1.9 })).toEqual({ total: 1_000, from: 0, entries: [0] });
  expect(sliceOf(list, { from: Number.NaN, limit: Number.NaN }).entries).toEqual([]);
});
