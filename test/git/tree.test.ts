import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readContents } from "../../src/adapters/git/read-content.ts";
import { readScene } from "../../src/adapters/git/read-scene.ts";
import type { Memory } from "../../src/adapters/git/scene-memory.ts";
import type { Scene } from "../../src/domain/scene.ts";
import {
  type TestRepository,
  createRepository,
  fingerprint,
  runIn,
  sha256Of,
  testEnv,
  treeByGit,
  tryIn,
} from "./repository.ts";

function sceneOf(cwd: string, trees?: Memory<string>): Promise<Scene> {
  return readScene({ cwd, env: testEnv, tree: true, ...(trees ? { memory: { trees } } : {}) });
}

function memoryCache(): Memory<string> & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, get: (key) => kept.get(key) ?? null, set: (key, tree) => void kept.set(key, tree) };
}

/** Some folders, and one file of each usual kind. */
function fill(r: TestRepository): void {
  r.write("a.txt", "one\ntwo\n").write("dir/b.txt", "bee\n").write("dir/deep/c.txt", "sea\n");
  r.write("dir.txt", "sorts between dir and dir/\n")
    .write("run.sh", "#!/bin/sh\n")
    .write("zero", "")
    .link("link", "a.txt");
  r.commit("first");
}

function sample(format: "sha1" | "sha256" = "sha1"): TestRepository {
  return createRepository(format, fill);
}

const oddNames = ["new\nline", '"quoted"', " leading", "tab\there", "中文/文件", "é", "e\u0301", "back\\slash"];

const cases: readonly [string, (repository: TestRepository) => unknown][] = [
  ["nothing changed", () => undefined],
  ["an edit", (r) => r.write("a.txt", "changed\n")],
  ["an edit in a deep folder", (r) => r.write("dir/deep/c.txt", "changed\n")],
  ["an untracked file in a new folder", (r) => r.write("new/folder/x", "x")],
  ["a deletion", (r) => r.remove("a.txt")],
  ["the last file of a folder deleted", (r) => r.remove("dir/deep/c.txt")],
  ["a file in a folder's place", (r) => r.remove("dir").write("dir", "now a file\n")],
  ["a folder in a file's place", (r) => r.remove("a.txt").write("a.txt/inner", "inner\n")],
  ["a link in a folder's place", (r) => r.link("dir", "/etc")],
  ["a link to somewhere else", (r) => r.link("link", "zero")],
  ["a link in a file's place", (r) => r.link("a.txt", "zero")],
  ["a dangling untracked link", (r) => r.link("dangling", "nowhere")],
  ["the executable bit set", (r) => r.makeExecutable("run.sh")],
  ["an executable untracked file", (r) => r.write("tool", "x").makeExecutable("tool")],
  ["an edit staged", (r) => r.write("a.txt", "staged\n").stage()],
  ["staged and edited again", (r) => r.write("a.txt", "s\n").stage().write("a.txt", "t\n")],
  ["staged and put back", (r) => r.write("a.txt", "s\n").stage().write("a.txt", "one\ntwo\n")],
  ["a rename staged", (r) => r.git("mv", "a.txt", "dir/renamed.txt")],
  ["a rename staged, the old path used again", (r) => (r.git("mv", "a.txt", "b"), r.write("a.txt", "again\n"))],
  ["a rename not staged", (r) => renameSync(join(r.root, "a.txt"), join(r.root, "moved.txt"))],
  ["taken out of the index but still there", (r) => r.git("rm", "-q", "--cached", "a.txt")],
  ["added and deleted again", (r) => r.write("n", "n").stage().remove("n")],
  ["an intent to add", (r) => r.write("later", "later\n").stage("-N", "later")],
  ["an empty untracked file", (r) => r.write("empty", "")],
  ["an ignored file", (r) => r.write(".gitignore", "*.log\n").write("x.log", "noise")],
  ["names with newline, quote, blank, tab and CJK", (r) => oddNames.forEach((name) => r.write(name, name))],
  [
    "a tracked folder with a newline in its name",
    (r) => (r.write("n\nl/f", "1").commit("odd"), r.write("n\nl/f", "22")),
  ],
  ["a path that is no UTF-8", (r) => writeFileSync(Buffer.from(`${r.root}/caf\u00e9`, "latin1"), "x")],
  ["only folders that are empty", (r) => mkdirSync(join(r.root, "nothing/here"), { recursive: true })],
  [
    "everything deleted",
    (r) => ["a.txt", "dir", "dir.txt", "run.sh", "zero", "link"].forEach((path) => r.remove(path)),
  ],
  ["a conflict", (r) => conflict(r)],
];

