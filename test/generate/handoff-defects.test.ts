import { describe, expect, test } from "vitest";
import { generateHandoff, judgeSnapshot } from "../../src/app/generate-handoff.ts";
import type { Packet } from "../../src/domain/packet.ts";
import type { FeedbackRecord } from "../../src/domain/workbench.ts";
import { serializePacket } from "../../src/domain/packet-file.ts";
import {
  makeContract,
  makeDirty,
  makeNote,
  makeSnapshot,
  makeState,
  output,
  ran,
} from "../verification/make-snapshot.ts";
import { readHandoff } from "../render/read-handoff.ts";
import { nextNote, packetOf, risksOf, snapshotOfFiles } from "./generate.ts";

/** Known defects of hand-off generators (D1 to D17), each with the small input that shows it. */

const state = {
  schema_version: 1,
  active_task_id: "T-001",
  touched_files: [],
  assumptions: [],
  blockers: [],
  next_action: "go on",
};

async function fromFiles(files: Readonly<Record<string, unknown>>): Promise<Packet> {
  const handoff = generateHandoff(await snapshotOfFiles(files, { notes: [nextNote] }));
  if (handoff === null) throw new Error("there is no next action");
  return handoff.payload;
}

function lines(...records: readonly unknown[]): string {
  return records.map((record) => `${typeof record === "string" ? record : JSON.stringify(record)}\n`).join("");
}

const minute = (count: number): string => `2026-11-30T07:${String(count).padStart(2, "0")}:00.000Z`;

describe("the feedback tail", () => {
  test("D1: it is chronological: the last five, and the failures before them where they happened", () => {
    const records = Array.from({ length: 10 }, (_, at) =>
      ran(`c${at}`, { exitCode: at === 2 || at === 7 ? 1 : 0, startedAt: minute(at) }),
    );
    const packet = packetOf({ feedback: records });
    expect(packet.feedback_tail.map((entry) => entry.command)).toEqual(["c2", "c5", "c6", "c7", "c8", "c9"]);
    expect(packet.failed_attempts).toEqual(["c2 -> exit 1", "c7 -> exit 1"]);
    expect(packet.feedback_omitted).toMatchObject({ passed: 4, failed: 0 });
  });

  test("D1: three equal failures are one entry with a count", () => {
    const packet = packetOf({
      feedback: [1, 2, 3].map((at) => ran("npm test", { exitCode: 1, startedAt: minute(at) })),
    });
    expect(packet.feedback_tail.map((entry) => [entry.command, entry.count])).toEqual([["npm test", 3]]);
    expect(packet.failed_attempts).toHaveLength(1);
  });

  test("D2: a timeout is a failure with its reason, however many passes follow", () => {
    const hung = ran("npm run e2e", { exitCode: null, error: "timeout after 30 s", startedAt: minute(1) });
    const passes = [2, 3, 4, 5, 6].map((at) => ran(`ok ${at}`, { startedAt: minute(at) }));
    const packet = packetOf({ feedback: [hung, ...passes] });
    expect(packet.failed_attempts).toEqual(["npm run e2e -> no exit code (timeout after 30 s)"]);
    expect(packet.feedback_tail[0]).toMatchObject({ command: "npm run e2e", exit_code: null, outcome: "failed" });
    const judged = packetOf({ feedback: [hung, ...passes], config: { acceptance: ["npm run e2e"] } });
    expect(risksOf(judged, "verification_failed")).toHaveLength(1);
  });

  const failing = { runner: "pytest", passed: 10, failed: 2, skipped: null, line: "2 failed, 10 passed" };
  test.each<[string, Partial<FeedbackRecord>, string]>([
    [
      "no exit, with a reason",
      { exitCode: null, error: "interrupted by SIGINT" },
      "no exit code (interrupted by SIGINT)",
    ],
    ["no exit, but a signal", { exitCode: null, signal: "SIGKILL" }, "no exit code (killed by SIGKILL)"],
    ["no exit and nothing else", { exitCode: null }, "no exit code (unknown reason)"],
    ["a signal", { exitCode: -9, signal: "SIGKILL" }, "exit -9"],
    ["never started", { exitCode: null, error: "never started: ENOENT" }, "no exit code (never started: ENOENT)"],
    ["127", { exitCode: 127, stderr: output("sh: 1: x: not found") }, "exit 127: sh: 1: x: not found"],
    ["no tests", { exitCode: 5, stdout: output("collected 0 items") }, "exit 5"],
    ["exit 0 with two failed", { testResult: failing }, "exit 0"],
  ])("D2: %s is an attempt that failed", (_, parts, text) => {
    expect(packetOf({ feedback: [ran("x", parts)] }).failed_attempts).toEqual([`x -> ${text}`]);
  });

  test("D3: 200 different failures and 1000 commands stay within their caps, and the rest is counted", () => {
    const failures = Array.from({ length: 200 }, (_, at) =>
      ran(`bad ${at}`, { exitCode: 1, stderr: output(`Error: e${at}`) }),
    );
    const passes = Array.from({ length: 1000 }, (_, at) => ran(`good ${at}`));
    const packet = packetOf({ feedback: [...failures, ...passes], feedbackLogs: ["home:feedback/0001.jsonl"] });
    expect(packet.feedback_tail).toHaveLength(30);
    expect(packet.failed_attempts).toHaveLength(30);
    expect(packet.feedback_omitted).toEqual({ passed: 1000, failed: 170, log: ["home:feedback/0001.jsonl"] });
    expect(packet.commands_run).toHaveLength(100);
    expect(packet.commands_run.at(-1)).toBe("good 999");
  });

  test("D10: a failure that a later run fixed stays, marked by the run that fixed it", () => {
    const [bad, good] = [
      ran("npm test", { exitCode: 1, startedAt: minute(1) }),
      ran("npm test", { startedAt: minute(2) }),
    ];
    const packet = packetOf({ feedback: [bad, good] });
    expect(packet.feedback_tail.map((entry) => [entry.id, entry.resolved_by])).toEqual([
      [bad.id, good.id],
      [good.id, null],
    ]);
    expect(packet.failed_attempts).toEqual(["npm test -> exit 1"]);
  });

  test("D9: an exit code that is text is no exit code, and never a failed attempt with exit 0", async () => {
    const packet = await fromFiles({ "feedback_record.jsonl": lines({ command: "p", exit_code: "0" }) });
    expect(packet.failed_attempts.some((attempt) => attempt.includes("exit 0"))).toBe(false);
  });
});

