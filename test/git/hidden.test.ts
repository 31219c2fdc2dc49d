import { describe, expect, test } from "vitest";
import type { Memory } from "../../src/adapters/git/scene-memory.ts";
import { readScene } from "../../src/adapters/git/read-scene.ts";
import { createRepository, runIn, testEnv, type TestRepository } from "./repository.ts";

const sceneOf = (r: TestRepository, memory = {}) => readScene({ cwd: r.root, env: testEnv, tree: true, memory });

function sample(): TestRepository {
  return createRepository("sha1", (r) => r.write("a.txt", "one\n").write("dir/b.txt", "two\n").commit("first"));
}

/** The tree that the same content has where nothing is hidden from git. */
async function openTree(change: (r: TestRepository) => unknown): Promise<string | null> {
  const r = sample();
  change(r);
  return (await sceneOf(r)).tree;
}

/** What `git update-index` hides from git's status is there all the same. */
describe.each(["--assume-unchanged", "--skip-worktree"])("a file under %s", (flag) => {
  test("is dirty with other content, in the tree as well", async () => {
    const r = sample();
    r.git("update-index", flag, "a.txt");
    r.write("a.txt", "other\n");
    expect(r.git("status", "--porcelain")).toBe("");
    const scene = await sceneOf(r);
    expect(scene.dirty).toMatchObject([{ path: "a.txt", status: "modified", staged: false, unstaged: true }]);
    expect(scene.tree).toBe(await openTree((open) => open.write("a.txt", "other\n")));
  });

  test("is told beside what is staged of it", async () => {
    const r = sample();
    r.write("a.txt", "staged\n").stage("a.txt").git("update-index", flag, "a.txt");
    r.write("a.txt", "other\n");
    const scene = await sceneOf(r);
    expect(scene.dirty).toMatchObject([{ path: "a.txt", staged: true, unstaged: true }]);
    expect(scene.tree).toBe(await openTree((open) => open.write("a.txt", "other\n")));
  });

  test("is clean with the content that git knows, touched or not", async () => {
    const r = sample();
    r.git("update-index", flag, "a.txt", "dir/b.txt");
    r.write("a.txt", "one\n");
    const scene = await sceneOf(r);
    expect(scene.dirty).toEqual([]);
    expect(scene.tree).toBe(scene.head.tree);
  });

  test("is seen again after the flag was kept in memory, and no more after it was taken away", async () => {
    const kept = new Map<string, unknown>();
    const flags = { get: (key) => kept.get(key) ?? null, set: (key, value) => kept.set(key, value) } as Memory<never>;
    const r = sample();
    r.git("update-index", flag, "a.txt");
    expect((await sceneOf(r, { flags })).dirty).toEqual([]);
    r.write("a.txt", "other\n");
    expect((await sceneOf(r, { flags })).dirty).toHaveLength(1);
    expect(kept.size).toBe(1);
    r.git("update-index", flag.replace("--", "--no-"), "a.txt");
    r.write("a.txt", "one\n");
    expect((await sceneOf(r, { flags })).dirty).toEqual([]);
  });
});

test("a file under --assume-unchanged that is gone is deleted; one under --skip-worktree may be absent", async () => {
  const r = sample();
  r.git("update-index", "--assume-unchanged", "a.txt");
  r.git("update-index", "--skip-worktree", "dir/b.txt");
  r.remove("a.txt").remove("dir/b.txt");
  expect((await sceneOf(r)).dirty).toMatchObject([{ path: "a.txt", status: "deleted" }]);
});

test("what a sparse checkout leaves out is no change", async () => {
  const r = sample();
  // git leaves there what its index has not seen in this place.
  r.git("update-index", "--refresh");
  r.git("sparse-checkout", "init", "--cone");
  expect(runIn(r.root, ["ls-files", "-v"])).toContain("S dir/b.txt");
  const scene = await sceneOf(r);
  expect(scene.dirty).toEqual([]);
  expect(scene.tree).toBe(scene.head.tree);
});
