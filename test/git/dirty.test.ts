import { chmodSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { getuid } from "node:process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readScene } from "../../src/adapters/git/read-scene.ts";
import type { DirtyFile, Scene } from "../../src/domain/scene.ts";
import { type TestRepository, createRepository, sha256Of, testEnv } from "./repository.ts";

function sceneOf(cwd: string): Promise<Scene> {
  return readScene({ cwd, env: testEnv, tree: true });
}

const text = "1\n2\n3\n4\n5\n6\n7\n8\n";

function fill(r: TestRepository): void {
  r.write("a.txt", text).write("run.sh", "#!/bin/sh\n").link("link", "a.txt").commit("first");
}

function sample(): TestRepository {
  return createRepository("sha1", fill);
}

const file = { from: null, staged: false, unstaged: true, mode: "100644", submodule: null } as const;

const cases: readonly [string, (r: TestRepository) => unknown, readonly DirtyFile[]][] = [
  ["touched only", (r) => utimesSync(join(r.root, "a.txt"), 1, 1), []],
  [
    "edited",
    (r) => r.write("a.txt", "x"),
    [{ ...file, path: "a.txt", status: "modified", sha256: sha256Of("x"), size: 1 }],
  ],
  [
    "edited and staged",
    (r) => r.write("a.txt", "x").stage(),
    [{ ...file, path: "a.txt", status: "modified", sha256: sha256Of("x"), size: 1, staged: true, unstaged: false }],
  ],
  [
    "staged and put back: the index still differs",
    (r) => r.write("a.txt", "x").stage().write("a.txt", text),
    [{ ...file, path: "a.txt", status: "modified", sha256: sha256Of(text), size: text.length, staged: true }],
  ],
  [
    "deleted",
    (r) => r.remove("a.txt"),
    [{ ...file, path: "a.txt", status: "deleted", sha256: null, size: null, mode: null }],
  ],
  [
    "taken out of the index only",
    (r) => r.git("rm", "-q", "--cached", "a.txt"),
    [{ ...file, path: "a.txt", status: "untracked", sha256: sha256Of(text), size: text.length, staged: true }],
  ],
  [
    "untracked and executable",
    (r) => r.write("n", "n").makeExecutable("n"),
    [{ ...file, path: "n", status: "untracked", sha256: sha256Of("n"), size: 1, mode: "100755" }],
  ],
  [
    "added",
    (r) => r.write("n", "n").stage(),
    [{ ...file, path: "n", status: "added", sha256: sha256Of("n"), size: 1, staged: true, unstaged: false }],
  ],
  [
    "intended to be added",
    (r) => r.write("n", "n").stage("-N", "n"),
    [{ ...file, path: "n", status: "added", sha256: sha256Of("n"), size: 1 }],
  ],
  [
    "added and gone again",
    (r) => r.write("n", "n").stage().remove("n"),
    [{ ...file, path: "n", status: "deleted", sha256: null, size: null, mode: null, staged: true }],
  ],
  [
    "renamed and edited",
    (r) => (r.git("mv", "a.txt", "b.txt"), r.write("b.txt", `${text}9\n`)),
    [
      {
        ...file,
        path: "b.txt",
        from: "a.txt",
        status: "renamed",
        sha256: sha256Of(`${text}9\n`),
        size: 18,
        staged: true,
      },
    ],
  ],
  [
    "moved without git",
    (r) => renameSync(join(r.root, "a.txt"), join(r.root, "b.txt")),
    [
      { ...file, path: "a.txt", status: "deleted", sha256: null, size: null, mode: null },
      { ...file, path: "b.txt", status: "untracked", sha256: sha256Of(text), size: text.length },
    ],
  ],
  [
    "made executable",
    (r) => r.makeExecutable("run.sh"),
    [{ ...file, path: "run.sh", status: "modified", sha256: sha256Of("#!/bin/sh\n"), size: 10, mode: "100755" }],
  ],
  [
    "a link to somewhere else: never followed",
    (r) => r.link("link", "/etc/passwd"),
    [{ ...file, path: "link", status: "modified", sha256: sha256Of("/etc/passwd"), size: 11, mode: "120000" }],
  ],
  [
    "a link in a file's place",
    (r) => r.link("a.txt", "x"),
    [{ ...file, path: "a.txt", status: "type_changed", sha256: sha256Of("x"), size: 1, mode: "120000" }],
  ],
];

describe("uncommitted work", () => {
  test.each(cases)("%s", async (_, change, expected) => {
    const repository = sample();
    change(repository);
    expect((await sceneOf(repository.root)).dirty).toEqual(expected);
  });

  test("is sorted by code units, whatever git's own order", async () => {
    const repository = sample();
    for (const path of ["z", "B", "\u{1f600}", "\uff21", "é", "b/c", "b-c"]) repository.write(path, path);
    const paths = (await sceneOf(repository.root)).dirty.map(({ path }) => path);
    expect(paths).toEqual(["B", "b-c", "b/c", "z", "é", "\u{1f600}", "\uff21"]);
  });

  test("a name that is no UTF-8 is left out and said so, while the tree holds it", async () => {
    const repository = sample();
    writeFileSync(Buffer.from(`${repository.root}/caf\u00e9`, "latin1"), "x");
    const { dirty, tree, head, reasons } = await sceneOf(repository.root);
    expect(dirty).toEqual([]);
    expect(reasons).toEqual(["invalid_utf8_path"]);
    expect(tree).not.toBe(head.tree);
  });

  test("a large file is hashed whole", async () => {
    const repository = sample();
    const content = Buffer.alloc(3 * 1024 * 1024 + 7, "abc");
    repository.write("big", content);
    expect((await sceneOf(repository.root)).dirty).toMatchObject([{ sha256: sha256Of(content), size: content.length }]);
  });

  test.skipIf(getuid?.() === 0)("a file that may not be read: no hash, no tree, a reason", async () => {
    const repository = sample();
    repository.write("secret", "x");
    chmodSync(join(repository.root, "secret"), 0o000);
    const { dirty, tree, reasons } = await sceneOf(repository.root);
    expect(dirty).toMatchObject([{ path: "secret", sha256: null }]);
    expect([tree, reasons]).toEqual([null, ["unreadable_files"]]);
  });
});

describe("content that is equal once git normalised it", () => {
  test("rewritten line endings, as long as that is all", async () => {
    const repository = sample();
    repository.git("config", "core.autocrlf", "true");
    repository.write("a.txt", text.replaceAll("\n", "\r\n"));
    const { dirty, tree, head } = await sceneOf(repository.root);
    expect([dirty, tree]).toEqual([[], head.tree]);
    repository.write("a.txt", `${text.replaceAll("\n", "\r\n")}more\r\n`);
    expect((await sceneOf(repository.root)).dirty).toMatchObject([{ path: "a.txt" }]);
  });

  test("the same bytes are a change where git does not convert", async () => {
    const repository = sample();
    repository.write("a.txt", text.replaceAll("\n", "\r\n"));
    expect((await sceneOf(repository.root)).dirty).toMatchObject([{ path: "a.txt", status: "modified" }]);
  });

  test("what the user's clean filter takes out", async () => {
    const repository = sample();
    repository.git("config", "filter.strip.clean", "grep -v '^output'");
    repository.write(".gitattributes", "*.nb filter=strip\n").write("n.nb", "input\n").commit("notebook");
    repository.write("n.nb", "input\noutput 1\n");
    expect((await sceneOf(repository.root)).dirty).toEqual([]);
    repository.write("n.nb", "input 2\noutput 1\n");
    expect((await sceneOf(repository.root)).dirty).toMatchObject([{ path: "n.nb" }]);
  });
});
