import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readWorkbench } from "../../src/adapters/files/read-workbench.ts";
import { AppError } from "../../src/domain/errors.ts";
import { defaultConfig } from "../../src/workbench/parse-config.ts";
import { codes } from "./parse.ts";
import { folderWith, put, read } from "./repository.ts";

test("an empty folder gives an empty workbench", async () => {
  expect(await read(folderWith({}))).toEqual({
    state: null,
    board: null,
    featureList: null,
    contract: null,
    scopeReports: [],
    ruleReport: null,
    verificationReports: [],
    reviewReports: [],
    feedback: [],
    cleanState: null,
    overrides: [],
    diffSummary: null,
    handoffs: [],
    artifacts: [],
    damage: [],
  });
});

test.each([
  ["agent_state.json", "state/a2.json"],
  ["workdir/agent_state.json", "state/a2.json"],
  ["task_board.json", "board/b1.json"],
  ["workdir/task_board.json", "board/b1.json"],
  ["task_board.jsonl", "board/b2.jsonl"],
  ["feature_list.json", "feature-list/l1.json"],
  ["scope_contract.json", "scope/c1.json"],
  ["scope_report.json", "scope/s1.json"],
  ["outputs/scope/closed/T-014.json", "scope/c1.json"],
  ["outputs/scope/closed/T-014.json", "scope/s2.json"],
  ["outputs/scope/closed/T-014.report.json", "scope/s3.json"],
  ["feedback_record.jsonl", "feedback/f1.jsonl"],
  ["feedback_record.jsonl.5", "feedback/f1.jsonl"],
  ["workdir/feedback_record.jsonl", "feedback/f2.jsonl"],
  ["rule_report.json", "reports/r1.json"],
  ["outputs/rule_report.json", "reports/r2.json"],
  ["verification_report.json", "reports/v1.json"],
  ["verification_report_T-014.json", "reports/v1.json"],
  ["outputs/verification/T-014.json", "reports/v2.json"],
  ["outputs/verification/overrides.jsonl", "small/o1.jsonl"],
  ["overrides.jsonl", "small/o1.jsonl"],
  ["review_report.json", "review/w1.json"],
  ["review_report_T-014.json", "review/w1.json"],
  ["outputs/review/T-014.json", "review/w1.json"],
  ["clean_state.json", "small/q2.json"],
  ["outputs/clean_state.json", "small/q1-texts.json"],
  ["outputs/diff_summary.json", "small/d1.json"],
  ["handoff.json", "handoff/h1.json"],
  ["outputs/handoff/1798000300/handoff.json", "handoff/h2.json"],
  ["last_known_good.json", "small/g1.json"],
])("%s is found", async (path, source) => {
  const { artifacts, damage } = await read(folderWith({ [path]: `fixture:${source}` }));
  expect(artifacts.map((one) => one.path)).toEqual([path]);
  expect(damage).toEqual([]);
});

test.each([
  "feedback_record.jsonl.bak",
  "feedback_record.jsonl.1.gz",
  "feedback_record.jsonl.0",
  "feedback_record.jsonl.1e3",
  "src/agent_state.json",
  "outputs/verification/notes.md",
  "agent_state.json~",
])("%s is not looked at", async (path) => {
  const { artifacts, damage } = await read(folderWith({ [path]: "fixture:state/a1.json" }));
  expect(artifacts).toEqual([]);
  expect(damage).toEqual([]);
});

test("rotated logs are read oldest first, ten before nine", async () => {
  const line = (n: number): string => `{"command": "run ${n}", "exit_code": 0}\n`;
  const root = folderWith({
    "feedback_record.jsonl": line(5),
    "feedback_record.jsonl.1": line(4),
    "feedback_record.jsonl.2": line(3),
    "feedback_record.jsonl.9": line(2),
    "feedback_record.jsonl.10": line(1),
  });
  const { feedback } = await read(root);
  expect(feedback.map(({ command }) => ("shell" in command ? command.shell : ""))).toEqual([
    "run 1",
    "run 2",
    "run 3",
    "run 4",
    "run 5",
  ]);
  expect(feedback.map(({ source }) => source.path)[0]).toBe("feedback_record.jsonl.10");
});