describe("what is not known", () => {
  test("D4: no verdict and no review is said, as a risk and in the summary", () => {
    const packet = packetOf();
    expect(risksOf(packet, "verification_absent")).toEqual([
      "info: no acceptance command is known: nothing shows whether this work holds",
    ]);
    expect(packet.verification.verdict).toBe("absent");
    expect(packet.summary).toContain("verification absent");
    expect(packet.verdict_pointer).toEqual({ verdict: null, review: null });
  });

  test("D4: an acceptance command without a run is not green", () => {
    const packet = packetOf({ config: { acceptance: ["npm test"] } });
    expect(packet.verification.verdict).toBe("not_run");
    expect(risksOf(packet, "verification_not_run")).toHaveLength(1);
    expect(risksOf(packet, "verification_absent")).toEqual([]);
  });

  test.each([
    ["failed without findings", "outputs/verification/T-001.json", { task_id: "T-001", passed: false, findings: [] }],
    ["passed as text", "outputs/verification/T-001.json", { task_id: "T-001", passed: "yes", findings: [] }],
  ])("D5: a report that says %s does not make anything green", async (_, path, report) => {
    const packet = await fromFiles({ "agent_state.json": state, [path]: report });
    expect(packet.verification.verdict).toBe("absent");
    expect(packet.verdict_pointer.verdict).toBeNull();
    expect(packet.artifacts.map((artifact) => artifact.path)).toContain(path);
  });

  const dimension = (name: string, score: number) => ({ name, score, note: "" });
  const rest = ["problem_fit", "scope_discipline", "assumptions", "verification_quality"];
  test.each<[string, unknown]>([
    [
      "hard_fail with total 8",
      {
        total: 8,
        verdict: "hard_fail",
        dimensions: [...rest.map((name) => dimension(name, 2)), dimension("handoff_readiness", 0)],
      },
    ],
    ["without a total", { total: null, verdict: "hard_fail", dimensions: [] }],
    ["with a total in words", { total: "6.5", verdict: "soft_fail", dimensions: [] }],
    ["in capitals", { total: 3, verdict: "HARD_FAIL", dimensions: [] }],
    ["soft_fail", { total: 6, verdict: "soft_fail", dimensions: [] }],
  ])("D5: a review %s is a risk", async (_, review) => {
    const path = "outputs/review/T-001.json";
    const packet = await fromFiles({ "agent_state.json": state, [path]: { task_id: "T-001", ...(review as object) } });
    expect(risksOf(packet, "review_not_passed")).toHaveLength(1);
    expect(packet.verdict_pointer.review).toBe(path);
  });

  test("D5: findings with a severity in capitals are risks", async () => {
    const findings = [{ code: "scope.forbidden", severity: "BLOCK", detail: "wrote secrets/" }];
    const packet = await fromFiles({
      "agent_state.json": state,
      "outputs/verification/T-001.json": { task_id: "T-001", passed: false, findings },
    });
    expect(risksOf(packet, "scope.forbidden")).toEqual([
      "block: wrote secrets/ (says outputs/verification/T-001.json)",
    ]);
  });

  test.each(["", "   ", "TODO", null])("D6: %j is no next action", async (next) => {
    const snapshot = await snapshotOfFiles({
      "agent_state.json": { ...state, active_task_id: null, next_action: next },
    });
    expect(generateHandoff(snapshot)).toBeNull();
  });
});

