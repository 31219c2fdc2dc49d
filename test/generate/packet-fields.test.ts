import { describe, expect, test } from "vitest";
import { generateHandoff } from "../../src/app/generate-handoff.ts";
import { sha256 } from "../../src/domain/digest.ts";
import type { Change } from "../../src/domain/scene.ts";
import {
  makeBoard,
  makeCommit,
  makeDirty,
  makeFeatures,
  makeNote,
  makeSnapshot,
  makeState,
  makeTask,
  ran,
} from "../verification/make-snapshot.ts";
import { makeReview, nextNote, packetOf } from "./generate.ts";

const hash = (digit: string): string => digit.repeat(64);
const change = (path: string, parts: Partial<Change> = {}): Change => ({
  path,
  from: null,
  status: "modified",
  additions: 1,
  deletions: 0,
  binary: false,
  sha256: hash("1"),
  committed: true,
  ...parts,
});

test("the seven fields come first and keep their plain types", () => {
  const packet = packetOf({ feedback: [ran("npm test", { exitCode: 1 })] });
  expect(Object.keys(packet).slice(0, 7)).toEqual([
    "summary",
    "changed_files",
    "commands_run",
    "failed_attempts",
    "open_risks",
    "next_action",
    "verdict_pointer",
  ]);
  expect(packet).toMatchObject({
    summary: "main; 0 files changed; 0 commits; 1 command recorded, 1 failed; verification absent",
    changed_files: [],
    commands_run: ["npm test"],
    failed_attempts: ["npm test -> exit 1"],
    open_risks: [{ severity: "info", code: "verification_absent", detail: expect.any(String) }],
    next_action: "go on",
    verdict_pointer: { verdict: null, review: null },
  });
});

test("a new packet is active, and nothing of its life is under its digest", () => {
  expect(packetOf()).toMatchObject({ status: "active", superseded_by: null, superseded_at: null, archived_at: null });
});

describe("summary: where, what changed, what ran, what the verdict is", () => {
  test.each([
    [{}, "main; 0 files changed; 0 commits; no command recorded; verification absent"],
    [
      {
        taskId: "T-1",
        work: { changes: [change("a"), change("b", { committed: false })], commits: [makeCommit("c1")] },
      },
      "main, T-1; 2 files changed (1 uncommitted); 1 commit; no command recorded; verification absent",
    ],
    [
      { topic: "pay", scene: { kind: "folder" } },
      "no repository, pay; 0 files changed; 0 commits; no command recorded; verification absent",
    ],
    [
      { feedback: [ran("a", { exitCode: 127 }), ran("b", { exitCode: null, error: "timeout after 1 s" }), ran("c")] },
      "main; 0 files changed; 0 commits; 3 commands recorded, 2 failed; verification absent",
    ],
  ] as const)("%#", (parts, text) => {
    expect(packetOf(parts).summary).toBe(text);
  });
});

describe("commands_run", () => {
  test("each command once, at its last run, shell-quoted", () => {
    const feedback = [
      ran(["git", "commit", "-m", "it's done"]),
      ran("npm test"),
      ran(["git", "commit", "-m", "it's done"]),
    ];
    expect(packetOf({ feedback }).commands_run).toEqual(["npm test", "git commit -m 'it'\\''s done'"]);
  });
});

describe("evidence of other threads of work", () => {
  const of = (branch: string | null, topic: string | null) => ran(`${branch}/${topic}`, { branch, topic });
  const feedback = [of("main", "pay"), of("main", "main"), of(null, null), of("next", "pay"), of("main", "other")];

  test("records of another branch or topic are not ours; those that nobody claims are everybody's", () => {
    expect(packetOf({ topic: "pay", feedback }).commands_run).toEqual(["main/pay", "main/main", "null/null"]);
  });
});

