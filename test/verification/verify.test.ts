import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verify, worstVerdict } from "../../src/domain/verification/verify.ts";
import type { FeedbackRecord } from "../../src/domain/workbench.ts";
import {
  elsewhere,
  here,
  makeBoard,
  makeSnapshot,
  makeTask,
  output,
  ran,
  type SnapshotParts,
} from "./make-snapshot.ts";

function verdictOn(feedback: readonly FeedbackRecord[], parts: SnapshotParts = {}, command = "npm test") {
  return verify(makeSnapshot({ feedback, config: { acceptance: [command] }, ...parts }));
}

const red = { exitCode: 1 };
const away = { tree: elsewhere, commit: "0123456789abcdef" };
const nowhere = { tree: null };
const unsteady = { changedWhileRunning: ["a.ts"] };

/** Runs are listed oldest first. */
const cases: readonly (readonly [what: string, runs: readonly FeedbackRecord[], state: string, why: RegExp])[] = [
  ["no run at all", [], "not_run", /no run of exactly this command/],
  ["a pass here", [ran("npm test")], "passed", /on the present tree/],
  ["a failure here", [ran("npm test", red)], "failed", /exit 1/],
  ["a failure, then a pass here (a retry settles it)", [ran("npm test", red), ran("npm test")], "passed", /./],
  ["a pass, then a failure here", [ran("npm test"), ran("npm test", red)], "failed", /./],
  ["a timeout here", [ran("npm test", { exitCode: null, error: "timeout after 30 s" })], "failed", /timeout/],
  ["a signal here", [ran("npm test", { exitCode: -9, signal: "SIGKILL" })], "failed", /SIGKILL/],
  ["127 here", [ran("npm test", { exitCode: 127 })], "not_run", /127/],
  ["a pass elsewhere", [ran("npm test", away)], "stale", /another tree, tree-elsewhe.*0123456789ab.*passed/],
  ["a failure elsewhere", [ran("npm test", { ...away, ...red })], "stale", /failed, exit 1/],
  ["a run elsewhere that never started", [ran("npm test", { ...away, exitCode: 127 })], "not_run", /another tree/],
  ["a pass here and a newer failure elsewhere", [ran("npm test"), ran("npm test", { ...away, ...red })], "passed", /./],
  ["a failure here and a newer pass elsewhere", [ran("npm test", red), ran("npm test", away)], "failed", /./],
  ["a pass on an unknown tree", [ran("npm test", nowhere)], "unknown", /nobody recorded on which tree/],
  ["a failure on an unknown tree", [ran("npm test", { ...nowhere, ...red })], "failed", /on an unknown tree/],
  [
    "a pass on an unknown tree after a pass elsewhere",
    [ran("npm test", away), ran("npm test", nowhere)],
    "unknown",
    /./,
  ],
  [
    "a failure on an unknown tree after a pass elsewhere",
    [ran("npm test", away), ran("npm test", { ...nowhere, ...red })],
    "failed",
    /./,
  ],
  [
    "a pass elsewhere after a failure on an unknown tree",
    [ran("npm test", { ...nowhere, ...red }), ran("npm test", away)],
    "stale",
    /./,
  ],
  [
    "a pass here, then a failure on an unknown tree",
    [ran("npm test"), ran("npm test", { ...nowhere, ...red })],
    "passed",
    /later run on an unknown tree failed/,
  ],
  ["a pass while files changed", [ran("npm test", unsteady)], "unknown", /counts for no tree/],
  ["a failure while files changed", [ran("npm test", { ...unsteady, ...red })], "failed", /files changed under it/],
  ["a pass here, then a pass while files changed", [ran("npm test"), ran("npm test", unsteady)], "passed", /./],
  ["a pass of a narrower command", [ran("npm test -- a.test.ts")], "not_run", /./],
  ["a pass of a broader command", [ran("npm run ci")], "not_run", /./],
  ["an argv that says the same", [ran(["npm", "test"])], "passed", /./],
  ["the same with other white space", [ran("  npm   test ")], "passed", /./],
  ["a pass in another folder", [ran("npm test", { cwd: "web" })], "not_run", /./],
  ["a pass in an unknown folder", [ran("npm test", { cwd: null })], "passed", /./],
  ["a pass at the top, written as a dot", [ran("npm test", { cwd: "." })], "passed", /./],
  [
    "an unrelated run without an exit",
    [ran("npm test"), ran("which foo", { exitCode: null, error: "timeout" })],
    "passed",
    /./,
  ],
];

describe("a command with", () => {
  it.each(cases)("%s", (_, runs, state, why) => {
    const { commands, verdict } = verdictOn(runs);
    expect(commands[0]?.state).toBe(state);
    expect(commands[0]?.why).toMatch(why);
    expect(verdict).toBe(state);
  });
});

const masked: readonly (readonly [command: string, text: string, state: string])[] = [
  ["npm test 2>&1 | tail -20", "Tests:       2 failed, 10 passed, 12 total", "failed"],
  ["npm test || true", "", "weak"],
  ["npm test; echo done", "", "weak"],
  ["echo ok", "ok", "weak"],
];

