import { describe, expect, it } from "vitest";
import type { Operation, Scene } from "../../src/domain/scene.ts";
import { makeCommit, makeDirty, makeSnapshot, type SnapshotParts } from "../verification/make-snapshot.ts";
import { check, codes } from "./check.ts";

const on = (branch: string | null, detached = false): Partial<Scene> => ({
  head: { commit: "c1".repeat(20), tree: "t1", branch, detached, at: null },
});
const operation = (kind: Operation["kind"], parts: Partial<Operation> = {}): Partial<Scene> => ({
  operation: { kind, step: null, total: null, branch: null, ...parts },
});

const cases: readonly (readonly [what: string, parts: SnapshotParts, expected: readonly string[], detail: RegExp])[] = [
  ["nothing going on", {}, [], /^$/],
  ["a merge", { scene: operation("merge") }, ["operation_in_progress"], /^merge in progress$/],
  [
    "a rebase",
    { scene: operation("rebase", { step: 2, total: 5, branch: "topic" }) },
    ["operation_in_progress"],
    /^rebase in progress, step 2 of 5, begun on topic$/,
  ],
  ["a cherry-pick", { scene: operation("cherry-pick", { step: 1 }) }, ["operation_in_progress"], /step 1$/],
  ["a bisect", { scene: operation("bisect", { branch: "main" }) }, ["operation_in_progress"], /begun on main/],
  [
    "an unmerged file",
    { scene: { dirty: [makeDirty("a", { status: "unmerged" })] } },
    ["uncommitted_changes a", "unmerged_entries a"],
    /unmerged/,
  ],
  ["a detached head", { scene: on(null, true) }, ["head_detached"], /^HEAD is detached at c1c1c1c1c1c1$/],
  [
    "a detached head with own commits",
    { scene: on(null, true), work: { unpushed: [makeCommit("c9")] } },
    ["head_detached", "(unpushed_commits)"],
    /unpushed commits: c9 subject of c9/,
  ],
  [
    "a detached head, branches expected",
    { scene: on(null, true), config: { branches: ["main"] } },
    ["head_detached"],
    /detached/,
  ],
  ["the expected branch", { scene: on("main"), config: { branches: ["main"] } }, [], /^$/],
  ["one of the expected patterns", { scene: on("feature/x"), config: { branches: ["main", "feature/*"] } }, [], /^$/],
  [
    "another branch",
    { scene: on("topic"), config: { branches: ["main", "feature/*"] } },
    ["branch_unexpected"],
    /^on branch topic, expected main or feature\/\*$/,
  ],
  [
    "a branch whose last part is expected",
    { scene: on("old/main"), config: { branches: ["main"] } },
    ["branch_unexpected"],
    /old\/main/,
  ],
  ["a branch taken out", { scene: on("main"), config: { branches: ["**", "!main"] } }, ["branch_unexpected"], /main/],
  [
    "a rebase of an unexpected branch",
    { scene: { ...on("topic"), ...operation("rebase") }, config: { branches: ["main"] } },
    ["operation_in_progress", "branch_unexpected"],
    /rebase/,
  ],
  [
    "no repository",
    {
      scene: { kind: "folder", head: { commit: null, tree: null, branch: null, detached: false, at: null } },
      config: { branches: ["main"] },
    },
    [],
    /^$/,
  ],
  [
    "a held lock",
    { scene: { indexLock: { path: "/repo/.git/index.lock", holder: { pid: 12, command: "git add" } } } },
    ["index_lock .git/index.lock"],
    /held by process 12 \(git add\)/,
  ],
  [
    "a stale lock",
    { scene: { indexLock: { path: "/repo/.git/index.lock", holder: null } } },
    ["index_lock .git/index.lock"],
    /stale/,
  ],
  [
    "a lock of a linked work tree",
    { scene: { indexLock: { path: "/elsewhere/.git/worktrees/w/index.lock", holder: null } } },
    ["index_lock index.lock"],
    /^index\.lock: stale/,
  ],
];

describe("the repository with", () => {
  it.each(cases)("%s", (_, parts, expected, detail) => {
    const snapshot = makeSnapshot(parts);
    expect(codes(snapshot)).toEqual(expected);
    const [first] = check(snapshot).blocking.filter((issue) => issue.code !== "uncommitted_changes");
    expect(first?.detail ?? "").toMatch(detail);
  });

  it("a held lock names the holder apart", () => {
    const indexLock = { path: "/repo/.git/index.lock", holder: { pid: 12, command: "git add" } };
    expect(check(makeSnapshot({ scene: { indexLock } })).blocking[0]?.holder).toBe("12 git add");
  });
});
