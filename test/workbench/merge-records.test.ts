import { expect, test } from "vitest";
import { mergeRecords } from "../../src/workbench/merge-records.ts";
import { parseAs } from "./parse.ts";

test("of records with one id the later stands, at its own place", () => {
  const merged = mergeRecords([log(["a", { exit_code: null }], ["b"]), log(["a", { exit_code: 0 }], ["c"])]);
  expect(merged.map(({ id, exitCode }) => [id, exitCode])).toEqual([
    ["b", 0],
    ["a", 0],
    ["c", 0],
  ]);
});

test("half a record written again in full counts once", () => {
  const full = '{"command_id": "a", "command": ["npm", "test"], "exit_code": 1}';
  const { value } = parseAs("feedback_log", `${full}\n${full.slice(0, 40)}\n${full}\n`);
  expect(mergeRecords([value.records]).map(({ id, source }) => [id, source.line])).toEqual([["a", 3]]);
});

test("equal records without an id are one when they tell their start, and several when they do not", () => {
  const timed = '{"command": ["a"], "exit_code": 0, "started_at": 1798000000.5}\n';
  const plain = '{"command": "a", "exit_code": 0}\n';
  const merged = mergeRecords([parseAs("feedback_log", timed + timed + plain + plain + plain).value.records]);
  expect(merged).toHaveLength(4);
  const id = merged[1]?.id ?? "";
  expect(merged.slice(1).map((record) => record.id)).toEqual([id, `${id}-2`, `${id}-3`]);
});

test.each([
  ["a record that is its own parent", [["a", { parent_command_id: "a" }]], [["a", null]]],
  [
    "two that are each other's parents",
    [
      ["a", { parent_command_id: "b" }],
      ["b", { parent_command_id: "a" }],
    ],
    [
      ["a", null],
      ["b", "a"],
    ],
  ],
  [
    "a chain, also one whose beginning is gone",
    [
      ["b", { parent_command_id: "a" }],
      ["c", { parent_command_id: "b" }],
    ],
    [
      ["b", "a"],
      ["c", "b"],
    ],
  ],
  [
    "a chain that hangs on a cycle",
    [
      ["d", { parent_command_id: "a" }],
      ["a", { parent_command_id: "b" }],
      ["b", { parent_command_id: "a" }],
    ],
    [
      ["d", "a"],
      ["a", null],
      ["b", "a"],
    ],
  ],
] as const)("parents never go round: %s", (_, entries, expected) => {
  expect(mergeRecords([log(...entries)]).map(({ id, parentId }) => [id, parentId])).toEqual(expected);
});

test("a long chain of retries is kept in linear time", () => {
  const entries = Array.from({ length: 5_000 }, (_, n) => [`r${n}`, { parent_command_id: `r${n - 1}` }] as const);
  const start = performance.now();
  expect(mergeRecords([log(...entries)]).filter(({ parentId }) => parentId === null)).toHaveLength(0);
  expect(performance.now() - start).toBeLessThan(10_000);
});

function log(...entries: readonly (readonly [id: string, fields?: Record<string, unknown>])[]) {
  const lines = entries.map(([id, fields]) =>
    JSON.stringify({ command_id: id, command: ["x"], exit_code: 0, ...fields }),
  );
  return parseAs("feedback_log", lines.join("\n")).value.records;
}
