import { describe, expect, it } from "vitest";
import type { Change } from "../../src/domain/scene.ts";
import type { WorkbenchSnapshot } from "../../src/domain/snapshot.ts";
import {
  elsewhere,
  makeBoard,
  makeFeatures,
  makeSnapshot,
  makeState,
  makeTask,
  ran,
} from "../verification/make-snapshot.ts";
import { check } from "./check.ts";

const started = { status: "in_progress" } as const;
const done = { status: "done", acceptance: ["npm test"] } as const;
const touched: readonly Change[] = ["task_board.json", "feature_list.json"].map((path) => ({
  path,
  from: null,
  status: "modified",
  additions: 1,
  deletions: 1,
  binary: false,
  sha256: "s",
  committed: true,
}));
const red = ran("npm test", { exitCode: 1, tree: elsewhere });
const green = ran("npm test", { tree: elsewhere });

type Parts = Parameters<typeof makeSnapshot>[0];

const cases: readonly (readonly [what: string, parts: Parts, details: readonly RegExp[]])[] = [
  ["no board", {}, []],
  ["one task in progress", { workbench: { board: makeBoard(makeTask("T-1", started), makeTask("T-2")) } }, []],
  [
    "two tasks in progress",
    { workbench: { board: makeBoard(makeTask("T-1", started), makeTask("T-2", started)) } },
    [/2 tasks in progress: T-1, T-2/],
  ],
  [
    "two features in progress",
    { workbench: { featureList: makeFeatures(null, makeTask("a", started), makeTask("b", started)) } },
    [/feature_list\.json: 2 features in progress/],
  ],
  [
    "one on the board and one feature",
    {
      workbench: { board: makeBoard(makeTask("T-1", started)), featureList: makeFeatures("a", makeTask("a", started)) },
    },
    [],
  ],
  [
    "done and green",
    { feedback: [green], work: { changes: touched }, workbench: { board: makeBoard(makeTask("T-1", done)) } },
    [],
  ],
  [
    "done and green on an unknown tree",
    {
      feedback: [ran("npm test", { tree: null })],
      work: { changes: touched },
      workbench: { board: makeBoard(makeTask("T-1", done)) },
    },
    [],
  ],
  [
    "done and red by now",
    { feedback: [green, red], workbench: { board: makeBoard(makeTask("T-1", done)) } },
    [/task T-1 is done, but npm test fails/],
  ],
  ["done, red and then green", { feedback: [red, green], workbench: { board: makeBoard(makeTask("T-1", done)) } }, []],
  [
    "done by this work and never run",
    { work: { changes: touched }, workbench: { board: makeBoard(makeTask("T-1", done)) } },
    [/T-1 is done, but npm test was never run/],
  ],
  [
    "done on a board that is not committed",
    {
      scene: { dirty: [] },
      work: { base: { commit: null, kind: "none", ref: null } },
      workbench: { board: makeBoard(makeTask("T-1", done)) },
    },
    [/never run/],
  ],
  [
    "done and never passed",
    {
      work: { changes: touched },
      feedback: [ran("npm test", { exitCode: 127 })],
      workbench: { board: makeBoard(makeTask("T-1", done)) },
    },
    [/npm test never passed/],
  ],
  [
    "the task of this work done and never run",
    { taskId: "T-1", workbench: { board: makeBoard(makeTask("T-1", done)) } },
    [/never run/],
  ],
  [
    "done long before this work, without evidence here",
    { taskId: "T-2", workbench: { board: makeBoard(makeTask("T-1", done), makeTask("T-2")) } },
    [],
  ],
  [
    "done with a sentence",
    {
      work: { changes: touched },
      workbench: { board: makeBoard(makeTask("T-1", { status: "done", acceptance: ["The docs mention it"] })) },
    },
    [],
  ],
  [
    "one of two commands never run",
    {
      work: { changes: touched },
      feedback: [green],
      workbench: { board: makeBoard(makeTask("T-1", { status: "done", acceptance: ["npm test", "pytest -q"] })) },
    },
    [/pytest -q was never run/],
  ],
  [
    "done and red by now, with the command of the task in hand",
    {
      feedback: [green, red],
      taskId: "T-2",
      workbench: { board: makeBoard(makeTask("T-1", done), makeTask("T-2", { ...started, acceptance: ["npm test"] })) },
    },
    [],
  ],
  [
    "done and always red, with the command of the task in hand",
    {
      feedback: [red],
      taskId: "T-2",
      workbench: { board: makeBoard(makeTask("T-1", done), makeTask("T-2", { ...started, acceptance: ["npm test"] })) },
    },
    [/task T-1 is done, but npm test fails/],
  ],
  [
    "the task in hand done and red by now",
    { feedback: [green, red], taskId: "T-1", workbench: { board: makeBoard(makeTask("T-1", done)) } },
    [/task T-1 is done, but npm test fails/],
  ],
  [
    "a feature done and never run",
    { work: { changes: touched }, workbench: { featureList: makeFeatures(null, makeTask("a", done)) } },
    [/feature a is done, but npm test was never run/],
  ],
  [
    "the active task on the board",
    { workbench: { state: makeState({ activeTaskId: "T-1" }), board: makeBoard(makeTask("T-1")) } },
    [],
  ],
  [
    "the active task not on the board",
    { workbench: { state: makeState({ activeTaskId: "T-9" }), board: makeBoard(makeTask("T-1")) } },
    [/agent_state\.json: the active task T-9 is not in task_board\.json/],
  ],
  [
    "the active task in the feature list",
    {
      workbench: {
        state: makeState({ activeTaskId: "a" }),
        board: makeBoard(),
        featureList: makeFeatures(null, makeTask("a")),
      },
    },
    [],
  ],
  ["no active task", { workbench: { state: makeState(), board: makeBoard(makeTask("T-1")) } }, []],
  ["an active task without a board", { workbench: { state: makeState({ activeTaskId: "T-1" }) } }, []],
  [
    "the active task marked done",
    {
      feedback: [green],
      workbench: { state: makeState({ activeTaskId: "T-1" }), board: makeBoard(makeTask("T-1", done)) },
    },
    [/active task T-1 is marked done/],
  ],
  [
    "the active feature marked done",
    { feedback: [green], workbench: { featureList: makeFeatures("a", makeTask("a", done)) } },
    [/active feature a is marked done/],
  ],
  [
    "the active feature not in the list",
    { workbench: { featureList: makeFeatures("z", makeTask("a")) } },
    [/active feature z is not in the list/],
  ],
];

function details(snapshot: WorkbenchSnapshot): readonly string[] {
  return check(snapshot)
    .blocking.filter((issue) => ["several_in_progress", "board_contradicts_evidence"].includes(issue.code))
    .map((issue) => issue.detail);
}

describe("a board with", () => {
  it.each(cases)("%s", (_, parts, expected) => {
    expect(details(makeSnapshot(parts))).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
  });
});
