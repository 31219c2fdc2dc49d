import { describe, expect, test } from "vitest";
import { generateHandoff } from "../../src/app/generate-handoff.ts";
import {
  elsewhere,
  makeBoard,
  makeDirty,
  makeFeatures,
  makeNote,
  makeSnapshot,
  makeState,
  makeTask,
  ran,
} from "../verification/make-snapshot.ts";
import { makeReport, makeReview, nextNote, packetOf, risksOf } from "./generate.ts";

type Parts = NonNullable<Parameters<typeof makeSnapshot>[0]>;

const acceptance = { acceptance: ["npm test"] };
const killed = { exitCode: null, error: "interrupted: no exit was recorded" };
const damage = {
  path: "agent_state.json",
  code: "wrong_shape",
  place: "blockers[1]",
  detail: "expected text, found a number",
};

describe("everything that may hurt the next session is a risk", () => {
  test.each<[string, Parts, string, string]>([
    [
      "a red command",
      { config: acceptance, feedback: [ran("npm test", { exitCode: 1 })] },
      "verification_failed",
      "block: npm test: on the present tree",
    ],
    ["a command that never ran", { config: acceptance }, "verification_not_run", "block: npm test: no run"],
    [
      "a result of another tree",
      { config: acceptance, feedback: [ran("npm test", { tree: elsewhere })] },
      "verification_stale",
      "warn: npm test:",
    ],
    [
      "a masked result",
      { config: { acceptance: ["npm test | tail"] }, feedback: [ran("npm test | tail")] },
      "verification_unknown",
      "warn: npm test | tail:",
    ],
    [
      "a result that proves nothing",
      { config: { acceptance: ["echo ok"] }, feedback: [ran("echo ok")] },
      "verification_weak",
      "warn: echo ok:",
    ],
    ["no acceptance at all", {}, "verification_absent", "info: no acceptance command is known"],
    [
      "an effect whose outcome nobody knows",
      { feedback: [ran("git push", killed)] },
      "effect_unknown",
      "block: git push: outcome unknown, check before repeating (git ls-remote",
    ],
    [
      "a blocker of a note",
      { notes: [nextNote, makeNote("block", "waits for the key")] },
      "blocker",
      "warn: waits for the key",
    ],
    [
      "a blocker of the state file",
      { workbench: { state: makeState({ blockers: ["no access"] }) } },
      "blocker",
      "warn: no access",
    ],
    ["a risk that somebody noted", { notes: [nextNote, makeNote("risk", "rounding")] }, "noted", "warn: rounding"],
    [
      "a review that did not pass",
      { workbench: { reviewReports: [makeReview("r.json", { verdict: "hard_fail", total: 4 })] } },
      "review_not_passed",
      "warn: r.json: hard_fail, total 4",
    ],
    [
      "a review without a usable verdict",
      { workbench: { reviewReports: [makeReview("r.json")] } },
      "review_not_passed",
      "warn: r.json: no usable verdict, no total",
    ],
    [
      "a finding of a stored report",
      {
        workbench: {
          verificationReports: [
            makeReport("v.json", {
              passed: false,
              findings: [{ severity: "block", code: "rule.failed", detail: "no tests" }],
            }),
          ],
        },
      },
      "rule.failed",
      "block: no tests (says v.json)",
    ],
    [
      "a report that says more than the evidence",
      {
        config: acceptance,
        feedback: [ran("npm test", { exitCode: 1 })],
        workbench: { verificationReports: [makeReport("v.json", { passed: true })] },
      },
      "report_contradicts_evidence",
      "block: v.json says passed, the evidence says failed",
    ],
    [
      "a process that was left",
      { processes: [{ pid: 7, command: "vite", cwd: "/r", ports: [5173] }] },
      "processes_left",
      "warn: ",
    ],
    [
      "damage of an artifact",
      { workbench: { damage: [damage] } },
      "evidence_damaged",
      "warn: agent_state.json, blockers[1]: wrong_shape: expected text",
    ],
    [
      "damage of the home",
      { damage: [{ ...damage, path: "home:notes.jsonl", place: null }] },
      "evidence_damaged",
      "warn: home:notes.jsonl: wrong_shape",
    ],
  ])("%s", (_, parts, code, text) => {
    const [risk, ...more] = risksOf(packetOf(parts), code);
    expect(risk).toContain(text);
    expect(more).toEqual([]);
  });
});

describe("what is no risk", () => {
  test.each<[string, Parts, string]>([
    ["an effect that is done", { feedback: [ran("git push")] }, "effect_unknown"],
    ["a command that passed", { config: acceptance, feedback: [ran("npm test")] }, "verification_passed"],
    [
      "a review that passed",
      { workbench: { reviewReports: [makeReview("r.json", { verdict: "pass", total: 9 })] } },
      "review_not_passed",
    ],
    [
      "a review of another task",
      { taskId: "T-1", workbench: { reviewReports: [makeReview("r.json", { taskId: "T-2", verdict: "hard_fail" })] } },
      "review_not_passed",
    ],
    [
      "a finding for information",
      {
        workbench: {
          verificationReports: [
            makeReport("v.json", {
              passed: true,
              findings: [{ severity: "info", code: "scope.soft", detail: "docs" }],
            }),
          ],
        },
      },
      "scope.soft",
    ],
    [
      "a blocker that was lifted",
      { notes: [nextNote, makeNote("block", "waits"), makeNote("done", "waits")] },
      "blocker",
    ],
  ])("%s", (_, parts, code) => {
    expect(risksOf(packetOf(parts), code)).toEqual([]);
  });

  test("the same risk said twice is one", () => {
    const packet = packetOf({
      notes: [nextNote, makeNote("block", "wait")],
      workbench: { state: makeState({ blockers: ["wait"] }) },
    });
    expect(risksOf(packet, "blocker")).toEqual(["warn: wait"]);
  });
});