describe("changes", () => {
  const changes = [change("a.ts"), change("new name.ts", { from: "old.ts", status: "renamed", committed: false })];

  test("changed_files and changes name the same files; each says whether it is committed", () => {
    const packet = packetOf({ work: { changes } });
    expect(packet.changed_files).toEqual(["a.ts", "new name.ts"]);
    expect(packet.changes.map((one) => [one.path, one.from, one.committed])).toEqual([
      ["a.ts", null, true],
      ["new name.ts", "old.ts", false],
    ]);
    expect(packet.changed_since).toEqual({ commit: "c0", kind: "merge_base", ref: "origin/main" });
  });

  test("a path that holds a secret is shown without it, and can still be told by its hash", () => {
    const path = "keys/ghp_secret.txt";
    const parts = {
      redactedPaths: { [path]: "keys/[redacted:github:0000].txt" },
      work: { changes: [change(path, { committed: false }), change("b", { from: path })] },
      scene: { dirty: [makeDirty(path, { sha256: hash("2") })] },
      notes: [nextNote, makeNote("require", path)],
      workbench: { state: makeState({ touchedFiles: [path] }) },
      files: { [path]: hash("2") },
    };
    const packet = packetOf(parts);
    expect(JSON.stringify(packet)).not.toContain("ghp_secret");
    expect(packet.changes[0]).toMatchObject({ path: "keys/[redacted:github:0000].txt", path_redacted: sha256(path) });
    expect(packet.changes[1]).not.toHaveProperty("path_redacted");
  });
});

describe("recent files: read as well as changed (A5)", () => {
  test("uncommitted first, then committed, then what was only read; nothing that is gone", () => {
    const packet = packetOf({
      work: {
        changes: [
          change("done.ts"),
          change("gone.ts", { status: "deleted", sha256: null }),
          change("open.ts", { committed: false }),
        ],
      },
      workbench: { state: makeState({ touchedFiles: ["read.ts", "done.ts", "vanished.ts"] }) },
      files: { "read.ts": hash("3"), "done.ts": hash("1") },
    });
    expect(packet.recent_files).toEqual([
      { path: "open.ts", sha256: hash("1"), changed: true },
      { path: "done.ts", sha256: hash("1"), changed: true },
      { path: "read.ts", sha256: hash("3"), changed: false },
    ]);
  });

  test("at most 40", () => {
    const touchedFiles = Array.from({ length: 60 }, (_, at) => `f${at}`);
    const files = Object.fromEntries(touchedFiles.map((path) => [path, hash("4")]));
    expect(packetOf({ workbench: { state: makeState({ touchedFiles }) }, files }).recent_files).toHaveLength(40);
  });
});

describe("kept work", () => {
  const plan = (...dirty: readonly ReturnType<typeof makeDirty>[]) =>
    packetOf({ scene: { dirty }, secretFiles: [".env"] }).kept_work;
  const megabytes = (count: number): number => count * 1024 * 1024;

  test.each([
    ["a file", makeDirty("a"), true, null],
    ["an untracked file", makeDirty("a", { status: "untracked" }), true, null],
    [
      "a deleted file has nothing to keep",
      makeDirty("a", { status: "deleted", sha256: null, size: null }),
      false,
      null,
    ],
    ["a file with a secret gets no second copy", makeDirty(".env"), false, ".env: holds a secret, not copied"],
    [
      "a large file",
      makeDirty("a", { size: megabytes(5) }),
      false,
      `a: ${megabytes(5)} bytes, more than ${megabytes(4)}`,
    ],
    [
      "a submodule",
      makeDirty("sub", { sha256: null, submodule: { commitChanged: true, modified: false, untracked: false } }),
      false,
      "sub: a repository of its own keeps its own history",
    ],
  ])("%s", (_, file, kept, omitted) => {
    expect(plan(file)).toMatchObject({ files: [{ kept }], omitted: omitted === null ? [] : [omitted] });
  });

  test("all together stay below a limit, and what is left out is named", () => {
    const files = Array.from({ length: 20 }, (_, at) =>
      makeDirty(`f${String(at).padStart(2, "0")}`, { size: megabytes(4) }),
    );
    const { files: kept, omitted } = plan(...files);
    expect(kept.filter((file) => file.kept)).toHaveLength(16);
    expect(omitted).toHaveLength(4);
    expect(omitted[0]).toMatch(/^f16: the kept work would exceed/);
  });
});

describe("budget: an unknown cost stays unknown", () => {
  test.each([
    ["nothing ran", [], { attempts: 0, minutes: 0 }],
    [
      "known durations add up",
      [ran("a", { durationMs: 90_000 }), ran("b", { durationMs: 30_000 })],
      { attempts: 2, minutes: 2 },
    ],
    ["one unknown makes the sum unknown", [ran("a"), ran("b", { durationMs: null })], { attempts: 2, minutes: null }],
  ])("%s", (_, feedback, spent) => {
    expect(packetOf({ feedback }).budget.spent).toEqual({ calls: null, cost_usd: null, ...spent });
  });

  test("the limits of the configuration stand beside it", () => {
    const budget = { attempts: 10, calls: null, costUsd: 2.5, minutes: 30 };
    expect(packetOf({ config: { budget } }).budget.limits).toEqual({
      attempts: 10,
      calls: null,
      cost_usd: 2.5,
      minutes: 30,
    });
  });
});