test("configured paths come first and stand; the other file of the kind is named when it says otherwise", async () => {
  const root = folderWith({ "agent_state.json": "fixture:state/a1.json", "tools/state.json": "fixture:state/a2.json" });
  const { state, artifacts, damage } = await read(root, { artifacts: { state: ["./tools/state.json"] } });
  expect(state?.activeTaskId).toBe("T-015");
  expect(artifacts).toHaveLength(2);
  expect(damage).toMatchObject([
    { path: "agent_state.json", code: "disagrees", detail: expect.stringContaining("tools/state.json") },
  ]);
});

test("a configured log brings its rotations, a configured folder all its JSON files", async () => {
  const root = folderWith({
    "logs/run.jsonl": '{"command": "b", "exit_code": 0}\n',
    "logs/run.jsonl.1": '{"command": "a", "exit_code": 0}\n',
    "build/reviews/T-1.json": "fixture:review/w1.json",
    "build/reviews/other.json": '{"tool": "something else"}',
  });
  const { feedback, reviewReports, damage } = await read(root, {
    artifacts: { feedback_log: ["logs/run.jsonl"], review_report: ["build/reviews/"], state: ["not/there.json"] },
  });
  expect(feedback.map(({ command }) => command)).toEqual([{ shell: "a" }, { shell: "b" }]);
  expect(reviewReports).toHaveLength(1);
  expect(damage).toEqual([]);
});

test("two states that say the same do not disagree, whatever their dialect", async () => {
  const same = { active_task_id: "T-1", touched_files: [], assumptions: [], blockers: [], next_action: "go" };
  const root = folderWith({
    "agent_state.json": JSON.stringify({ schema_version: 1, ...same }),
    "workdir/agent_state.json": JSON.stringify(same),
  });
  expect((await read(root)).damage).toEqual([]);
});

test("of two rule reports and of two clean states the worse one stands and both are named", async () => {
  const root = folderWith({
    "rule_report.json": '[{"slug": "a/b", "passed": true}]',
    "outputs/rule_report.json": "fixture:reports/r2.json",
    "clean_state.json": "[]",
    "outputs/clean_state.json": '["left over"]',
  });
  const { ruleReport, cleanState, damage } = await read(root);
  expect(ruleReport?.passed).toBe(false);
  expect(cleanState?.blocking).toHaveLength(1);
  expect(damage.map(({ path, code, detail }) => [path, code, detail.split(": ")[2]])).toEqual([
    ["clean_state.json", "disagrees", "outputs/clean_state.json"],
    ["rule_report.json", "disagrees", "outputs/rule_report.json"],
  ]);
});

test("reports are kept all, the worst of a task first, wherever they lie", async () => {
  const verdict = (passed: boolean | null): string => JSON.stringify({ task_id: "T-1", passed, findings: [] });
  const root = folderWith({
    "verification_report_T-1.json": verdict(true),
    "workdir/verification_report_T-1.json": verdict(null),
    "outputs/verification/T-1.json": verdict(false),
    "outputs/verification/T-0.json": '{"task_id": "T-0", "passed": true, "findings": []}',
    "outputs/review/T-1.json": '{"task_id": "T-1", "verdict": "pass", "total": 9}',
    "review_report_T-1.json": '{"task_id": "T-1", "verdict": "hard_fail", "total": 9}',
  });
  const { verificationReports, reviewReports } = await read(root);
  expect(verificationReports.map(({ taskId, passed }) => [taskId, passed])).toEqual([
    ["T-0", true],
    ["T-1", false],
    ["T-1", null],
    ["T-1", true],
  ]);
  expect(reviewReports.map(({ verdict: one }) => one)).toEqual(["hard_fail", "pass"]);
});

test("a report that does not name its task gets it from its file name", async () => {
  const root = folderWith({
    "outputs/verification/T-7.json": "fixture:reports/v3.json",
    "outputs/review/T-8.json": "fixture:review/w2.json",
    "outputs/scope/closed/T-9.report.json": "fixture:scope/s3.json",
    "verification_report.json": "fixture:reports/v3.json",
  });
  const { verificationReports, reviewReports, scopeReports } = await read(root);
  expect(verificationReports.map(({ taskId }) => taskId)).toEqual(["T-7", null]);
  expect(reviewReports[0]?.taskId).toBe("T-8");
  expect(scopeReports[0]?.taskId).toBe("T-9");
});

const contract = (task: string): string => JSON.stringify({ task_id: task, allowed_files: [task] });