describe("a masked command is no evidence", () => {
  it.each(masked)("%s printing %j: %s", (command, text, state) => {
    const { verdict } = verdictOn([ran(command, { stdout: output(text) })], {}, command);
    expect(["weak", "unknown"].includes(verdict) ? "weak" : verdict).toBe(state);
  });
});

describe("the present tree unknown", () => {
  const parts: SnapshotParts = { scene: { tree: null, reasons: ["no_repository"] } };
  it("makes a pass unknown and says why", () => {
    const { commands } = verdictOn([ran("npm test", nowhere)], parts);
    expect(commands[0]).toMatchObject({ state: "unknown", why: expect.stringMatching(/nobody recorded/) });
    const known = verdictOn([ran("npm test")], parts).commands[0];
    expect(known).toMatchObject({ state: "unknown", why: expect.stringMatching(/cannot be told \(no_repository\)/) });
  });

  it("leaves a failure a failure, and nothing not run", () => {
    expect(verdictOn([ran("npm test", { ...nowhere, ...red })], parts).verdict).toBe("failed");
    expect(verdictOn([], parts).verdict).toBe("not_run");
  });
});

describe("a course tool's argv joined with blanks", () => {
  const command = "python3 -c print(1)";
  it("meets the recorded argv", () => {
    expect(verdictOn([ran(["python3", "-c", "print(1)"])], {}, command).verdict).toBe("passed");
  });

  it("meets no other one", () => {
    expect(verdictOn([ran(["python3", "-c", "print(2)"])], {}, command).verdict).toBe("not_run");
    expect(verdictOn([ran(["npm", "test", "&&", "true"])], {}, "npm test && true").verdict).toBe("not_run");
  });
});

describe("the verdict", () => {
  it("is the worst state: failed, weak, unknown, not_run, stale, passed", () => {
    expect(worstVerdict(["passed", "stale", "not_run", "unknown", "weak", "failed"])).toBe("failed");
    expect(worstVerdict(["passed", "stale", "not_run", "unknown", "weak"])).toBe("weak");
    expect(worstVerdict(["passed", "stale", "not_run", "unknown"])).toBe("unknown");
    expect(worstVerdict(["passed", "stale", "not_run"])).toBe("not_run");
    expect(worstVerdict(["passed", "stale"])).toBe("stale");
    expect(worstVerdict(["passed"])).toBe("passed");
  });

  it("is absent without any command, whatever reports say", () => {
    expect(verify(makeSnapshot()).verdict).toBe("absent");
  });

  it("is absent with sentences alone, which are listed", () => {
    const board = makeBoard(makeTask("T-1", { acceptance: ["The docs mention it"], status: "in_progress" }));
    const { verdict, manual, commands } = verify(makeSnapshot({ workbench: { board }, taskId: "T-1" }));
    expect({ verdict, manual, commands }).toEqual({ verdict: "absent", manual: ["The docs mention it"], commands: [] });
  });

  it("passes only where every command passed on exactly the present tree", () => {
    const state = fc.record({
      tree: fc.constantFrom(here, elsewhere, null),
      exitCode: fc.constantFrom(0, 1, null),
      changedWhileRunning: fc.constantFrom([], ["a"]),
      command: fc.constantFrom({ shell: "npm test" }, { shell: "pytest -q" }, { shell: "echo ok" }),
    });
    fc.assert(
      fc.property(fc.array(state, { maxLength: 8 }), (runs) => {
        const feedback = runs.map((run) => ran("", run));
        const { verdict } = verify(makeSnapshot({ feedback, config: { acceptance: ["npm test", "pytest -q"] } }));
        const newestHere = (shell: string) =>
          feedback.findLast(
            (run) =>
              "shell" in run.command &&
              run.command.shell === shell &&
              run.tree === here &&
              run.changedWhileRunning.length === 0,
          )?.exitCode;
        expect(verdict === "passed").toBe(newestHere("npm test") === 0 && newestHere("pytest -q") === 0);
      }),
    );
  });

  it("says what each result covers", () => {
    const counted = {
      testResult: { runner: "pytest", passed: 12, failed: 0, skipped: 1, line: "12 passed, 1 skipped" },
    };
    const scopes: readonly (readonly [string, string | null])[] = [
      ["pytest tests/test_app.py -k login", "tests/test_app.py -k login; 12 passed, 1 skipped (pytest)"],
      ["pytest -x test_app.py::test_a", "test_app.py::test_a; 12 passed, 1 skipped (pytest)"],
      ["pytest", "12 passed, 1 skipped (pytest)"],
    ];
    for (const [command, scope] of scopes) {
      expect(verdictOn([ran(command, counted)], {}, command).commands[0]?.scope).toBe(scope);
    }
    expect(verdictOn([ran("npm test")]).commands[0]?.scope).toBeNull();
    const web = verify(makeSnapshot({ config: { acceptance: [{ command: "npm test", cwd: "web", timeout: null }] } }));
    expect(web.commands[0]?.scope).toBe("in web");
  });

  it("points at the record it rests on", () => {
    const run = ran("npm test", { startedAt: "2026-11-30T01:02:03.000Z" });
    expect(verdictOn([ran("npm test"), run]).commands[0]).toMatchObject({
      evidence: run.id,
      atTree: here,
      at: "2026-11-30T01:02:03.000Z",
      exitCode: 0,
      source: "config",
    });
  });
});
