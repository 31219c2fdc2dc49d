import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readScene } from "../../src/adapters/git/read-scene.ts";
import { refsFromGit } from "../../src/adapters/git/read-refs.ts";
import type { Memory } from "../../src/adapters/git/scene-memory.ts";
import type { Scene } from "../../src/domain/scene.ts";
import {
  type TestRepository,
  createRepository,
  openRepository,
  runIn,
  temporaryFolder,
  testEnv,
} from "./repository.ts";

function sceneOf(cwd: string, roots?: Memory<readonly string[]>): Promise<Scene> {
  return readScene({ cwd, env: testEnv, tree: false, ...(roots ? { memory: { roots } } : {}) });
}

function fill(r: TestRepository): void {
  r.write("f.txt", "x\n").commit("first");
}

function sample(): TestRepository {
  return createRepository("sha1", fill);
}

/** A repository with an origin that it was cloned from. */
function cloned(): { readonly origin: TestRepository; readonly clone: TestRepository } {
  const origin = sample();
  const root = join(temporaryFolder(), "clone");
  runIn(origin.root, ["clone", "-q", ".", root]);
  return { origin, clone: openRepository(root) };
}

describe("stashes", () => {
  test("whose, where from, when and what, newest first", async () => {
    const repository = sample();
    expect((await sceneOf(repository.root)).stashes).toEqual([]);
    repository.write("f.txt", "1\n").git("stash", "-q");
    repository.git("switch", "-q", "-c", "topic/a");
    repository.write("new", "2\n").git("stash", "push", "-q", "-u", "-m", "half: done é");
    repository.git("switch", "-q", "--detach");
    repository.write("f.txt", "3\n").git("stash", "-q");
    const foreign = repository.write("f.txt", "4\n").git("stash", "create").trim();
    repository.git("stash", "store", "-m", "by a tool", foreign);
    repository.git("config", "log.date", "iso");
    const { stashes } = await sceneOf(repository.root);
    expect(stashes.map(({ ref, branch, message }) => [ref, branch, message])).toEqual([
      ["stash@{0}", null, "by a tool"],
      ["stash@{1}", null, expect.stringMatching(/^[0-9a-f]+ first$/)],
      ["stash@{2}", "topic/a", "half: done é"],
      ["stash@{3}", "main", expect.stringMatching(/^[0-9a-f]+ first$/)],
    ]);
    expect(stashes[2]).toMatchObject({
      commit: repository.git("rev-parse", "stash@{2}").trim(),
      at: "2026-01-02T03:04:05.000Z",
      author: "Ada <ada@example.org>",
    });
  });

  test("packed", async () => {
    const repository = sample();
    repository.write("f.txt", "1\n").git("stash", "-q");
    repository.git("pack-refs", "--all");
    expect((await sceneOf(repository.root)).stashes).toHaveLength(1);
  });

  test("one whose commit is lost does not hide the scene", async () => {
    const repository = sample();
    repository.write("f.txt", "1\n").git("stash", "-q");
    writeFileSync(join(repository.root, ".git/refs/stash"), `${"1".repeat(40)}\n`);
    const { stashes, reasons } = await sceneOf(repository.root);
    expect(stashes).toEqual([]);
    expect(reasons).toContain("stashes_unreadable");
  });
});

describe("the upstream", () => {
  test("ahead and behind", async () => {
    const { origin, clone } = cloned();
    expect((await sceneOf(clone.root)).upstream).toMatchObject({ name: "origin/main", ahead: 0, behind: 0 });
    origin.write("g", "g").commit("theirs");
    clone.write("h", "h").commit("ours");
    clone.write("i", "i").commit("ours too");
    clone.git("fetch", "-q");
    clone.git("config", "status.aheadBehind", "false");
    expect((await sceneOf(clone.root)).upstream).toEqual({
      name: "origin/main",
      commit: origin.git("rev-parse", "HEAD").trim(),
      ahead: 2,
      behind: 1,
    });
  });

  test("gone", async () => {
    const { clone } = cloned();
    clone.git("update-ref", "-d", "refs/remotes/origin/main");
    expect((await sceneOf(clone.root)).upstream).toEqual({ name: "origin/main", commit: null, ahead: 0, behind: 0 });
  });

  test("a local branch, and none", async () => {
    const repository = sample();
    expect((await sceneOf(repository.root)).upstream).toBeNull();
    repository.git("switch", "-q", "-c", "side", "--track", "main");
    expect((await sceneOf(repository.root)).upstream).toMatchObject({ name: "main", ahead: 0 });
  });
});

describe("the default branch", () => {
  test("what origin/HEAD says", async () => {
    const origin = sample();
    origin.git("switch", "-q", "-c", "trunk/live");
    origin.git("clone", "-q", ".", "../clone");
    origin.git("-C", "../clone", "branch", "main");
    expect((await sceneOf(join(origin.root, "../clone"))).defaultBranch).toBe("trunk/live");
  });

  const cases: readonly [string, string, readonly string[], string | null][] = [
    ["main, also from another branch", "topic", ["main"], "main"],
    ["master where there is no main", "topic", ["master"], "master"],
    ["main before master", "topic", ["master", "main"], "main"],
    ["none of the usual names", "topic", [], null],
    ["the first branch before it has a commit", "", [], "main"],
  ];
  test.each(cases)("%s", async (_, current, branches, expected) => {
    const repository = createRepository();
    if (current !== "") {
      repository.git("symbolic-ref", "HEAD", `refs/heads/${current}`);
      repository.commit("first");
      for (const branch of branches) repository.git("branch", branch);
    }
    expect((await sceneOf(repository.root)).defaultBranch).toBe(expected);
    repository.git("pack-refs", "--all");
    expect((await sceneOf(repository.root)).defaultBranch).toBe(expected);
  });

  test("refs asked through git are the same as those in files", async () => {
    const { clone } = cloned();
    clone.git("branch", "main2");
    const place = { cwd: clone.root, gitDir: null, workTree: null };
    const names = ["refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/none"];
    const id = clone.git("rev-parse", "HEAD").trim();
    expect(await refsFromGit({ place, env: testEnv, names })).toEqual(
      new Map([
        ["refs/heads/main", { id, target: null }],
        ["refs/remotes/origin/HEAD", { id, target: "refs/remotes/origin/main" }],
      ]),
    );
  });
});

