import { expect, test } from "vitest";
import { parseOutcome } from "../../src/domain/runs/parse-outcome.ts";

test.each([
  ["not_done the server refused", { kind: "not_done", reason: "the server refused" }],
  ["not_done", { kind: "not_done", reason: "the command says so" }],
  ["progress id=a=b c", { kind: "progress", data: { id: "a=b c" } }],
  ["progress constructor=1", { kind: "unreadable" }],
  ["progress id", { kind: "unreadable" }],
  ["progress =x", { kind: "unreadable" }],
  ["spent calls=2 cost=0.1", { kind: "spent", calls: 2, cost: 0.1 }],
  ["spent cost=?", { kind: "spent", cost: null }],
  ["spent calls=-1", { kind: "spent", calls: null, cost: null }],
  ["spent", { kind: "spent", calls: null, cost: null }],
  ["spent calls=2 tokens=9", { kind: "spent", calls: null, cost: null }],
  ["notdone x", { kind: "unreadable" }],
  ["NOT_DONE x", { kind: "unreadable" }],
  ["done", { kind: "unreadable" }],
])("%j", (line, declared) => {
  expect(parseOutcome(line)).toEqual(declared);
});
