import * as fc from "fast-check";
import type { Note, NoteKind } from "../../src/domain/home.ts";
import type { Change, DirtyFile } from "../../src/domain/scene.ts";
import type { WorkbenchSnapshot } from "../../src/domain/snapshot.ts";
import type { FeedbackRecord, Task } from "../../src/domain/workbench.ts";
import { hostileText } from "../render/hostile.ts";
import { makeReport, makeReview } from "../generate/generate.ts";
import { here, makeBoard, makeContract, makeFeatures, makeSnapshot, makeState } from "../verification/make-snapshot.ts";

/** Snapshots whose every text may be hostile: what files, logs and people can bring, within the shapes. */

const hash = fc.nat({ max: 9 }).map((digit) => String(digit).repeat(64));
const text = fc.oneof(hostileText, fc.constantFrom("npm test", "git push", "T-001", ""));
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 4 });
const few = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(arbitrary, { maxLength: 4 });

const time = fc.integer({ min: 0, max: 3 }).map((minute) => `2026-11-30T07:0${minute}:00.000Z`);
const tree = fc.constantFrom(here, "tree-elsewhere", "tree-old", null);
const status = fc.constantFrom("added", "modified", "deleted", "renamed", "untracked", "unmerged", "type_changed");
const acceptance = fc.constantFrom("npm test", "npm run lint", "npm test | tail", "echo ok", "it looks good");

const command: fc.Arbitrary<FeedbackRecord["command"]> = fc.oneof(
  acceptance.map((shell) => ({ shell })),
  hostileText.map((shell) => ({ shell })),
  fc.array(text, { minLength: 1, maxLength: 4 }).map((argv) => ({ argv })),
);

const excerpt = fc.record({
  head: text,
  tail: text,
  omittedLines: fc.nat({ max: 9 }),
  errorLines: few(text),
});

const record: fc.Arbitrary<Omit<FeedbackRecord, "id">> = fc.record({
  parentId: fc.constant(null),
  source: fc.constant({ kind: "home" as const, path: "home:feedback/0001.jsonl", line: 1 }),
  command,
  exitCode: fc.constantFrom(0, 0, 1, 2, 5, 126, 127, -9, null),
  signal: fc.constantFrom(null, null, "SIGKILL"),
  error: fc.oneof(fc.constantFrom(null, "timeout after 30 s", "never started: ENOENT"), text),
  durationMs: maybe(fc.nat({ max: 90_000 })),
  startedAt: maybe(time),
  stdout: excerpt,
  stderr: excerpt,
  note: maybe(text),
  cwd: fc.constantFrom("", null),
  branch: fc.constantFrom("main", null, "next"),
  commit: fc.constantFrom("c1", null),
  topic: fc.constantFrom("main", null, "pay"),
  sessionId: fc.constantFrom("s1", null, "s0"),
  tree,
  treeAfter: tree,
  changedWhileRunning: fc.constantFrom([], [], ["a.ts"]),
  testResult: fc.constantFrom(null, null, { runner: "vitest", passed: 3, failed: 0, skipped: null, line: "3 passed" }),
});

const kinds: readonly NoteKind[] = ["next", "assume", "block", "ask", "risk", "decide", "constrain", "require", "done"];
const note: fc.Arbitrary<Omit<Note, "id">> = fc.record({
  kind: fc.constantFrom(...kinds),
  text,
  at: time,
  author: text,
  branch: fc.constant("main"),
  topic: fc.constant("main"),
  sessionId: fc.constantFrom("s1", "s0"),
  later: fc.boolean(),
  answers: fc.constantFrom(null, null, "n-0", "n-1"),
  kept: fc.constant(null),
  sha256: maybe(hash),
});

const change: fc.Arbitrary<Omit<Change, "path">> = fc.record({
  from: maybe(text),
  status,
  additions: maybe(fc.nat({ max: 99 })),
  deletions: maybe(fc.nat({ max: 99 })),
  binary: fc.boolean(),
  sha256: maybe(hash),
  committed: fc.boolean(),
});

const dirty: fc.Arbitrary<Omit<DirtyFile, "path">> = fc.record({
  from: fc.constant(null),
  status,
  staged: fc.boolean(),
  unstaged: fc.boolean(),
  sha256: maybe(hash),
  size: maybe(fc.nat({ max: 9_000_000 })),
  mode: fc.constantFrom("100644", "100755", "120000", null),
  submodule: fc.constantFrom(null, null, { commitChanged: true, modified: false, untracked: false }),
});

