import { describe, expect, it } from "vitest";
import { whyNotStarted } from "../../src/domain/clean/did-not-start.ts";
import { namesCommand } from "../../src/domain/clean/names-command.ts";
import type { FeedbackRecord } from "../../src/domain/workbench.ts";
import { elsewhere, makeNote, makeSnapshot, makeState, output, ran } from "../verification/make-snapshot.ts";
import { check, codes } from "./check.ts";

const acceptance = ["npm test"];
const red = [ran("npm test", { exitCode: 1 })];

const naming: readonly (readonly [text: string, command: string, names: boolean])[] = [
  ["npm test is red since the upgrade", "npm test", true],
  ["`npm test` fails", "npm test", true],
  ["make 'npm  test' pass", "npm test", true],
  ["npm test: 2 failures", "npm test", true],
  ["red: npm test.", "npm test", true],
  ["(npm test)", "npm test", true],
  ["npm test失败", "npm test", true],
  ["pnpm test is red", "npm test", false],
  ["npm test:unit is red", "npm test", false],
  ["npm tests are red", "npm test", false],
  ["npm test-unit is red", "npm test", false],
  ["pnpm test is red, and npm test too", "npm test", true],
  ["the tests are red", "npm test", false],
  ["anything", "", false],
];

describe("a text", () => {
  it.each(naming)("%j names %j: %s", (text, command, names) => {
    expect(namesCommand(text, command)).toBe(names);
  });
});

describe("red acceptance", () => {
  it("blocks", () => {
    expect(codes(makeSnapshot({ config: { acceptance }, feedback: red }))).toEqual(["acceptance_red"]);
  });

  const named = "npm test is red: the server is down";
  it.each(["risk", "block", "next"] as const)("that a %s note names is a warning", (kind) => {
    const notes = [makeNote(kind, named)];
    expect(codes(makeSnapshot({ config: { acceptance }, feedback: red, notes }))).toEqual(["(acceptance_red)"]);
  });

  it("that the state file names is a warning", () => {
    const states = [makeState({ blockers: [named] }), makeState({ nextAction: `fix ${named}` })];
    for (const state of states) {
      expect(codes(makeSnapshot({ config: { acceptance }, feedback: red, workbench: { state } }))).toEqual([
        "(acceptance_red)",
      ]);
    }
  });

  it("blocks when the note that named it is closed, of another kind, or names another command", () => {
    const note = makeNote("risk", named);
    const notes = [
      [note, makeNote("done", "it is up again", { answers: note.id })],
      [makeNote("decide", named)],
      [makeNote("risk", "pnpm test is red")],
    ];
    for (const given of notes) {
      expect(codes(makeSnapshot({ config: { acceptance }, feedback: red, notes: given }))).toEqual(["acceptance_red"]);
    }
  });

  it("is named one by one", () => {
    const both = {
      config: { acceptance: ["npm test", "pytest -q"] },
      feedback: [...red, ran("pytest -q", { exitCode: 2 })],
    };
    expect(codes(makeSnapshot({ ...both, notes: [makeNote("risk", named)] }))).toEqual([
      "acceptance_red",
      "(acceptance_red)",
    ]);
  });
});

describe("acceptance without current evidence is a warning", () => {
  const cases: readonly (readonly [state: string, feedback: readonly FeedbackRecord[]])[] = [
    ["not run", []],
    ["stale", [ran("npm test", { tree: elsewhere })]],
    ["unknown", [ran("npm test", { tree: null })]],
  ];
  it.each(cases)("%s", (state, feedback) => {
    const { clean, warnings } = check(makeSnapshot({ config: { acceptance }, feedback }));
    expect(clean).toBe(true);
    expect(warnings).toMatchObject([
      { code: "acceptance_not_run", detail: expect.stringContaining(`npm test: ${state}: `) },
    ]);
  });

  it("and a pass is none", () => {
    expect(codes(makeSnapshot({ config: { acceptance }, feedback: [ran("npm test")] }))).toEqual([]);
  });
});

const pytest = { runner: "pytest", passed: 0, failed: 0, skipped: 0, line: "" };
const starts: readonly (readonly [what: string, parts: Partial<FeedbackRecord>, starts: boolean])[] = [
  ["a pass", {}, true],
  ["an ordinary failure", { exitCode: 1, stdout: output("1 failed, 2 passed") }, true],
  ["127", { exitCode: 127 }, false],
  ["126", { exitCode: 126 }, false],
  ["a missing program", { exitCode: null, error: "spawn pytest ENOENT" }, false],
  ["a timeout", { exitCode: null, error: "timeout after 30 s" }, true],
  ["a missing script", { exitCode: 1, stderr: output('npm error Missing script: "test"') }, false],
  [
    "a collection error",
    { exitCode: 2, stdout: output("Interrupted: 1 error during collection"), testResult: { ...pytest, failed: 1 } },
    false,
  ],
  [
    "a collection error beside passes",
    { exitCode: 1, stdout: output("1 error during collection"), testResult: { ...pytest, passed: 3 } },
    true,
  ],
  [
    "an import error before the first test",
    { exitCode: 4, stderr: output("ImportError while loading conftest '/x/conftest.py'.") },
    false,
  ],
  ["a missing module", { exitCode: 1, stderr: output("Error: Cannot find module './a.js'") }, false],
  [
    "an import error within a test",
    { exitCode: 1, stdout: output("E  ImportError: no name"), testResult: { ...pytest, failed: 1 } },
    true,
  ],
  [
    "a compile error",
    { exitCode: 101, stderr: output("error: could not compile `a` (lib) due to 1 previous error") },
    false,
  ],
  ["no tests", { exitCode: 5, stdout: output("collected 0 items") }, true],
];

describe("tests with", () => {
  it.each(starts)("%s start: %s", (_, parts, starting) => {
    expect(whyNotStarted(ran("pytest", parts)) === null).toBe(starting);
  });

  it("no start block on the present tree, named or not", () => {
    const broken = { exitCode: 2, stderr: output("ERROR collecting test_a.py") };
    const snapshot = { config: { acceptance: ["pytest"] }, notes: [makeNote("risk", "pytest is red")] };
    expect(codes(makeSnapshot({ ...snapshot, feedback: [ran("pytest", broken)] }))).toEqual([
      "tests_do_not_start",
      "(acceptance_red)",
    ]);
    const elsewhereOnly = [ran("pytest", { ...broken, tree: elsewhere })];
    expect(codes(makeSnapshot({ ...snapshot, feedback: elsewhereOnly }))).toEqual(["(acceptance_not_run)"]);
  });

  it("no start are settled by a later run that starts", () => {
    const feedback = [ran("pytest", { exitCode: 127 }), ran("pytest")];
    expect(codes(makeSnapshot({ config: { acceptance: ["pytest"] }, feedback }))).toEqual([]);
  });

  it("no start block without acceptance commands too, if the newest test run is the one", () => {
    const broken = ran("pytest tests", { exitCode: 127 });
    expect(codes(makeSnapshot({ feedback: [broken] }))).toEqual(["tests_do_not_start"]);
    expect(codes(makeSnapshot({ feedback: [broken, ran("pytest")] }))).toEqual([]);
    expect(codes(makeSnapshot({ feedback: [ran("which foo", { exitCode: 127 })] }))).toEqual([]);
    expect(codes(makeSnapshot({ scene: { tree: null }, feedback: [broken] }))).toEqual([]);
  });
});
