import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readPickMarks } from "../../src/adapters/git/read-operation.ts";
import { hasRemoteBranch } from "../../src/adapters/git/read-refs.ts";
import { readScene } from "../../src/adapters/git/read-scene.ts";
import { readWorktrees } from "../../src/adapters/git/read-worktrees.ts";
import type { Scene } from "../../src/domain/scene.ts";
import {
  type TestRepository,
  createRepository,
  fingerprint,
  runIn,
  temporaryFolder,
  testEnv,
  tryIn,
} from "./repository.ts";

function sceneOf(cwd: string): Promise<Scene> {
  return readScene({ cwd, env: testEnv, tree: false });
}

/** main and side both change file.txt, side in three commits that conflict with main one by one. */
function fill(r: TestRepository): void {
  r.write("file.txt", "base\n").commit("base");
  r.git("switch", "-q", "-c", "side");
  for (const step of ["one", "two", "three"]) r.write("file.txt", `${step}\n`).commit(`side ${step}`);
  r.git("switch", "-q", "main");
  r.write("file.txt", "main\n").commit("main");
}

function diverged(): TestRepository {
  return createRepository("sha1", fill);
}

describe("the operation in progress, its step, and the branch it began on", () => {
  const cases: readonly [
    string,
    (r: TestRepository) => unknown,
    Partial<Scene["operation"] & object>,
    string | null,
  ][] = [
    [
      "merge",
      (r) => tryIn(r.root, ["merge", "side"]),
      { kind: "merge", step: null, total: null, branch: "main" },
      "main",
    ],
    [
      "rebase, merge backend",
      (r) => tryIn(r.root, ["rebase", "main", "side"]),
      { kind: "rebase", step: 1, total: 3, branch: "side" },
      "side",
    ],
    [
      "rebase, second step",
      (r) => {
        tryIn(r.root, ["rebase", "main", "side"]);
        r.write("file.txt", "solved\n").stage();
        tryIn(r.root, ["-c", "core.editor=true", "rebase", "--continue"]);
      },
      { kind: "rebase", step: 2, total: 3, branch: "side" },
      "side",
    ],
    [
      "rebase, apply backend",
      (r) => tryIn(r.root, ["rebase", "--apply", "main", "side"]),
      { kind: "rebase", step: 1, total: 3, branch: "side" },
      "side",
    ],
    [
      "rebase begun on no branch",
      (r) => {
        r.git("switch", "-q", "--detach", "side");
        tryIn(r.root, ["rebase", "main"]);
      },
      { kind: "rebase", step: 1, total: 3, branch: null },
      null,
    ],
    [
      "one cherry-pick",
      (r) => tryIn(r.root, ["cherry-pick", "side"]),
      { kind: "cherry-pick", step: null, total: null, branch: "main" },
      "main",
    ],
    [
      "several cherry-picks, stopped at the first",
      (r) => tryIn(r.root, ["cherry-pick", "main..side"]),
      { kind: "cherry-pick", step: 1, total: 3, branch: "main" },
      "main",
    ],
    [
      "several cherry-picks, stopped at the second",
      (r) => {
        tryIn(r.root, ["cherry-pick", "main..side"]);
        r.write("file.txt", "solved\n").stage();
        tryIn(r.root, ["-c", "core.editor=true", "cherry-pick", "--continue"]);
      },
      { kind: "cherry-pick", step: 2, total: 3, branch: "main" },
      "main",
    ],
    [
      "between two cherry-picks, the first committed by hand",
      (r) => {
        tryIn(r.root, ["cherry-pick", "main..side"]);
        r.write("file.txt", "solved\n").stage();
        r.git("commit", "-q", "-m", "by hand");
      },
      { kind: "cherry-pick", step: 1, total: 3, branch: "main" },
      "main",
    ],
    [
      "one revert",
      (r) => tryIn(r.root, ["revert", "--no-edit", "side"]),
      { kind: "revert", step: null, total: null, branch: "main" },
      "main",
    ],
    [
      "several reverts",
      (r) => {
        r.git("switch", "-q", "side");
        r.write("file.txt", "four\n").commit("four");
        tryIn(r.root, ["revert", "--no-edit", "HEAD~1", "HEAD~2"]);
      },
      { kind: "revert", step: 1, total: 2, branch: "side" },
      "side",
    ],
    [
      "am",
      (r) => {
        const patch = r.git("format-patch", "--stdout", "main..side");
        const file = join(temporaryFolder(), "patches");
        writeFileSync(file, patch);
        tryIn(r.root, ["am", file]);
      },
      { kind: "am", step: 1, total: 3, branch: "main" },
      "main",
    ],
    [
      "bisect",
      (r) => r.git("bisect", "start", "side", "side~3"),
      { kind: "bisect", step: null, total: null, branch: "main" },
      "main",
    ],
  ];

  test.each(cases)("%s", async (_, begin, operation, branch) => {
    const repository = diverged();
    begin(repository);
    const before = fingerprint(join(repository.root, ".git"));
    const scene = await sceneOf(repository.root);
    expect(scene.operation).toEqual(operation);
    expect(scene.head.branch).toBe(branch);
    expect(scene.head.detached).toBe(branch === null);
    expect(fingerprint(join(repository.root, ".git"))).toBe(before);
  });

  test("a bisect begun on a detached HEAD has no branch", async () => {
    const repository = diverged();
    repository.git("switch", "-q", "--detach", "side");
    repository.git("bisect", "start", "side", "side~3");
    const { head, operation } = await sceneOf(repository.root);
    expect(operation).toEqual({ kind: "bisect", step: null, total: null, branch: null });
    expect(head).toMatchObject({ branch: null, detached: true });
  });

  test("none", async () => {
    const repository = diverged();
    expect(await sceneOf(repository.root)).toMatchObject({
      operation: null,
      head: { branch: "main", detached: false, at: "2026-01-02T03:04:05.000Z" },
    });
    repository.git("switch", "-q", "--detach", "side");
    expect(await sceneOf(repository.root)).toMatchObject({ operation: null, head: { branch: null, detached: true } });
  });

  test("another work tree's rebase is its own, and its branch counts as checked out there", async () => {
    const repository = diverged();
    repository.git("worktree", "add", "-q", "../side-tree", "side");
    tryIn(join(repository.root, "../side-tree"), ["rebase", "main"]);
    const { operation, worktrees } = await sceneOf(repository.root);
    expect(operation).toBeNull();
    expect(worktrees.map(({ name, branch }) => [name, branch])).toEqual([
      ["main", "main"],
      ["side-tree", "side"],
    ]);
    const there = await sceneOf(join(repository.root, "../side-tree"));
    expect(there).toMatchObject({ workTree: "side-tree", operation: { kind: "rebase", branch: "side" } });
  });
});