const paths = fc.uniqueArray(hostileText, { maxLength: 4 });
const withPaths = <T extends object>(files: fc.Arbitrary<T>): fc.Arbitrary<(T & { path: string })[]> =>
  paths.chain((names) => fc.tuple(...names.map((path) => files.map((file) => ({ ...file, path })))));

const task: fc.Arbitrary<Task> = fc.record({
  id: fc.oneof(fc.constantFrom("T-001", "T-002"), hostileText),
  goal: text,
  owner: maybe(text),
  acceptance: few(fc.oneof(acceptance, text)),
  status: fc.constantFrom("todo", "in_progress", "done", "blocked"),
});

const finding = fc.record({ severity: fc.constantFrom("block", "warn", "info"), code: maybe(text), detail: text });
const damage = fc.record({
  path: text,
  code: fc.constantFrom("invalid_json", "unknown_version", "torn_line"),
  place: maybe(text),
  detail: text,
});
const artifact = fc.record({
  kind: fc.constantFrom("state", "board", "feedback_log", "handoff"),
  path: text,
  dialect: fc.constantFrom("A2", "B1", "F1"),
  sha256: hash,
});
const review = fc
  .tuple(text, fc.constantFrom("pass", "soft_fail", "hard_fail", null), maybe(fc.nat({ max: 10 })))
  .map(([path, verdict, total]) => makeReview(path, { verdict, total, taskId: "T-001" }));
const report = fc
  .tuple(text, fc.constantFrom(true, false, null), few(finding))
  .map(([path, passed, findings]) => makeReport(path, { passed, findings }));

const workbench = fc.record({
  state: maybe(
    fc
      .tuple(few(text), few(text), few(text), maybe(text))
      .map(([assumptions, blockers, touchedFiles, nextAction]) =>
        makeState({ assumptions, blockers, touchedFiles, nextAction, activeTaskId: "T-001" }),
      ),
  ),
  board: maybe(few(task).map((tasks) => makeBoard(...tasks))),
  featureList: maybe(few(task).map((tasks) => makeFeatures("T-001", ...tasks))),
  contract: maybe(few(acceptance).map((list) => makeContract("T-001", list))),
  reviewReports: few(review),
  verificationReports: few(report),
  artifacts: few(artifact),
  damage: few(damage),
});

const numbered = <T extends object>(list: readonly T[], prefix: string): (T & { id: string })[] =>
  list.map((one, at) => ({ ...one, id: `${prefix}${at}` }));

export const anySnapshot: fc.Arbitrary<WorkbenchSnapshot> = fc
  .record({
    records: fc.array(record, { maxLength: 8 }),
    notes: few(note),
    changes: withPaths(change),
    dirty: withPaths(dirty),
    workbench,
    damage: few(damage),
    entries: fc.uniqueArray(acceptance, { maxLength: 3 }),
    shown: maybe(text),
    texts: fc.tuple(text, text, text, text),
    taskId: fc.constantFrom(null, "T-001"),
    keepLast: fc.integer({ min: 0, max: 8 }),
    omitted: few(text),
    operation: fc.constantFrom(null, { branch: "main", total: 3, step: 1, kind: "rebase" as const }),
  })
  .map((parts) => {
    const [branch, topic, session, subject] = parts.texts;
    const [first] = parts.dirty;
    return makeSnapshot({
      scene: {
        dirty: parts.dirty,
        operation: parts.operation,
        head: { commit: "c1", tree: here, branch, detached: false, at: "2026-11-30T08:00:00.000Z" },
        roots: ["r0"],
      },
      work: {
        changes: parts.changes,
        omitted: parts.omitted,
        commits: [{ id: "c1", tree: here, at: "2026-11-30T08:00:00.000Z", author: session, subject }],
      },
      workbench: parts.workbench,
      config: {
        acceptance: parts.entries,
        feedback: { keepLast: parts.keepLast },
        prerequisites: [{ path: subject, why: session }],
      },
      session: { id: session, client: branch },
      feedback: numbered(parts.records, "f-"),
      notes: numbered(parts.notes, "n-"),
      topic,
      taskId: parts.taskId,
      damage: parts.damage,
      redactedPaths: first !== undefined && parts.shown !== null ? { [first.path]: parts.shown } : {},
      recentCommits: [{ id: "c1", tree: here }],
    });
  });