test("todo: what is open on board and feature list, in their order", () => {
  const board = makeBoard(
    makeTask("T-1", { status: "done" }),
    makeTask("T-2", { status: "blocked" }),
    makeTask("T-3", { goal: "" }),
  );
  const featureList = makeFeatures(null, makeTask("pay", { status: "in_progress" }));
  expect(packetOf({ workbench: { board, featureList } }).todo).toEqual([
    { text: "T-2: goal of T-2", status: "blocked", source: "task_board.json" },
    { text: "T-3", status: "todo", source: "task_board.json" },
    { text: "pay: goal of pay", status: "in_progress", source: "feature_list.json" },
  ]);
});

test("what people said keeps their words, their name and the time, and says which note it is", () => {
  const constrain = makeNote("constrain", "  never touch\n`prod` ");
  const decide = makeNote("decide", "half-even");
  const done = makeNote("done", "migration written");
  const packet = packetOf({ notes: [nextNote, constrain, decide, done] });
  const who = { author: "Ada <ada@example.org>", at: "2026-11-30T07:30:00.000Z" };
  expect(packet.constraints).toEqual([{ text: "  never touch\n`prod` ", ...who }]);
  expect(packet.decisions).toEqual([{ text: "half-even", ...who, answers: null }]);
  expect(packet.done).toEqual([{ text: "migration written", ...who, answers: null }]);
  const notes = packet.evidence.filter((one) => one.source === "note").map((one) => [one.statement, one.locator]);
  expect(notes).toEqual([
    ["/next_action", nextNote.id],
    ["/constraints/0", constrain.id],
    ["/decisions/0", decide.id],
    ["/done/0", done.id],
  ]);
});

test("five constraints survive three packets word for word (A7)", () => {
  const constraints = ["no new dependency", "keep node 20", "不要改接口", "max 80 columns", "ask before push"].map(
    (text) => makeNote("constrain", text),
  );
  const ids = ["s1", "s2", "s3"].map((id) => packetOf({ session: { id }, notes: [...constraints, nextNote] }));
  for (const packet of ids)
    expect(packet.constraints.map((one) => one.text)).toEqual(constraints.map((note) => note.text));
});

test("every evidence points at something that the packet says", () => {
  const packet = packetOf({
    feedback: [ran("npm test"), ran("git push")],
    config: { acceptance: ["npm test"] },
    recentCommits: [{ id: "c1", tree: "tree-here" }],
    configSha256: hash("5"),
    notes: [nextNote, makeNote("assume", "a"), makeNote("ask", "b?")],
    workbench: {
      state: makeState({ assumptions: ["c"] }),
      artifacts: [{ kind: "state", path: "agent_state.json", dialect: "A2", sha256: hash("6") }],
    },
  });
  const at = (pointer: string): unknown =>
    pointer
      .split("/")
      .slice(1)
      .reduce((value: unknown, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], packet);
  for (const { statement } of packet.evidence)
    expect([statement, at(statement)]).toEqual([statement, expect.anything()]);
  const statements = packet.evidence.map((one) => one.statement);
  for (const expected of [
    "/head_commit",
    "/scene/tree",
    "/changes",
    "/next_action",
    "/feedback_tail/0",
    "/effects/0",
    "/verification/commands/0",
    "/last_known_good_commit",
    "/questions_for_human/0",
    "/assumptions_to_validate/0",
    "/assumptions_to_validate/1",
    "/artifacts/0",
    "/verification",
  ])
    expect(statements).toContain(expected);
});

describe("created_at is the newest time of any source, and no clock's", () => {
  const early = "2026-11-30T06:00:00.000Z";
  const late = "2026-12-24T18:00:00.000Z";
  const base = {
    scene: { head: { commit: "c1", tree: "t", branch: "main", detached: false, at: early } },
    session: { startedAt: early },
    notes: [makeNote("next", "x", { at: early })],
    feedback: [ran("a", { startedAt: early })],
  };
  test.each([
    ["a commit", { ...base, scene: { head: { ...base.scene.head, at: late } } }, late],
    ["the session's start", { ...base, session: { startedAt: late } }, late],
    ["a note", { ...base, notes: [...base.notes, makeNote("risk", "y", { at: late })] }, late],
    ["a command", { ...base, feedback: [...base.feedback, ran("b", { startedAt: late })] }, late],
    ["none later than the others", base, early],
  ])("%s", (_, parts, at) => {
    expect(packetOf(parts).created_at).toBe(at);
  });

  test("without any time there is none", () => {
    const nothing = {
      scene: { head: { ...base.scene.head, at: null } },
      session: { startedAt: null },
      feedback: [ran("a", { startedAt: null, exitCode: 1 })],
      notes: [],
      config: { acceptance: ["a"] },
    };
    expect(packetOf(nothing).created_at).toBeNull();
  });
});