describe("unmerged paths", () => {
  test("are dirty as they lie there", async () => {
    const repository = diverged();
    tryIn(repository.root, ["merge", "side"]);
    const { dirty } = await sceneOf(repository.root);
    expect(dirty).toMatchObject([{ path: "file.txt", status: "unmerged", mode: "100644" }]);
    expect(dirty[0]?.sha256).not.toBeNull();
  });

  test("deleted by one side", async () => {
    const repository = diverged();
    repository.git("rm", "-q", "file.txt");
    repository.git("commit", "-qm", "gone");
    tryIn(repository.root, ["merge", "side"]);
    expect((await sceneOf(repository.root)).dirty).toMatchObject([{ path: "file.txt", status: "unmerged" }]);
    repository.remove("file.txt");
    expect((await sceneOf(repository.root)).dirty).toMatchObject([{ status: "unmerged", sha256: null, mode: null }]);
  });
});

test("an unborn branch", async () => {
  const repository = createRepository();
  runIn(repository.root, ["symbolic-ref", "HEAD", "refs/heads/topic/new"]);
  const scene = await sceneOf(repository.root);
  expect(scene.head).toEqual({ commit: null, tree: null, branch: "topic/new", detached: false, at: null });
  expect(scene.reasons).toEqual(["no_commits", "tree_not_read"]);
  expect(scene.roots).toEqual([]);
});

describe("where refs are no files git is asked, with the same answers", () => {
  function query(repository: TestRepository, storage: string) {
    const gitDir = join(repository.root, ".git");
    const place = { cwd: repository.root, gitDir, workTree: repository.root };
    return { place, env: testEnv, gitDir, commonDir: gitDir, workTree: "main", storage };
  }

  test.each(["cherry-pick", "revert --no-edit"])("the mark of a %s", async (command) => {
    const repository = diverged();
    const none = { cherryPick: false, revert: false };
    expect(await readPickMarks(query(repository, "reftable"))).toEqual(none);
    tryIn(repository.root, [...command.split(" "), "side"]);
    const marks = await readPickMarks(query(repository, "reftable"));
    expect(marks).not.toEqual(none);
    expect(await readPickMarks(query(repository, "files"))).toEqual(marks);
  });

  test("the heads of all work trees", async () => {
    const repository = diverged();
    repository.git("worktree", "add", "-q", "../si\nde", "side");
    repository.git("worktree", "add", "-q", "--detach", "../detached", "side~1");
    const trees = await readWorktrees(query(repository, "files"));
    expect(trees.map(({ branch }) => branch)).toEqual(["main", null, "side"]);
    expect(await readWorktrees(query(repository, "reftable"))).toEqual(trees);
  });

  test("whether there is a remote branch", async () => {
    const repository = diverged();
    for (const storage of ["files", "reftable"]) expect(await hasRemoteBranch(query(repository, storage))).toBe(false);
    repository.git("update-ref", "refs/remotes/origin/x", "HEAD");
    for (const storage of ["files", "reftable"]) expect(await hasRemoteBranch(query(repository, storage))).toBe(true);
    repository.git("pack-refs", "--all");
    expect(await hasRemoteBranch(query(repository, "files"))).toBe(true);
    repository.git("update-ref", "-d", "refs/remotes/origin/x");
    expect(await hasRemoteBranch(query(repository, "files"))).toBe(false);
  });
});