test.each([
  [
    "the one at the top without an active task",
    null,
    { "scope_contract.json": "T-1", "outputs/scope/closed/T-2.json": "T-2" },
    "T-1",
  ],
  [
    "the archived one of the active task",
    "T-2",
    { "scope_contract.json": "T-1", "outputs/scope/closed/T-2.json": "T-2" },
    "T-2",
  ],
  [
    "the one at the top before its archived copy",
    "T-1",
    { "scope_contract.json": "T-1", "outputs/scope/closed/T-1.json": "T-1" },
    "T-1",
  ],
  ["none when all are archived for other tasks", "T-3", { "outputs/scope/closed/T-1.json": "T-1" }, null],
])("the contract is %s", async (_, active, contracts, expected) => {
  const root = folderWith({ "agent_state.json": JSON.stringify({ active_task_id: active, next_action: "x" }) });
  for (const [path, task] of Object.entries(contracts)) put(root, path, contract(task));
  expect((await read(root)).contract?.taskId ?? null).toBe(expected);
});

test("damage of one file leaves the others readable", async () => {
  const root = folderWith({
    "agent_state.json": '{"schema_version": 1, "active_ta',
    "task_board.json": "fixture:board/b1.json",
    "feature_list.json": '{"schema_version": 4, "features": []}',
    "feedback_record.jsonl": `{"command": "a", "exit_code": 0}\n{"comm`,
  });
  const { state, board, feedback, damage } = await read(root);
  expect(state).toBeNull();
  expect(board?.tasks).toHaveLength(2);
  expect(feedback).toHaveLength(1);
  expect(damage.map(({ path, code }) => [path, code])).toEqual([
    ["agent_state.json", "invalid_json"],
    ["feature_list.json", "unknown_version"],
    ["feedback_record.jsonl", "torn_line"],
  ]);
});

test("a link out of the repository is refused, one inside is followed, one to nowhere is said", async () => {
  const outside = folderWith({ "state.json": "fixture:state/a2.json", "folder/T-1.json": "fixture:reports/v2.json" });
  const root = folderWith({ "real/board.json": "fixture:board/b1.json" });
  mkdirSync(join(root, "outputs"));
  symlinkSync(join(outside, "state.json"), join(root, "agent_state.json"));
  symlinkSync(join(outside, "folder"), join(root, "outputs/verification"));
  symlinkSync("real/board.json", join(root, "task_board.json"));
  symlinkSync("gone.json", join(root, "feature_list.json"));
  symlinkSync("scope_contract.json", join(root, "scope_contract.json"));
  const { state, board, verificationReports, damage } = await read(root);
  expect([state, verificationReports]).toEqual([null, []]);
  expect(board?.ref.path).toBe("task_board.json");
  expect(damage.map(({ path, code }) => [path, code])).toEqual([
    ["agent_state.json", "symlink_refused"],
    ["feature_list.json", "symlink_refused"],
    ["outputs/verification", "symlink_refused"],
    ["scope_contract.json", "symlink_refused"],
  ]);
});

test("a configured path cannot leave the repository", async () => {
  const outside = folderWith({ "state.json": "fixture:state/a2.json" });
  const root = folderWith({});
  const path = `../${outside.split("/").at(-1)}/state.json`;
  const { state, damage } = await read(root, { artifacts: { state: [path] } });
  expect(state).toBeNull();
  expect(codes(damage)).toEqual(["symlink_refused"]);
});

test("the root itself may be a link", async () => {
  const root = folderWith({ "agent_state.json": "fixture:state/a2.json" });
  const holder = folderWith({});
  symlinkSync(root, join(holder, "link"));
  expect((await read(join(holder, "link"))).state?.activeTaskId).toBe("T-015");
});

test("pipes, folders and sockets in place of files are never waited for", async () => {
  const root = folderWith({});
  execFileSync("mkfifo", [join(root, "agent_state.json"), join(root, "feedback_record.jsonl")]);
  mkdirSync(join(root, "task_board.json"));
  mkdirSync(join(root, "outputs"));
  writeFileSync(join(root, "outputs/verification"), "a file where a folder should be");
  const { artifacts, damage } = await read(root);
  expect(artifacts).toEqual([]);
  expect(damage.map(({ path, code, detail }) => [path, code, detail])).toEqual([
    ["agent_state.json", "unreadable", "not a regular file"],
    ["feedback_record.jsonl", "unreadable", "not a regular file"],
    ["task_board.json", "unreadable", "not a regular file"],
  ]);
});