function conflict(r: TestRepository): void {
  r.git("switch", "-q", "-c", "other");
  r.write("a.txt", "theirs\n");
  r.commit("theirs");
  r.git("switch", "-q", "main");
  r.write("a.txt", "ours\n");
  r.commit("ours");
  expect(tryIn(r.root, ["merge", "other"])).toBe(false);
}

function nested(r: TestRepository, path: string, withCommit: boolean): void {
  mkdirSync(join(r.root, path), { recursive: true });
  const format = r.git("rev-parse", "--show-object-format").trim();
  runIn(join(r.root, path), ["init", "-q", `--object-format=${format}`]);
  writeFileSync(join(r.root, path, "file"), "inside\n");
  if (withCommit) {
    runIn(join(r.root, path), ["add", "-A"]);
    runIn(join(r.root, path), ["commit", "-q", "-m", "inside"]);
  }
}

describe("the tree id of the work tree is what git add -A and git write-tree give", () => {
  test.each(cases)("%s", async (_, change) => {
    const repository = sample();
    change(repository);
    const before = fingerprint(join(repository.root, ".git"));
    const { tree, reasons } = await sceneOf(repository.root);
    expect(fingerprint(join(repository.root, ".git"))).toBe(before);
    expect(reasons.filter((reason) => reason !== "invalid_utf8_path")).toEqual([]);
    expect(tree).toBe(treeByGit(repository.root));
  });

  test.each(cases.filter((_, at) => at % 4 === 1))("with a split index in SHA-256: %s", async (_, change) => {
    const repository = sample("sha256");
    repository.git("config", "core.splitIndex", "true");
    repository.git("config", "core.untrackedCache", "true");
    repository.git("update-index", "--split-index", "--untracked-cache");
    change(repository);
    const before = fingerprint(join(repository.root, ".git"));
    const { tree } = await sceneOf(repository.root);
    expect(fingerprint(join(repository.root, ".git"))).toBe(before);
    expect(tree).toHaveLength(64);
    expect(tree).toBe(treeByGit(repository.root));
  });

  test("before the first commit", async () => {
    const repository = createRepository();
    expect((await sceneOf(repository.root)).tree).toBe("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    repository.write("a/b", "x");
    repository.git("add", "-A");
    repository.write("c", "y");
    expect((await sceneOf(repository.root)).tree).toBe(treeByGit(repository.root));
  });

  test("under any sequence of edits", async () => {
    const repository = sample();
    const path = fc.constantFrom(
      "a.txt",
      "dir/b.txt",
      "dir/deep/c.txt",
      "dir",
      "new",
      "new/x",
      "new/x/y",
      "zero",
      "ü/ß",
    );
    const step = fc.oneof(
      fc.record({ kind: fc.constant("write"), path, text: fc.constantFrom("", "1\n", "2\n", "one\ntwo\n", "\0bin") }),
      fc.record({ kind: fc.constant("remove"), path }),
      fc.record({ kind: fc.constant("link"), path }),
      fc.record({ kind: fc.constant("exec"), path }),
      fc.record({ kind: fc.constant("stage"), path }),
      fc.record({ kind: fc.constant("unstage"), path }),
      fc.record({ kind: fc.constant("commit"), path }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const { kind, path: at, ...rest } of steps) {
          // A step that does not fit the present state (a folder in the way) changes nothing.
          try {
            if (kind === "write") repository.write(at, "text" in rest ? rest.text : "");
            else if (kind === "remove") repository.remove(at);
            else if (kind === "link") repository.link(at, "zero");
            else if (kind === "exec") repository.makeExecutable(at);
            else if (kind === "stage") tryIn(repository.root, ["add", "-A", "--", at]);
            else if (kind === "unstage") tryIn(repository.root, ["reset", "-q", "--", at]);
            else repository.commit(at);
          } catch {
            continue;
          }
        }
        const { tree, reasons } = await sceneOf(repository.root);
        expect([tree, reasons]).toEqual([treeByGit(repository.root), []]);
      }),
      { numRuns: 15 },
    );
  });
});

