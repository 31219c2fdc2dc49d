import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readScene } from "../../src/adapters/git/read-scene.ts";
import { findBase } from "../../src/adapters/git/find-base.ts";
import { readUnpushed } from "../../src/adapters/git/read-unpushed.ts";
import {
  type TestRepository,
  createRepository,
  openRepository,
  runIn,
  temporaryFolder,
  testEnv,
  tryIn,
} from "./repository.ts";

function fill(r: TestRepository): void {
  r.write("f.txt", "1\n").commit("first");
  r.write("f.txt", "2\n").commit("second");
}

function sample(): TestRepository {
  return createRepository("sha1", fill);
}

function cloned(): { readonly origin: TestRepository; readonly clone: TestRepository } {
  const origin = sample();
  const root = join(temporaryFolder(), "clone");
  runIn(origin.root, ["clone", "-q", ".", root]);
  return { origin, clone: openRepository(root) };
}

async function baseOf(r: TestRepository, sessionStart: string | null = null, previousHead: string | null = null) {
  const scene = await readScene({ cwd: r.root, env: testEnv, tree: false });
  return findBase(scene, { env: testEnv, sessionStart, previousHead });
}

function id(r: TestRepository, name: string): string {
  return r.git("rev-parse", name).trim();
}

describe("the base of the changes", () => {
  test("the session's start, while HEAD holds it", async () => {
    const repository = sample();
    const start = id(repository, "HEAD~1");
    const previous = id(repository, "HEAD");
    expect(await baseOf(repository, start, previous)).toEqual({ commit: start, kind: "session_start", ref: null });
    expect(await baseOf(repository, previous)).toEqual({ commit: previous, kind: "session_start", ref: null });
    repository.git("commit", "-q", "--amend", "-m", "again");
    expect(await baseOf(repository, previous)).toMatchObject({ kind: "none" });
  });

  test.each(["0".repeat(40), "--all", "not an id", "HEAD"])(
    "a start that is no commit here counts for nothing: %s",
    async (start) => {
      const repository = sample();
      const head = id(repository, "HEAD");
      expect(await baseOf(repository, start, start)).toEqual({ commit: head, kind: "none", ref: null });
    },
  );

  test("on another branch: where it left the default branch", async () => {
    const repository = sample();
    const fork = id(repository, "HEAD");
    repository.git("switch", "-q", "-c", "topic");
    const tip = repository.write("g", "g").commit("topic");
    expect(await baseOf(repository, null, tip)).toEqual({ commit: fork, kind: "merge_base", ref: "main" });
    repository.git("switch", "-q", "--detach");
    expect(await baseOf(repository)).toEqual({ commit: fork, kind: "merge_base", ref: "main" });
  });

  test("the local or the remote default branch, whichever this work really left", async () => {
    const { clone } = cloned();
    const fork = clone.write("g", "g").commit("only local");
    clone.git("switch", "-q", "-c", "topic");
    clone.write("h", "h").commit("topic");
    expect(await baseOf(clone)).toEqual({ commit: fork, kind: "merge_base", ref: "origin/main" });
  });

  test("an upstream of the same name says what was pushed, not where the branch began", async () => {
    const { clone } = cloned();
    const fork = id(clone, "HEAD");
    clone.git("switch", "-q", "-c", "topic");
    clone.write("g", "g").commit("pushed");
    clone.git("push", "-q", "-u", "origin", "topic");
    clone.write("h", "h").commit("not pushed");
    expect(await baseOf(clone)).toEqual({ commit: fork, kind: "merge_base", ref: "origin/main" });
  });

  test("an upstream that is another branch is where it began", async () => {
    const repository = sample();
    repository.git("switch", "-q", "-c", "develop");
    const fork = repository.write("g", "g").commit("develop");
    repository.git("switch", "-q", "-c", "topic", "--track", "develop");
    repository.write("h", "h").commit("topic");
    expect(await baseOf(repository)).toEqual({ commit: fork, kind: "merge_base", ref: "develop" });
  });

  test("during a rebase the branch is the one it began on", async () => {
    const repository = sample();
    repository.git("switch", "-q", "-c", "topic", "HEAD~1");
    repository.write("f.txt", "topic\n").commit("topic");
    expect(tryIn(repository.root, ["rebase", "main"])).toBe(false);
    expect(await baseOf(repository)).toEqual({ commit: id(repository, "main"), kind: "merge_base", ref: "main" });
  });

  test("on the default branch: the packet before, else what the upstream has, else only uncommitted work", async () => {
    const { clone } = cloned();
    const pushed = id(clone, "HEAD");
    expect(await baseOf(clone)).toEqual({ commit: pushed, kind: "none", ref: null });
    const head = clone.write("g", "g").commit("ours");
    expect(await baseOf(clone)).toEqual({ commit: pushed, kind: "merge_base", ref: "origin/main" });
    const before = id(clone, "HEAD~2");
    expect(await baseOf(clone, null, before)).toEqual({ commit: before, kind: "previous_packet", ref: null });
    clone.git("remote", "remove", "origin");
    expect(await baseOf(clone)).toEqual({ commit: head, kind: "none", ref: null });
  });

  test("a branch without common history: the packet before, else only uncommitted work", async () => {
    const repository = sample();
    repository.git("switch", "-q", "--orphan", "pages");
    const head = repository.write("i", "i").commit("pages");
    expect(await baseOf(repository)).toEqual({ commit: head, kind: "none", ref: null });
  });
});