test.skipIf(process.getuid?.() === 0)("what may not be read is said", async () => {
  const root = folderWith({ "agent_state.json": "{}", "outputs/review/T-1.json": "{}" });
  chmodSync(join(root, "agent_state.json"), 0);
  chmodSync(join(root, "outputs/review"), 0);
  const { damage } = await read(root);
  chmodSync(join(root, "outputs/review"), 0o700);
  expect(damage.map(({ path, code, detail }) => [path, code, detail])).toEqual([
    ["agent_state.json", "unreadable", "cannot be read (EACCES)"],
    ["outputs/review", "unreadable", "cannot be read (EACCES)"],
  ]);
});

test("a document beyond the limit is not read", async () => {
  const root = folderWith({ "agent_state.json": "{" });
  truncateSync(join(root, "agent_state.json"), 8 * 1024 * 1024 + 1);
  expect(codes((await read(root)).damage)).toEqual(["too_large"]);
});

test("of a log beyond the limit the end is read from a whole line on, and that is said", async () => {
  const line = `{"command": "old", "exit_code": 0, "more": "${"x".repeat(1_000_000)}"}\n`;
  const root = folderWith({
    "feedback_record.jsonl": line.repeat(70) + '{"command": "newest", "exit_code": 1}\n',
    "feedback_record.jsonl.1": '{"command": "rotated", "exit_code": 0}\n',
  });
  const { feedback, damage } = await read(root);
  expect(feedback.at(-1)).toMatchObject({ command: { shell: "newest" }, exitCode: 1 });
  expect(feedback.length).toBeGreaterThan(60);
  expect(feedback.length).toBeLessThan(70);
  expect(codes(damage)).toEqual([
    expect.stringMatching(/^too_large bytes 0-\d+$/),
    expect.stringMatching(/^too_large bytes 0-\d+$/),
  ]);
});

test("a folder of very many reports is read in part, and that is said", async () => {
  const names = Array.from({ length: 230 }, (_, n) => `T-${String(n).padStart(3, "0")}`);
  const root = folderWith(
    Object.fromEntries(
      names.map((name) => [`outputs/review/${name}.json`, `{"task_id": "${name}", "verdict": "pass", "total": 9}`]),
    ),
  );
  const { reviewReports, damage } = await read(root);
  expect(reviewReports).toHaveLength(200);
  expect(reviewReports.at(-1)?.taskId).toBe("T-229");
  expect(codes(damage)).toEqual(["too_many files 1-30"]);
});

test("every text of every artifact is redacted, and nothing but text", async () => {
  const root = folderWith({
    "agent_state.json": '{"active_task_id": "T-1", "next_action": "use sesame", "blockers": ["sesame"]}',
    "task_board.json": '[{"id": "T-1", "goal": "sesame", "acceptance": ["open sesame"], "status": "todo"}]',
    "outputs/verification/T-1.json": '{"task_id": "T-1", "passed": false, "findings": [{"detail": "sesame"}]}',
    "feedback_record.jsonl": '{"command": ["open", "sesame"], "exit_code": 1, "stderr_tail": "sesame: denied"}\n',
    "overrides.jsonl": '{"task_id": "T-1", "finding_code": "x", "reason": "sesame", "user_id": "sesame"}\n',
  });
  const seen: string[] = [];
  const workbench = await readWorkbench({
    root,
    config: defaultConfig,
    redact: (text) => {
      seen.push(text);
      return text.replaceAll("sesame", "[secret]");
    },
  });
  expect(JSON.stringify(workbench)).not.toContain("sesame");
  expect(workbench.feedback[0]).toMatchObject({ command: { argv: ["open", "[secret]"] }, exitCode: 1 });
  expect(seen.some((text) => text.includes("{"))).toBe(false);
});

test("the same files give the same workbench", async () => {
  const root = folderWith({
    "agent_state.json": "fixture:state/a2.json",
    "task_board.json": "fixture:board/b1.json",
    "feedback_record.jsonl": "fixture:feedback/f2.jsonl",
    "feedback_record.jsonl.1": "fixture:feedback/f1.jsonl",
    "outputs/review/T-014.json": "fixture:review/w1.json",
  });
  expect(await read(root)).toEqual(await read(root));
});

test("a root that is not there is an error of the environment", async () => {
  const root = folderWith({});
  rmSync(root, { recursive: true });
  await expect(read(root)).rejects.toMatchObject({ kind: "environment", code: "root_unreadable" });
  await expect(read(root)).rejects.toBeInstanceOf(AppError);
});
