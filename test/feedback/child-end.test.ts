import { expect, test } from "vitest";
import { type ChildEnd, describeEnd } from "../../src/domain/feedback/child-end.ts";

const plain: ChildEnd = {
  exitCode: 0,
  signal: null,
  notStarted: null,
  timeoutMs: null,
  interruptedBy: null,
  durationMs: 5,
  outputHeld: false,
  outputClosed: false,
};
const term = { name: "SIGTERM", number: 15 };

test.each<readonly [string, Partial<ChildEnd>, ReturnType<typeof describeEnd>]>([
  ["exit 0", {}, { exitCode: 0, signal: null, error: null, status: 0 }],
  ["exit 3", { exitCode: 3 }, { exitCode: 3, signal: null, error: null, status: 3 }],
  ["a signal", { exitCode: null, signal: term }, { exitCode: -15, signal: "SIGTERM", error: null, status: 143 }],
  [
    "not found",
    { exitCode: null, notStarted: { code: 127, reason: "x: no such file" } },
    { exitCode: null, signal: null, error: "never started: x: no such file", status: 127 },
  ],
  [
    "a time limit",
    { exitCode: null, signal: term, timeoutMs: 30_000 },
    { exitCode: null, signal: "SIGTERM", error: "timeout after 30 s", status: 124 },
  ],
  [
    "exit 0 after a time limit",
    { timeoutMs: 1500 },
    { exitCode: null, signal: null, error: "timeout after 1.5 s", status: 124 },
  ],
  [
    "an interruption",
    { exitCode: null, signal: term, interruptedBy: "SIGTERM" },
    { exitCode: null, signal: "SIGTERM", error: "interrupted by SIGTERM", status: 143 },
  ],
  [
    "exit 0 after an interruption",
    { interruptedBy: "SIGINT" },
    { exitCode: null, signal: null, error: "interrupted by SIGINT, then exit 0", status: 0 },
  ],
  [
    "held output",
    { outputHeld: true },
    {
      exitCode: 0,
      signal: null,
      error: "the output is cut off: a process left behind still held it after the exit",
      status: 0,
    },
  ],
  [
    "a closed reader",
    { outputClosed: true },
    { exitCode: 0, signal: null, error: "the output is cut off: its reader closed it", status: 0 },
  ],
])("%s", (_, fields, described) => {
  expect(describeEnd({ ...plain, ...fields })).toEqual(described);
});