describe("index.lock", () => {
  async function started(child: ChildProcess): Promise<number> {
    await once(child, "spawn");
    return child.pid ?? 0;
  }

  test("stale: nobody has it", async () => {
    const repository = sample();
    repository.write(".git/index.lock", "");
    const { indexLock, dirty } = await sceneOf(repository.root);
    expect(indexLock).toEqual({ path: join(repository.root, ".git/index.lock"), holder: null });
    expect(dirty).toEqual([]);
    expect(existsSync(join(repository.root, ".git/index.lock"))).toBe(true);
  });

  test("held open by a live process", async () => {
    const repository = sample();
    const lock = join(repository.root, ".git/index.lock");
    writeFileSync(lock, "");
    const child = spawn("sh", ["-c", 'exec sleep 60 3<"$0"', lock], { stdio: "ignore" });
    const pid = await started(child);
    try {
      const holder = async () => (await sceneOf(repository.root)).indexLock?.holder;
      await expect.poll(holder, { timeout: 20_000 }).toEqual({ pid, command: "sleep 60" });
    } finally {
      child.kill("SIGKILL");
    }
  });

  test("a commit that waits in the editor keeps its lock, although it is closed", async () => {
    const repository = sample();
    repository.write("f.txt", "changed\n");
    const ready = join(repository.root, "../ready");
    const script = join(repository.root, "../editor");
    writeFileSync(script, `#!/bin/sh\ntouch '${ready}'\nexec sleep 60\n`, { mode: 0o755 });
    const child = spawn("git", ["commit", "-a"], {
      cwd: repository.root,
      env: { ...testEnv, GIT_EDITOR: script },
      stdio: "ignore",
      detached: true,
    });
    const pid = await started(child);
    try {
      await expect.poll(() => existsSync(ready), { timeout: 20_000 }).toBe(true);
      const { indexLock } = await sceneOf(repository.root);
      expect(indexLock?.holder).toEqual({ pid, command: "git commit -a" });
    } finally {
      process.kill(-pid, "SIGKILL");
    }
  });
});

describe("the roots", () => {
  function memory(): Memory<readonly string[]> & { readonly kept: Map<string, readonly string[]> } {
    const kept = new Map<string, readonly string[]>();
    return { kept, get: (commit) => kept.get(commit) ?? null, set: (commit, roots) => void kept.set(commit, roots) };
  }

  /** `count` commits after another without one child for each. */
  function grow(repository: TestRepository, count: number): void {
    const branch = "refs/heads/main";
    const commits = Array.from(
      { length: count },
      (_, at) =>
        `commit ${branch}\ncommitter A <a@b> ${1_800_000_000 + at} +0000\ndata 1\nx${at === 0 ? `\nfrom ${branch}^0` : ""}\n`,
    );
    const stream = join(temporaryFolder(), "stream");
    writeFileSync(stream, commits.join(""));
    runIn("/", ["-C", repository.root, "-c", "alias.import=!git fast-import --quiet <", "import", stream]);
  }

  test("a short history needs no cache; a long one is walked once and then followed from what is kept", async () => {
    const repository = sample();
    const root = repository.git("rev-parse", "HEAD").trim();
    const cache = memory();
    expect((await sceneOf(repository.root, cache)).roots).toEqual([root]);
    expect(cache.kept.size).toBe(0);
    grow(repository, 300);
    const far = await sceneOf(repository.root, cache);
    expect(far.roots).toEqual([root]);
    expect([...cache.kept.keys()]).toEqual([far.head.commit]);
    // From here on what is kept answers: a false value shows that no history was walked.
    cache.kept.set(far.head.commit ?? "", ["kept"]);
    grow(repository, 50);
    expect((await sceneOf(repository.root, cache)).roots).toEqual(["kept"]);
    expect(cache.kept.size).toBe(1);
    grow(repository, 100);
    expect((await sceneOf(repository.root, cache)).roots).toEqual(["kept"]);
    expect(cache.kept.size).toBe(2);
    grow(repository, 150);
    expect((await sceneOf(repository.root, cache)).roots).toEqual(["kept"]);
  });
});

test("a work tree folder inside that is none of git's is listed file by file", async () => {
  const repository = sample();
  mkdirSync(join(repository.root, "many"));
  for (const name of ["a", "b"]) repository.write(`many/${name}`, name);
  repository.git("config", "status.showUntrackedFiles", "no");
  expect((await sceneOf(repository.root)).dirty.map(({ path, status }) => [path, status])).toEqual([
    ["many/a", "untracked"],
    ["many/b", "untracked"],
  ]);
});