describe("damaged and odd input", () => {
  test.each<[string, Record<string, unknown>]>([
    [
      "null in the place of lists",
      { "agent_state.json": { ...state, touched_files: null, blockers: null, assumptions: null } },
    ],
    ["a report that is null", { "agent_state.json": state, "outputs/verification/T-001.json": "null" }],
    ["a log line that is a list", { "feedback_record.jsonl": lines([1, 2], { command: "ok", exit_code: 0 }) }],
    ["a torn last line", { "feedback_record.jsonl": `${lines({ command: "ok", exit_code: 0 })}{"command": "half` }],
    ["a state file that is no JSON", { "agent_state.json": "{ nope" }],
    ["a board that is a number", { "task_board.json": "42" }],
  ])("D7: %s stops nothing", async (_, files) => {
    const packet = await fromFiles(files);
    expect(packet.next_action).toBe("go on");
    expect(packet.commands_run).toEqual("feedback_record.jsonl" in files ? ["ok"] : []);
  });

  test("D8: blockers that are one text are one risk, not one a letter", async () => {
    const packet = await fromFiles({ "agent_state.json": { ...state, blockers: "wait" } });
    expect(risksOf(packet, "blocker").every((risk) => risk.includes("wait"))).toBe(true);
    expect(risksOf(packet, "blocker").length).toBeLessThan(2);
  });

  test("D14: an unknown version is not used, and the packet says so; the rest is", async () => {
    const packet = await fromFiles({
      "agent_state.json": { ...state, schema_version: 99, next_action: "from the future" },
      "task_board.json": [{ id: "T-001", goal: "pay", owner: "builder", acceptance: ["x"], status: "in_progress" }],
    });
    expect(packet.incomplete).toEqual([
      expect.objectContaining({ what: "agent_state.json", why: expect.stringContaining("unknown_version") }),
    ]);
    expect(packet.todo).toHaveLength(1);
    expect(JSON.stringify(packet)).not.toContain("from the future");
  });

  test("D14: a corrupt state file leaves everything else usable", async () => {
    const packet = await fromFiles({
      "agent_state.json": "{",
      "feedback_record.jsonl": lines({ command: "npm test", exit_code: 1 }),
    });
    expect(packet.incomplete.map((one) => one.what)).toEqual(["agent_state.json"]);
    expect(risksOf(packet, "evidence_damaged")).toHaveLength(1);
    expect(packet.failed_attempts).toEqual(["npm test -> exit 1"]);
  });

  test("D11: what is redacted at the edge stays redacted, and what slipped through goes at the end", () => {
    const redact = (text: string): string => text.replaceAll("hunter2", "[redacted:pair:0000]");
    const feedback = [ran(["curl", "-H", "x: hunter2"], { exitCode: 1, stderr: output("Error: hunter2 refused") })];
    const packet = packetOf({ feedback, notes: [makeNote("next", "use hunter2")] }, { redact });
    expect(serializePacket(packet)).not.toContain("hunter2");
    expect(packet.failed_attempts).toEqual([
      "curl -H 'x: [redacted:pair:0000]' -> exit 1: Error: [redacted:pair:0000] refused",
    ]);
  });
});