describe("a scene that is not clean", () => {
  const scene = { dirty: [makeDirty("a.ts")] };

  test("stands in the packet with the reason for which it was packed", () => {
    const packet = packetOf({ scene }, { forced: "deadline" });
    expect(risksOf(packet, "forced")).toEqual(["block: packed although the scene is not clean: deadline"]);
    expect(risksOf(packet, "uncommitted_changes")).toHaveLength(1);
    expect(packet.clean_state.clean).toBe(false);
  });

  test("red work that is named is handed over as a warning, and its verdict stays failed", () => {
    const packet = packetOf({
      config: acceptance,
      feedback: [ran("npm test", { exitCode: 1 })],
      notes: [nextNote, makeNote("risk", "npm test is red since the rounding change")],
    });
    expect(packet.clean_state.clean).toBe(true);
    expect(packet.verification.verdict).toBe("failed");
    expect(risksOf(packet, "acceptance_red")).toHaveLength(1);
    expect(risksOf(packet, "verification_failed")).toHaveLength(1);
  });
});

describe("todos ticked off with no work behind them (A11)", () => {
  const done = (id: string, ...commands: string[]) => makeTask(id, { status: "done", acceptance: commands });
  const list = [done("T-1", "npm test"), done("T-2", "npm run lint"), done("T-3"), done("T-4", "all buttons are blue")];
  const touched = { work: { changes: [change("task_board.json")] } };

  function change(path: string) {
    const status = "modified" as const;
    return {
      path,
      from: null,
      status,
      additions: 1,
      deletions: 1,
      binary: false,
      sha256: "0".repeat(64),
      committed: true,
    };
  }

  test("what no command could show is claimed, no evidence", () => {
    expect(
      risksOf(packetOf({ workbench: { board: makeBoard(...list) }, ...touched }), "done_without_evidence"),
    ).toEqual(["warn: task_board.json: claimed done, no evidence (no acceptance command): T-3, T-4"]);
  });

  test("what has a command that never passed contradicts the evidence", () => {
    const parts = { workbench: { board: makeBoard(...list) }, feedback: [ran("npm test")], ...touched };
    const packet = packetOf(parts, { forced: "late" });
    expect(risksOf(packet, "board_contradicts_evidence")).toEqual([
      "warn: task_board.json: task T-2 is done, but npm run lint was never run",
    ]);
  });

  test("the same for a feature list; a list that this work did not write is left alone", () => {
    const featureList = makeFeatures(null, done("pay"));
    expect(risksOf(packetOf({ workbench: { featureList } }), "done_without_evidence")).toEqual([]);
    const parts = { workbench: { featureList }, scene: { dirty: [makeDirty("feature_list.json")] } };
    expect(risksOf(packetOf(parts), "done_without_evidence")).toHaveLength(1);
  });

  test("many of them are counted", () => {
    const many = Array.from({ length: 12 }, (_, at) => done(`T-${at}`));
    const [risk] = risksOf(packetOf({ workbench: { board: makeBoard(...many) }, ...touched }), "done_without_evidence");
    expect(risk).toMatch(/T-0, .*T-9 and 2 more$/);
  });
});

test("three ways tried, two failed: two attempts, each with its error line, the fixed one marked (A10)", () => {
  const run = (command: string, minute: number, error: string | null) =>
    ran(command, {
      exitCode: error === null ? 0 : 1,
      startedAt: `2026-11-30T07:0${minute}:00.000Z`,
      stderr: { head: error ?? "", tail: "", omittedLines: 0, errorLines: error === null ? [] : [error] },
    });
  const packet = packetOf({
    feedback: [
      run("npm test", 1, "TypeError: round is not a function"),
      run("npm test", 2, "AssertionError: expected 3 to be 4"),
      run("npm test", 3, null),
    ],
  });
  expect(packet.failed_attempts).toEqual([
    "npm test -> exit 1: TypeError: round is not a function",
    "npm test -> exit 1: AssertionError: expected 3 to be 4",
  ]);
  const [first, second, third] = packet.feedback_tail;
  expect([first?.resolved_by, second?.resolved_by, third?.resolved_by]).toEqual([third?.id, third?.id, null]);
});

test("every risk survives into handoff.md", () => {
  const snapshot = makeSnapshot({
    config: acceptance,
    notes: [nextNote, makeNote("risk", "rounding"), makeNote("block", "waits for the key")],
    feedback: [ran("npm test", { exitCode: 1 }), ran("git push", killed)],
  });
  const handoff = generateHandoff(snapshot);
  for (const { code } of handoff?.payload.open_risks ?? []) expect(handoff?.markdown).toContain(`\`${code}\``);
});