describe("line endings, filters and special files", () => {
  test("content that is equal after normalisation is not dirty, and CRLF already committed stays", async () => {
    const repository = createRepository();
    repository.write("crlf-in-index.txt", "a\r\nb\r\n");
    repository.write("lf.txt", "a\nb\n");
    repository.commit("mixed");
    repository.git("config", "core.autocrlf", "true");
    repository.write("lf.txt", "a\r\nb\r\n");
    repository.write("new.txt", "a\r\nb\r\n");
    repository.write("crlf-in-index.txt", "a\r\nb\r\nc\r\n");
    const { dirty, tree } = await sceneOf(repository.root);
    expect(dirty.map(({ path }) => path)).toEqual(["crlf-in-index.txt", "new.txt"]);
    expect(tree).toBe(treeByGit(repository.root));
  });

  test("attributes and the user's own clean filter are applied", async () => {
    const repository = createRepository();
    repository.git("config", "filter.upper.clean", "tr a-z A-Z");
    repository.write(".gitattributes", "*.up filter=upper\n*.crlf eol=crlf\n*.u16 working-tree-encoding=UTF-16LE\n");
    repository.write("a.up", "hello\n");
    repository.commit("first");
    repository.write("a.up", "other\n");
    repository.write("b.crlf", "a\r\n");
    repository.write("c.u16", Buffer.from("hi\n", "utf16le"));
    expect((await sceneOf(repository.root)).tree).toBe(treeByGit(repository.root));
  });

  test("core.fileMode off: the executable bit is none", async () => {
    const repository = sample();
    repository.git("config", "core.fileMode", "false");
    repository.makeExecutable("run.sh");
    repository.write("tool", "x").makeExecutable("tool");
    const { dirty, tree } = await sceneOf(repository.root);
    expect(dirty.map(({ path, mode }) => [path, mode])).toEqual([["tool", "100644"]]);
    expect(tree).toBe(treeByGit(repository.root));
  });

  test("sparse checkout: what is not checked out keeps its committed content", async () => {
    const repository = sample();
    repository.git("sparse-checkout", "set", "--no-cone", "/*", "!/dir/");
    repository.write("a.txt", "changed\n");
    const { dirty, tree, sparse } = await sceneOf(repository.root);
    expect(sparse).toBe(true);
    expect(dirty.map(({ path }) => path)).toEqual(["a.txt"]);
    expect(tree).toBe(treeByGit(repository.root));
  });

  test("a submodule is one entry: its commit is in the tree; work inside it is told apart, and leaves no tree", async () => {
    const library = sample();
    const repository = sample();
    repository.git("submodule", "--quiet", "add", library.root, "lib");
    repository.commit("with library");
    const clean = await sceneOf(repository.root);
    expect(clean.tree).toBe(clean.head.tree);
    const inside = join(repository.root, "lib/a.txt");
    const states = [];
    for (const content of ["one\n", "two\n", "one\n"]) {
      writeFileSync(inside, content);
      states.push(await sceneOf(repository.root));
    }
    for (const { dirty, tree, reasons } of states) {
      expect([tree, reasons]).toEqual([null, ["submodule_dirty"]]);
      expect(dirty).toMatchObject([
        { path: "lib", mode: "160000", submodule: { commitChanged: false, modified: true, untracked: false } },
      ]);
    }
    const [one, two, again] = states.map(({ dirty }) => dirty[0]?.sha256);
    expect([one === two, one === again]).toEqual([false, true]);
    runIn(join(repository.root, "lib"), ["commit", "-qam", "inside"]);
    const moved = await sceneOf(repository.root);
    expect(moved.dirty).toMatchObject([{ path: "lib", submodule: { commitChanged: true, modified: false } }]);
    expect(moved.tree).not.toBe(clean.tree);
    expect(moved.tree).toBe(treeByGit(repository.root));
  });

  test.each([true, false])(
    "a repository inside, with a commit: %s, leaves no tree, and its content tells",
    async (withCommit) => {
      const repository = sample();
      nested(repository, "inner", withCommit);
      repository.write("x", "x");
      const first = await sceneOf(repository.root);
      expect(first).toMatchObject({
        tree: null,
        reasons: ["submodule_dirty"],
        dirty: [
          { path: "inner", status: "untracked", mode: "160000", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
          { path: "x", mode: "100644" },
        ],
      });
      repository.write("inner/file", "changed\n");
      const second = await sceneOf(repository.root);
      expect(second.dirty[0]?.sha256).not.toBe(first.dirty[0]?.sha256);
    },
  );

  test("another work tree of the same repository inside this one is none of its content", async () => {
    const repository = sample();
    repository.git("worktree", "add", "-q", "-b", "side", "trees/side");
    const { dirty, tree, head, worktrees } = await sceneOf(repository.root);
    expect(dirty).toEqual([]);
    expect(tree).toBe(head.tree);
    expect(worktrees.map(({ name }) => name)).toEqual(["main", "side"]);
  });

  test("a tracked file replaced by a pipe counts as gone and blocks nothing", async () => {
    const repository = sample();
    repository.remove("a.txt");
    execFileSync("mkfifo", [join(repository.root, "a.txt")]);
    const { dirty, tree } = await sceneOf(repository.root);
    expect(dirty).toMatchObject([{ path: "a.txt", sha256: null, mode: null }]);
    repository.remove("a.txt");
    expect(tree).toBe(treeByGit(repository.root));
  });
});

describe("LFS", () => {
  const big = "big content\n".repeat(100);

  /** A repository as LFS leaves it: pointers committed, content in the work tree, filters that must not run. */
  function withLfs(): TestRepository {
    const repository = createRepository();
    repository.write(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n");
    repository.write("a.bin", pointer(big));
    repository.commit("pointer");
    repository.git("config", "filter.lfs.clean", `touch '${repository.root}/.git/lfs-ran'; cat`);
    repository.git("config", "filter.lfs.required", "true");
    repository.write("a.bin", big);
    return repository;
  }

  function pointer(content: string): string {
    const digest = sha256Of(content);
    return `version https://git-lfs.github.com/spec/v1\noid sha256:${digest}\nsize ${content.length}\n`;
  }

  test("content behind an equal pointer is not dirty, and no filter runs", async () => {
    const repository = withLfs();
    const before = fingerprint(join(repository.root, ".git"));
    const { dirty, tree, head } = await sceneOf(repository.root);
    expect(dirty).toEqual([]);
    expect(tree).toBe(head.tree);
    expect(fingerprint(join(repository.root, ".git"))).toBe(before);
  });

  test("changed and new content enter the tree as pointers; a pointer never fetched stays itself", async () => {
    const repository = withLfs();
    repository.write("a.bin", `${big}more`);
    repository.write("new.bin", "new content");
    repository.write("unfetched.bin", pointer("elsewhere"));
    repository.write("empty.bin", "");
    const { tree, dirty } = await sceneOf(repository.root);
    expect(dirty.map(({ path }) => path)).toEqual(["a.bin", "empty.bin", "new.bin", "unfetched.bin"]);
    repository.git("config", "--unset", "filter.lfs.clean");
    repository.git("config", "--unset", "filter.lfs.required");
    repository.write("a.bin", pointer(`${big}more`));
    repository.write("new.bin", pointer("new content"));
    expect(tree).toBe(treeByGit(repository.root));
  });
});

describe("when there is no id", () => {
  test("files that change while they are read: said, and not kept", async () => {
    const repository = sample();
    repository.git("config", "filter.grow.clean", `sh -c 'cat; echo more >> "$0"' %f`);
    repository.write(".git/info/attributes", "a.txt filter=grow\n").write("a.txt", "changed\n");
    const cache = memoryCache();
    const { tree, reasons } = await sceneOf(repository.root, cache);
    expect([tree, reasons, cache.kept.size]).toEqual([null, ["changed_while_reading"], 0]);
  });

  test("objects of the head commit are missing", async () => {
    const repository = sample();
    repository.write("dir/deep/c.txt", "changed\n");
    const id = repository.git("rev-parse", "HEAD:dir/deep").trim();
    repository.remove(join(".git/objects", id.slice(0, 2), id.slice(2)));
    expect(await sceneOf(repository.root)).toMatchObject({ tree: null, reasons: ["objects_missing"] });
  });

  test("no temporary folder can be made", async () => {
    const repository = sample();
    repository.write("a.txt", "changed\n");
    const env = { ...testEnv, TMPDIR: join(repository.root, "none") };
    const scene = await readScene({ cwd: repository.root, env, tree: true });
    expect(scene).toMatchObject({ tree: null, reasons: ["no_temporary_folder"], dirty: [{ path: "a.txt" }] });
  });

  test("what was not read in time says so", async () => {
    const repository = sample();
    repository.write("big", Buffer.alloc(1024 * 1024));
    const paths = ["a.txt", "big", "link", "none"].map((name) => Buffer.from(join(repository.root, name)));
    const contents = await readContents(paths, -1);
    expect(contents.map(({ kind, problem }) => [kind, problem])).toEqual([
      ["file", "out_of_time"],
      ["file", "out_of_time"],
      ["link", null],
      ["gone", null],
    ]);
  });
});

describe("the cache of tree ids", () => {
  test("gives the same id, and notices every change of content, mode, index version and setting", async () => {
    const repository = sample();
    repository.write("a.txt", "x\n");
    const cache = memoryCache();
    const first = (await sceneOf(repository.root, cache)).tree;
    expect(cache.kept.size).toBe(1);
    const poisoned: Memory<string> = {
      get: () => "0".repeat(40),
      set: () => expect.fail("computed although it was kept"),
    };
    expect((await sceneOf(repository.root, poisoned)).tree).toBe("0".repeat(40));
    expect((await sceneOf(repository.root, cache)).tree).toBe(first);
    expect(cache.kept.size).toBe(1);
    repository.makeExecutable("a.txt");
    expect((await sceneOf(repository.root, cache)).tree).toBe(treeByGit(repository.root));
    repository.write("a.txt", "x\r\n");
    expect((await sceneOf(repository.root, cache)).tree).toBe(treeByGit(repository.root));
    repository.git("config", "core.autocrlf", "true");
    expect((await sceneOf(repository.root, cache)).tree).toBe(treeByGit(repository.root));
    expect(cache.kept.size).toBe(4);
  });

  test("a touched file changes nothing", async () => {
    const repository = sample();
    repository.write("a.txt", "x\n");
    const cache = memoryCache();
    const first = (await sceneOf(repository.root, cache)).tree;
    utimesSync(join(repository.root, "a.txt"), 1, 1);
    utimesSync(join(repository.root, "zero"), 1, 1);
    expect((await sceneOf(repository.root, cache)).tree).toBe(first);
    expect(cache.kept.size).toBe(1);
  });
});
