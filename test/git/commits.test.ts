import { existsSync, readFileSync, rmSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { addWorktree } from "../../src/adapters/git/add-worktree.ts";
import { readAuthor } from "../../src/adapters/git/author.ts";
import { findInStashes } from "../../src/adapters/git/find-in-stashes.ts";
import { isTracked } from "../../src/adapters/git/is-tracked.ts";
import { readScene } from "../../src/adapters/git/read-scene.ts";
import { readRecentCommits } from "../../src/adapters/git/recent-commits.ts";
import { relateCommit } from "../../src/adapters/git/relate-commit.ts";
import type { CommitRelation } from "../../src/domain/commit-relation.ts";
import type { Scene } from "../../src/domain/scene.ts";
import {
  type TestRepository,
  createRepository,
  fingerprint,
  sha256Of,
  temporaryFolder,
  testEnv,
} from "./repository.ts";

function sceneOf(cwd: string): Promise<Scene> {
  return readScene({ cwd, env: testEnv, tree: false });
}

function fill(r: TestRepository): void {
  for (const name of ["first", "second", "third"]) r.write("f.txt", `${name}\n`).commit(name);
}

function sample(): TestRepository {
  return createRepository("sha1", fill);
}

function id(r: TestRepository, name: string): string {
  return r.git("rev-parse", name).trim();
}

describe("how a recorded commit stands to the head", () => {
  async function relationOf(r: TestRepository, commit: string): Promise<CommitRelation> {
    const scene = await sceneOf(r.root);
    const before = fingerprint(join(r.root, ".git"));
    const relation = await relateCommit(scene, testEnv, commit);
    expect(fingerprint(join(r.root, ".git"))).toBe(before);
    return relation;
  }

  test("the same", async () => {
    const r = sample();
    const head = id(r, "HEAD");
    expect(await relationOf(r, head)).toEqual({
      commit: head,
      relation: "same",
      reachable: true,
      tree: id(r, "HEAD^{tree}"),
      shallow: false,
      added: [],
    });
  });

  test("an ancestor, with the commits since, newest first", async () => {
    const r = sample();
    const old = await relationOf(r, id(r, "HEAD~2"));
    expect(old).toMatchObject({ relation: "ancestor", reachable: true, tree: id(r, "HEAD~2^{tree}") });
    expect(old.added.map(({ subject }) => subject)).toEqual(["third", "second"]);
  });

  test("a descendant that a branch still holds, and one that only the reflog does", async () => {
    const r = sample();
    const third = id(r, "HEAD");
    r.git("branch", "kept");
    r.git("reset", "-q", "--hard", "HEAD~1");
    expect(await relationOf(r, third)).toMatchObject({ relation: "descendant", reachable: true, added: [] });
    r.git("branch", "-q", "-D", "kept");
    expect(await relationOf(r, third)).toMatchObject({ relation: "descendant", reachable: false });
  });

  test("rewritten: diverged, with the tree to compare", async () => {
    const r = sample();
    const old = id(r, "HEAD");
    r.git("commit", "-q", "--amend", "-m", "other words");
    expect(await relationOf(r, old)).toMatchObject({
      relation: "diverged",
      reachable: false,
      tree: id(r, "HEAD^{tree}"),
    });
  });

  test.each(["1".repeat(40), "HEAD", "--all", "", "main", "zzzz"])("gone: %s", async (commit) => {
    expect(await relationOf(sample(), commit)).toMatchObject({
      commit,
      relation: "gone",
      reachable: false,
      tree: null,
    });
  });

  test("something that is no commit is gone", async () => {
    const r = sample();
    expect(await relationOf(r, id(r, "HEAD:f.txt"))).toMatchObject({ relation: "gone" });
  });

  test("beyond a shallow boundary it is gone, and shallow is said", async () => {
    const r = sample();
    r.git("clone", "-q", "--depth", "1", `file://${r.root}`, "../shallow");
    const scene = await sceneOf(join(r.root, "../shallow"));
    expect(await relateCommit(scene, testEnv, id(r, "HEAD~1"))).toMatchObject({ relation: "gone", shallow: true });
  });

  test("the object was lost: gone, not an error", async () => {
    const r = sample();
    const old = id(r, "HEAD~1");
    rmSync(join(r.root, ".git/objects", old.slice(0, 2), old.slice(2)));
    expect(await relationOf(r, old)).toMatchObject({ relation: "gone" });
  });

  test("from an unborn branch everything that exists has diverged", async () => {
    const r = sample();
    const old = id(r, "HEAD");
    r.git("symbolic-ref", "HEAD", "refs/heads/unborn");
    expect(await relationOf(r, old)).toMatchObject({ relation: "diverged", reachable: true });
  });
});

test("the newest commits with their trees", async () => {
  const r = sample();
  expect(await readRecentCommits(await sceneOf(r.root), testEnv, 2)).toEqual([
    { id: id(r, "HEAD"), tree: id(r, "HEAD^{tree}") },
    { id: id(r, "HEAD~1"), tree: id(r, "HEAD~1^{tree}") },
  ]);
  expect(await readRecentCommits(await sceneOf(createRepository().root), testEnv, 2)).toEqual([]);
});

describe("which stash holds recorded content", () => {
  test("tracked and untracked files, by content, and none that only has the path", async () => {
    const r = sample();
    r.write("f.txt", "wanted\n").write("new/ü\n.txt", "also\n").git("stash", "push", "-q", "-u");
    r.write("f.txt", "something else\n").git("stash", "push", "-q");
    const files = [
      { path: "f.txt", sha256: sha256Of("wanted\n") },
      { path: "new/ü\n.txt", sha256: sha256Of("also\n") },
      { path: "never", sha256: sha256Of("wanted\n") },
    ];
    const scene = await sceneOf(r.root);
    const before = fingerprint(join(r.root, ".git"));
    const found = await findInStashes(scene, testEnv, files);
    expect(found.map(({ stash, paths }) => [stash.ref, paths])).toEqual([["stash@{1}", ["f.txt", "new/ü\n.txt"]]]);
    expect(fingerprint(join(r.root, ".git"))).toBe(before);
  });

  test("content that git normalised, and content behind an LFS pointer", async () => {
    const r = sample();
    r.git("config", "core.autocrlf", "true");
    r.write("f.txt", "a\r\nb\r\n");
    r.write("p.bin", `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256Of("big")}\nsize 3\n`);
    r.git("stash", "push", "-q", "-u");
    const files = [
      { path: "f.txt", sha256: sha256Of("a\r\nb\r\n") },
      { path: "p.bin", sha256: sha256Of("big") },
    ];
    expect(await findInStashes(await sceneOf(r.root), testEnv, files)).toMatchObject([{ paths: ["f.txt", "p.bin"] }]);
  });

  test("none without stashes or files", async () => {
    const r = sample();
    expect(
      await findInStashes(await sceneOf(r.root), testEnv, [{ path: "f.txt", sha256: sha256Of("third\n") }]),
    ).toEqual([]);
    expect(await findInStashes(await sceneOf(r.root), testEnv, [])).toEqual([]);
  });
});

test.each([
  ["f.txt", true],
  ["staged", true],
  ["folder", true],
  ["untracked", false],
  ["*.txt", false],
  ["../f.txt", false],
  ["", false],
])("whether git tracks %j: %s", async (path, tracked) => {
  const r = sample();
  r.write("staged", "").write("folder/x", "").stage().write("untracked", "");
  expect(await isTracked(await sceneOf(r.root), testEnv, path)).toBe(tracked);
});

describe("who works here", () => {
  test("as git would sign", async () => {
    const scene = await sceneOf(sample().root);
    expect(await readAuthor(scene, testEnv)).toBe("Ada <ada@example.org>");
    expect(await readAuthor(await sceneOf(temporaryFolder()), testEnv)).toBe("Ada <ada@example.org>");
  });

  test("the system's user where git does not know, or there is no git", async () => {
    const r = sample();
    r.git("config", "user.useConfigOnly", "true");
    const scene = await sceneOf(r.root);
    const { GIT_AUTHOR_NAME: _name, GIT_AUTHOR_EMAIL: _mail, ...env } = testEnv;
    expect(await readAuthor(scene, env)).toBe(userInfo().username);
    expect(await readAuthor(scene, { ...testEnv, PATH: temporaryFolder() })).toBe(userInfo().username);
  });
});

describe("a new work tree", () => {
  test("stands at the commit, on no branch, and runs no hook", async () => {
    const r = sample();
    r.write(".git/hooks/post-checkout", `#!/bin/sh\ntouch '${r.root}/hook-ran'\n`).makeExecutable(
      ".git/hooks/post-checkout",
    );
    const path = join(temporaryFolder(), "-new tree");
    await addWorktree(await sceneOf(r.root), testEnv, { path, commit: id(r, "HEAD~1") });
    expect(readFileSync(join(path, "f.txt"), "utf8")).toBe("second\n");
    expect(await sceneOf(path)).toMatchObject({ head: { commit: id(r, "HEAD~1"), detached: true } });
    expect(existsSync(join(r.root, "hook-ran"))).toBe(false);
  });

  test("says why it cannot be made", async () => {
    const r = sample();
    const scene = await sceneOf(r.root);
    await expect(addWorktree(scene, testEnv, { path: r.root, commit: id(r, "HEAD") })).rejects.toMatchObject({
      kind: "environment",
      code: "worktree_not_added",
      message: expect.stringContaining("already exists"),
    });
  });
});