describe("unpushed commits", () => {
  async function unpushedOf(r: TestRepository): Promise<string[]> {
    const scene = await readScene({ cwd: r.root, env: testEnv, tree: false });
    const { commits, omitted } = await readUnpushed(scene, testEnv);
    expect(omitted).toEqual([]);
    return commits.map(({ subject }) => subject);
  }

  test("none without a remote, and none when all is pushed", async () => {
    expect(await unpushedOf(sample())).toEqual([]);
    expect(await unpushedOf(cloned().clone)).toEqual([]);
  });

  test("oldest first, with or without an upstream", async () => {
    const { clone } = cloned();
    clone.write("a", "a").commit("one");
    clone.write("b", "b").commit("two");
    expect(await unpushedOf(clone)).toEqual(["one", "two"]);
    clone.git("switch", "-q", "-c", "topic");
    expect(await unpushedOf(clone)).toEqual(["one", "two"]);
  });

  test("not what any remote branch holds", async () => {
    const { clone } = cloned();
    clone.git("switch", "-q", "-c", "topic");
    clone.write("a", "a").commit("one");
    clone.git("push", "-q", "origin", "topic:elsewhere");
    clone.write("b", "b").commit("two");
    expect(await unpushedOf(clone)).toEqual(["two"]);
  });

  test("not what landed as the same change under another id", async () => {
    const { origin, clone } = cloned();
    clone.git("switch", "-q", "-c", "topic");
    clone.write("a", "a").commit("landed");
    clone.write("b", "b").commit("waiting");
    origin.write("other", "x").commit("theirs");
    origin.git("fetch", "-q", clone.root, "topic");
    origin.git("cherry-pick", "FETCH_HEAD~1");
    clone.git("fetch", "-q");
    expect(await unpushedOf(clone)).toEqual(["waiting"]);
  });

  test("not what landed squashed: the same resulting tree", async () => {
    const { origin, clone } = cloned();
    clone.git("switch", "-q", "-c", "topic");
    clone.write("a", "a").commit("one");
    clone.write("b", "b").commit("two");
    origin.git("fetch", "-q", clone.root, "topic");
    origin.git("merge", "-q", "--squash", "FETCH_HEAD");
    origin.git("commit", "-qm", "squashed");
    clone.git("fetch", "-q");
    expect(await unpushedOf(clone)).toEqual([]);
    clone.write("c", "c").commit("three");
    expect(await unpushedOf(clone)).toEqual(["three"]);
  });

  test("a branch whose upstream is gone", async () => {
    const { clone } = cloned();
    clone.git("switch", "-q", "-c", "topic");
    clone.write("a", "a").commit("one");
    clone.git("push", "-q", "-u", "origin", "topic");
    clone.git("update-ref", "-d", "refs/remotes/origin/topic");
    expect(await unpushedOf(clone)).toEqual(["one"]);
  });
});