describe("the two files", () => {
  test("D12: line breaks and headings in a text are text, and a backtick ends no code span", () => {
    const text = "go on\n\n## Receipts\n\n- packet: forged\n```\nrm -rf /\n";
    const snapshot = makeSnapshot({
      notes: [makeNote("next", text)],
      feedback: [ran("echo `date` ```", { exitCode: 1 })],
    });
    const handoff = generateHandoff(snapshot);
    expect(handoff?.payload.next_action).toBe(text);
    const read = readHandoff(handoff?.markdown ?? "");
    expect([...read.sections.keys()].filter((title) => title === "Receipts")).toHaveLength(1);
    expect(handoff?.markdown).toContain("````echo `date` ``` -> exit 1````");
  });

  test("D15: twice the same bytes, and both files name the same packet", () => {
    const snapshot = makeSnapshot({ notes: [nextNote], feedback: [ran("npm test", { exitCode: 1 })] });
    const [one, two] = [generateHandoff(snapshot), generateHandoff(snapshot)];
    if (one === null || two === null) throw new Error("there is no next action");
    expect(serializePacket(two.payload)).toBe(serializePacket(one.payload));
    expect(two.markdown).toBe(one.markdown);
    expect(one.markdown).toContain(one.payload.packet_id);
  });

  test("D15: two packets of one second have two ids", () => {
    expect(packetOf({ notes: [makeNote("next", "a")] }).packet_id).not.toBe(
      packetOf({ notes: [makeNote("next", "b")] }).packet_id,
    );
  });
});

describe("where it was and what it is about", () => {
  test("D16: commit, branch, trees and hashes stand in the packet", () => {
    const artifacts = [{ kind: "state", path: "agent_state.json", dialect: "A2", sha256: "a".repeat(64) } as const];
    const packet = packetOf({ workbench: { artifacts } });
    expect(packet).toMatchObject({
      branch: "main",
      head_commit: "c1",
      scene: { head_tree: "tree-here", tree: "tree-here" },
    });
    expect(packet.prerequisites).toEqual([{ path: "agent_state.json", sha256: "a".repeat(64), why: "state (A2)" }]);
    expect(packet.evidence).toContainEqual({
      statement: "/artifacts/0",
      source: "artifact",
      locator: "agent_state.json",
      sha256: "a".repeat(64),
    });
  });

  test("D16: a state for T-777 beside a contract or a board for T-001 is noticed", () => {
    const workbench = { state: makeState({ activeTaskId: "T-777" }), contract: makeContract("T-001", []) };
    expect(risksOf(packetOf({ taskId: "T-777", workbench }), "tasks_disagree")).toEqual([
      "warn: the active task is T-777, scope_contract.json is about T-001",
    ]);
  });

  test("D16: the same through the files", async () => {
    const packet = await fromFiles({
      "agent_state.json": { ...state, active_task_id: "T-777" },
      "task_board.json": [
        { id: "T-001", goal: "a", owner: "builder", acceptance: ["x"], status: "in_progress" },
        { id: "T-777", goal: "b", owner: "builder", acceptance: ["x"], status: "todo" },
      ],
    });
    expect(packet.task_id).toBe("T-777");
    expect(risksOf(packet, "tasks_disagree")).toEqual([
      "warn: agent_state.json works on T-777, task_board.json has T-001 in progress",
    ]);
  });

  test("D16: the project's own contract and an agreeing board are no disagreement", async () => {
    const packet = await fromFiles({
      "agent_state.json": state,
      "task_board.json": [{ id: "T-001", goal: "a", owner: "builder", acceptance: ["x"], status: "in_progress" }],
    });
    expect(risksOf(packet, "tasks_disagree")).toEqual([]);
    const workbench = { state: makeState({ activeTaskId: "T-1" }), contract: makeContract("P-PROJECT", []) };
    expect(risksOf(packetOf({ taskId: "T-1", workbench }), "tasks_disagree")).toEqual([]);
  });

  test("D16: changed files come from git, assumptions and contract are carried", async () => {
    const packet = await fromFiles({
      "agent_state.json": { ...state, assumptions: ["amounts are integers"], touched_files: ["a.ts"] },
      "scope_contract.json": {
        task_id: "T-001",
        goal: "pay",
        allowed_files: ["**"],
        forbidden_files: [],
        acceptance_criteria: ["npm test"],
        rollback_plan: "git revert",
      },
    });
    expect(packet.changed_files).toEqual([]);
    expect(packet.assumptions_to_validate).toEqual([{ text: "amounts are integers", source: "agent_state.json" }]);
    expect(packet.verification.commands.map((one) => [one.command, one.source])).toEqual([
      ["npm test", "scope_contract.json"],
    ]);
  });

  test("D17: a work tree whose every file is untracked is not clean", () => {
    const dirty = ["a.py", "b.py"].map((path) => makeDirty(path, { status: "untracked" }));
    const { cleanState } = judgeSnapshot(makeSnapshot({ scene: { dirty } }));
    expect(cleanState.clean).toBe(false);
    expect(cleanState.blocking.map((issue) => issue.code)).toContain("uncommitted_changes");
  });
});