test("what the packet does not know is named: omitted changes, unusable files", () => {
  const damage = [
    { path: "a.json", code: "invalid_json", place: "line 1", detail: "cut" },
    { path: "a.json", code: "more_damage", place: null, detail: "more" },
    { path: "log.jsonl", code: "invalid_json", place: "line 7", detail: "half" },
    { path: "big.json", code: "too_large", place: null, detail: "9 MB" },
  ];
  const artifacts = [{ kind: "feedback_log" as const, path: "log.jsonl", dialect: "F1", sha256: hash("7") }];
  const packet = packetOf({ workbench: { damage, artifacts }, work: { omitted: ["200 of 900 commits"] } });
  expect(packet.incomplete).toEqual([
    { what: "a.json", why: "invalid_json (line 1): cut" },
    { what: "big.json", why: "too_large: 9 MB" },
    { what: "changes", why: "200 of 900 commits" },
  ]);
});

describe("the verdict pointer", () => {
  test("names the report of the repository or of the home, and the review", () => {
    const reviewReports = [makeReview("outputs/review/T-1.json", { verdict: "pass", total: 8 })];
    expect(
      packetOf({ verdictPath: "home:verification/T-1.json", workbench: { reviewReports } }).verdict_pointer,
    ).toEqual({
      verdict: "home:verification/T-1.json",
      review: "outputs/review/T-1.json",
    });
  });

  test("of reviews that disagree it names the worse one", () => {
    const review = (path: string, verdict: "pass" | "soft_fail" | "hard_fail" | null) => makeReview(path, { verdict });
    const named = (...reviewReports: ReturnType<typeof review>[]) => packetOf({ workbench: { reviewReports } }).review;
    expect(named(review("a", "pass"), review("b", "hard_fail"), review("c", "soft_fail"))).toMatchObject({
      path: "b",
      verdict: "hard_fail",
    });
    expect(named(review("a", "hard_fail"), review("b", null))).toMatchObject({ path: "b", verdict: null });
    expect(named()).toEqual({ verdict: null, total: null, path: null });
  });

  test("a review of another task is not ours", () => {
    const reviewReports = [
      makeReview("a", { taskId: "T-2", verdict: "hard_fail" }),
      makeReview("b", { taskId: "T-1", verdict: "pass" }),
    ];
    expect(packetOf({ taskId: "T-1", workbench: { reviewReports } }).review.path).toBe("b");
  });
});

test("the language of handoff.md is that of the configuration alone, and no part of the packet", () => {
  const markdown = (language: "en" | "zh" | null): string =>
    generateHandoff(makeSnapshot({ notes: [nextNote], config: { language } }))?.markdown ?? "";
  expect(markdown(null)).toBe(markdown("en"));
  expect(markdown("en")).toMatch(/^# Handoff: topic main on /);
  expect(markdown("zh")).toMatch(/^# 交接：.+ 上的主题 main$/m);
  expect(packetOf({ config: { language: "zh" } }).digest).toBe(packetOf().digest);
});

test("an operation in progress, a detached head and why something is unknown stand in the scene", () => {
  const operation = { kind: "rebase" as const, step: 2, total: 5, branch: "main" };
  const scene = {
    operation,
    shallow: true,
    reasons: ["no_commits"],
    upstream: { name: "origin/main", commit: null, ahead: 0, behind: 0 },
  };
  expect(packetOf({ scene }).scene).toMatchObject({
    operation,
    shallow: true,
    reasons: ["no_commits"],
    upstream: "origin/main",
  });
});

test("nothing of this machine reaches the bytes: no absolute path, no process of ours", () => {
  const root = "/home/ada/secret-project";
  const packet = packetOf({
    scene: { root, gitDir: `${root}/.git`, commonDir: `${root}/.git`, cwd: "sub", worktrees: [] },
  });
  expect(JSON.stringify(packet)).not.toContain(root);
  expect(packet.digest).toBe(packetOf().digest);
});
