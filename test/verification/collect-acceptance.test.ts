import { describe, expect, it } from "vitest";
import { collectAcceptance } from "../../src/domain/verification/collect-acceptance.ts";
import { makeBoard, makeContract, makeFeatures, makeSnapshot, makeTask, type SnapshotParts } from "./make-snapshot.ts";

/** Entries as "field source: text", with "?" before a sentence. */
function collect(parts: SnapshotParts, taskId: string | null): readonly string[] {
  const { config, workbench } = makeSnapshot(parts);
  return collectAcceptance(config, workbench, taskId).map(
    (entry) => `${entry.command === null ? "? " : ""}${entry.field} ${entry.source}: ${entry.text}`,
  );
}

const one = makeTask("T-001", { acceptance: ["pytest -q"], status: "in_progress" });
const two = makeTask("T-002", { acceptance: ["make docs"] });
const three = makeTask("T-003", { acceptance: ["npm test"], status: "in_progress" });
const slug = makeTask("signup", { acceptance: ["npm test && the docs mention it"] });

const cases: readonly (readonly [
  what: string,
  parts: SnapshotParts,
  taskId: string | null,
  entries: readonly string[],
])[] = [
  ["nothing anywhere", {}, "T-001", []],
  [
    "the config, even where it does not look like a command",
    { config: { acceptance: ["frobnicate all of it"] } },
    null,
    ["acceptance config: frobnicate all of it"],
  ],
  ["a blank entry of the config", { config: { acceptance: [" "] } }, null, []],
  [
    "the board's task",
    { workbench: { board: makeBoard(one, two) } },
    "T-002",
    ["acceptance task_board.json: make docs"],
  ],
  [
    "the only task in progress when none is named",
    { workbench: { board: makeBoard(one, two) } },
    null,
    ["acceptance task_board.json: pytest -q"],
  ],
  ["no task when two are in progress", { workbench: { board: makeBoard(one, three) } }, null, []],
  ["an unknown task", { workbench: { board: makeBoard(one) } }, "T-009", []],
  [
    "the contract of the task",
    { workbench: { contract: makeContract("T-001", ["npm test"]) } },
    "T-001",
    ["acceptance_criteria scope_contract.json: npm test"],
  ],
  [
    "the only contract when no task is named",
    { workbench: { contract: makeContract("T-001", ["npm test"]) } },
    null,
    ["acceptance_criteria scope_contract.json: npm test"],
  ],
  [
    "the only contract when nothing else knows the task",
    { workbench: { contract: makeContract("T-001", ["npm test"]) } },
    "T-005",
    ["acceptance_criteria scope_contract.json: npm test"],
  ],
  [
    "no contract of another task beside the board's own",
    { workbench: { contract: makeContract("T-001", ["npm test"]), board: makeBoard(two) } },
    "T-002",
    ["acceptance task_board.json: make docs"],
  ],
  [
    "no contract of another task for a task without acceptance",
    { workbench: { contract: makeContract("T-001", ["npm test"]), board: makeBoard(makeTask("T-002")) } },
    "T-002",
    [],
  ],
  [
    "the project's contract for every task",
    { workbench: { contract: makeContract("P-PROJECT", ["npm test"]), board: makeBoard(two) } },
    "T-002",
    ["acceptance_criteria scope_contract.json: npm test", "acceptance task_board.json: make docs"],
  ],
  [
    "the active feature",
    { workbench: { featureList: makeFeatures("signup", slug) } },
    null,
    ["? done_when feature_list.json: npm test && the docs mention it"],
  ],
  [
    "the active feature for a task of another kind of id",
    { workbench: { featureList: makeFeatures("signup", slug) } },
    "T-001",
    ["? done_when feature_list.json: npm test && the docs mention it"],
  ],
  [
    "no other feature than the task's",
    { workbench: { featureList: makeFeatures("signup", slug, one) } },
    "T-001",
    ["done_when feature_list.json: pytest -q"],
  ],
  [
    "the config before the task's own",
    { config: { acceptance: ["npm run lint"] }, workbench: { board: makeBoard(one) } },
    "T-001",
    ["acceptance config: npm run lint", "acceptance task_board.json: pytest -q"],
  ],
  [
    "duplicates once, for the first that declares them",
    {
      config: { acceptance: ["pytest  -q"] },
      workbench: { contract: makeContract("T-001", ["pytest '-q'"]), board: makeBoard(one) },
    },
    "T-001",
    ["acceptance config: pytest  -q"],
  ],
  [
    "a sentence once",
    {
      workbench: {
        contract: makeContract("T-001", ["The docs  mention it"]),
        board: makeBoard(makeTask("T-001", { acceptance: ["The docs mention it", ""] })),
      },
    },
    "T-001",
    ["? acceptance_criteria scope_contract.json: The docs  mention it"],
  ],
  [
    "the same command in another folder twice",
    {
      config: { acceptance: [{ command: "pytest -q", cwd: "./web/", timeout: 5 }] },
      workbench: { board: makeBoard(one) },
    },
    "T-001",
    ["acceptance config: pytest -q", "acceptance task_board.json: pytest -q"],
  ],
];

describe("acceptance is collected from", () => {
  it.each(cases)("%s", (_, parts, taskId, entries) => {
    expect(collect(parts, taskId)).toEqual(entries);
  });

  it("the config with its folder and its time limit in milliseconds", () => {
    const { config, workbench } = makeSnapshot({
      config: { acceptance: [{ command: "a", cwd: "./web//", timeout: 5 }, "b"] },
    });
    expect(collectAcceptance(config, workbench, null)).toMatchObject([
      { cwd: "web", timeoutMs: 5000 },
      { cwd: "", timeoutMs: null },
    ]);
  });
});
