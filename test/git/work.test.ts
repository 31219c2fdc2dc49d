import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readScene } from "../../src/adapters/git/read-scene.ts";
import { readWork } from "../../src/adapters/git/read-work.ts";
import type { Change, Work } from "../../src/domain/scene.ts";
import { type TestRepository, createRepository, fingerprint, runIn, sha256Of, testEnv, tryIn } from "./repository.ts";

interface Options {
  readonly sessionStart?: string | null;
  readonly previousHead?: string | null;
}

/** The work, after making sure that reading it wrote nothing into the repository. */
async function workOf(repository: TestRepository, options: Options = {}): Promise<Work> {
  const scene = await readScene({ cwd: repository.root, env: testEnv, tree: false });
  const before = fingerprint(join(repository.root, ".git"));
  const { sessionStart = null, previousHead = null } = options;
  const work = await readWork(scene, { env: testEnv, sessionStart, previousHead, addedLines: true });
  expect(fingerprint(join(repository.root, ".git"))).toBe(before);
  return work;
}

const text = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join("");

function fill(r: TestRepository): void {
  r.write("a.txt", text)
    .write("dir/b.txt", text.replaceAll("line", "bee"))
    .write("c.bin", Buffer.from([0, 1, 2]));
  r.write("run.sh", "#!/bin/sh\n").link("link", "a.txt").commit("first");
}

function sample(): TestRepository {
  return createRepository("sha1", fill);
}

/** What git itself counts after everything is added: path → [additions, deletions], with renames. */
function numstat(repository: TestRepository, base: string): Record<string, unknown> {
  repository.stage();
  const parts = repository.git("diff", "--cached", "--numstat", "-M", "-z", base).split("\0");
  const counts: Record<string, unknown> = {};
  for (let at = 0; at < parts.length - 1; at++) {
    const [, additions = "", deletions = "", path = ""] = /^(\S+)\t(\S+)\t([^]*)$/.exec(parts[at] ?? "") ?? [];
    const from = path === "" ? parts[++at] : null;
    counts[path === "" ? (parts[++at] ?? "") : path] = [additions, deletions, from];
  }
  return counts;
}

function counted(changes: readonly Change[]): Record<string, unknown> {
  return Object.fromEntries(
    changes.map(({ path, from, additions, deletions }) => [path, [`${additions ?? "-"}`, `${deletions ?? "-"}`, from]]),
  );
}

/** Committed and uncommitted work of every kind, on top of each other. */
function mixedWork(r: TestRepository): void {
  r.write("a.txt", `${text}committed\n`).write("new.txt", "1\n2\n").write("short-lived.txt", "x\n");
  r.git("mv", "dir/b.txt", "dir/moved.txt");
  r.commit("second");
  r.write("a.txt", `${text}committed\nuncommitted\n`).remove("short-lived.txt").remove("link");
  r.write("untracked.txt", "u\nno newline at end").write("c.bin", Buffer.from([0, 9]));
  r.write("staged.txt", "s\n").stage("staged.txt").makeExecutable("run.sh");
  r.write(' odd\n"name"\t中', "odd\n").write("empty", "");
}

describe("changes from the base to the work tree", () => {
  test("count as git diff --numstat does, over commits, index, work tree and untracked files", async () => {
    const repository = sample();
    const base = repository.git("rev-parse", "HEAD").trim();
    mixedWork(repository);
    const { changes, omitted } = await workOf(repository, { sessionStart: base });
    expect(omitted).toEqual([]);
    expect(counted(changes)).toEqual(numstat(repository, base));
  });

  test("say what happened, whether it is committed, and what lies there now", async () => {
    const repository = sample();
    const base = repository.git("rev-parse", "HEAD").trim();
    mixedWork(repository);
    const { changes } = await workOf(repository, { sessionStart: base });
    expect(changes.map(({ path, status, committed, binary }) => [path, status, committed, binary])).toEqual([
      [' odd\n"name"\t中', "untracked", false, false],
      ["a.txt", "modified", false, false],
      ["c.bin", "modified", false, true],
      ["dir/moved.txt", "renamed", true, false],
      ["empty", "untracked", false, false],
      ["link", "deleted", false, false],
      ["new.txt", "added", true, false],
      ["run.sh", "modified", false, false],
      ["staged.txt", "added", false, false],
      ["untracked.txt", "untracked", false, false],
    ]);
    const digest = (path: string): string | null | undefined => changes.find((change) => change.path === path)?.sha256;
    expect(digest("a.txt")).toBe(sha256Of(`${text}committed\nuncommitted\n`));
    expect(digest("new.txt")).toBe(sha256Of("1\n2\n"));
    expect(digest("link")).toBeNull();
  });

  const cases: readonly [string, (r: TestRepository) => unknown][] = [
    ["nothing", () => undefined],
    ["a file moved without git is a rename", (r) => renameSync(join(r.root, "a.txt"), join(r.root, "z.txt"))],
    ["a folder in a file's place", (r) => r.remove("a.txt").write("a.txt/x", "x\n")],
    ["a file in a folder's place", (r) => r.remove("dir").write("dir", "x\n")],
    ["a link in a file's place", (r) => r.link("a.txt", "elsewhere")],
    ["a link to somewhere else", (r) => r.link("link", "elsewhere")],
    ["staged, then put back", (r) => r.write("a.txt", "x").stage().write("a.txt", text)],
    ["out of the index, still there", (r) => r.git("rm", "--cached", "-q", "a.txt")],
    ["CRLF that git normalises", (r) => (r.git("config", "core.autocrlf", "true"), r.write("w.txt", "a\r\nb\r\n"))],
    ["a file that attributes call binary", (r) => r.write(".gitattributes", "*.dat binary\n").write("x.dat", "text\n")],
    ["a diff driver of the user's", (r) => (r.git("config", "diff.external", "false"), r.write("a.txt", "x\n"))],
    ["user settings for diffs", (r) => userSettings(r)],
  ];
  test.each(cases)("%s", async (_, change) => {
    const repository = sample();
    change(repository);
    const { changes } = await workOf(repository);
    for (const name of ["diff.external", "diff.renames"]) tryIn(repository.root, ["config", "--unset", name]);
    expect(counted(changes)).toEqual(numstat(repository, "HEAD"));
  });

  function userSettings(r: TestRepository): void {
    for (const [name, value] of [
      ["diff.noprefix", "true"],
      ["diff.mnemonicPrefix", "true"],
      ["diff.renames", "false"],
      ["diff.context", "7"],
      ["color.ui", "always"],
      ["core.quotePath", "false"],
      ["diff.relative", "true"],
    ] as const) {
      r.git("config", name, value);
    }
    r.write("é.txt", "x\n");
    renameSync(join(r.root, "a.txt"), join(r.root, "z.txt"));
  }

  test("before the first commit everything is new", async () => {
    const repository = createRepository();
    repository.write("a", "1\n").stage().write("b", "1\n2\n");
    const work = await workOf(repository);
    expect(work.base).toEqual({ commit: null, kind: "root", ref: null });
    expect(counted(work.changes)).toEqual({ a: ["1", "0", null], b: ["2", "0", null] });
    expect(work.commits).toEqual([]);
  });

  test("in a SHA-256 repository with a split index of version 4", async () => {
    const repository = createRepository("sha256", fill);
    repository.git("config", "index.version", "4");
    repository.git("config", "core.splitIndex", "true");
    repository.git("update-index", "--split-index", "--index-version", "4");
    const base = repository.git("rev-parse", "HEAD").trim();
    mixedWork(repository);
    const { changes } = await workOf(repository, { sessionStart: base });
    expect(counted(changes)).toEqual(numstat(repository, base));
  });

  test("a conflict counts as it lies there", async () => {
    const repository = sample();
    repository.git("switch", "-q", "-c", "other");
    repository.write("a.txt", "theirs\n").commit("theirs");
    repository.git("switch", "-q", "main");
    repository.write("a.txt", "ours\n").commit("ours");
    tryIn(repository.root, ["merge", "other"]);
    const { changes, added } = await workOf(repository);
    expect(changes).toMatchObject([{ path: "a.txt", status: "unmerged", additions: 4, deletions: 0 }]);
    expect(added.flatMap(({ lines }) => lines)).toEqual(["<<<<<<< HEAD", "=======", "theirs", ">>>>>>> other"]);
  });

  test("a committed change that a sparse work tree does not show is still counted", async () => {
    const repository = sample();
    const base = repository.git("rev-parse", "HEAD").trim();
    repository.write("dir/b.txt", "short\n").write("a.txt", "short\n").commit("second");
    repository.git("sparse-checkout", "set", "--no-cone", "/*", "!/dir/");
    const { changes } = await workOf(repository, { sessionStart: base });
    expect(changes).toMatchObject([
      { path: "a.txt", additions: 1, deletions: 20, committed: true, sha256: sha256Of("short\n") },
      { path: "dir/b.txt", additions: 1, deletions: 20, committed: true, sha256: null },
    ]);
  });

  test("a file taken out of the repository and ignored since counts as deleted, although it lies there", async () => {
    const repository = sample();
    const base = repository.git("rev-parse", "HEAD").trim();
    repository.git("rm", "-q", "--cached", "a.txt");
    repository.write(".gitignore", "a.txt\n").commit("ignore it");
    const { changes } = await workOf(repository, { sessionStart: base });
    expect(changes).toMatchObject([
      { path: ".gitignore", status: "added" },
      { path: "a.txt", status: "deleted", deletions: 20, committed: true },
    ]);
  });

  test("submodules and repositories inside are one line each, as for git, and not looked into", async () => {
    const library = sample();
    const repository = sample();
    repository.git("submodule", "--quiet", "add", library.root, "lib");
    repository.git("submodule", "--quiet", "add", library.root, "lib2");
    const base = repository.commit("libraries");
    writeFileSync(join(repository.root, "lib/a.txt"), "changed inside\n");
    runIn(join(repository.root, "lib2"), ["commit", "-q", "--allow-empty", "-m", "inside"]);
    repository.git("clone", "-q", library.root, "inner");
    const { changes, added } = await workOf(repository, { sessionStart: base });
    const one = { binary: false, sha256: null, committed: false, from: null };
    expect(changes).toEqual([
      { ...one, path: "inner", status: "untracked", additions: 1, deletions: 0 },
      { ...one, path: "lib", status: "modified", additions: 1, deletions: 1 },
      { ...one, path: "lib2", status: "modified", additions: 1, deletions: 1 },
    ]);
    expect(added).toEqual([]);
  });

  test("LFS content is binary, and no filter runs", async () => {
    const repository = sample();
    repository.write(".gitattributes", "*.big filter=lfs diff=lfs merge=lfs -text\n").commit("attributes");
    repository.git("config", "filter.lfs.clean", `touch '${repository.root}/.git/ran'; cat`);
    repository.write("x.big", "content\n");
    const { changes } = await workOf(repository);
    expect(changes).toMatchObject([{ path: "x.big", binary: true, additions: null, sha256: sha256Of("content\n") }]);
  });

  test("commits since the base come oldest first", async () => {
    const repository = sample();
    const base = repository.git("rev-parse", "HEAD").trim();
    const ids = ["one", "two"].map((name) => repository.write(name, name).commit(`Subject ${name}\n\nbody`));
    const { commits } = await workOf(repository, { sessionStart: base });
    expect(commits).toEqual([
      expect.objectContaining({ id: ids[0], subject: "Subject one", author: "Ada <ada@example.org>" }),
      {
        id: ids[1],
        subject: "Subject two",
        author: "Ada <ada@example.org>",
        at: "2026-01-02T03:04:05.000Z",
        tree: repository.git("rev-parse", "HEAD^{tree}").trim(),
      },
    ]);
  });

  test("outside a work tree there is none", async () => {
    const repository = sample();
    repository.git("clone", "-q", "--bare", ".", "../bare.git");
    const scene = await readScene({ cwd: join(repository.root, "../bare.git"), env: testEnv, tree: false });
    const work = await readWork(scene, { env: testEnv, sessionStart: null, previousHead: null, addedLines: true });
    expect(work).toMatchObject({ changes: [], base: { kind: "none", commit: scene.head.commit } });
  });
});

describe("added lines", () => {
  test("with their place in the present file, whatever they look like", async () => {
    const repository = sample();
    const hostile = ["+++ b/other", "--- a/x", "@@ -1 +1 @@", "diff --git a/x b/x", "\\ No newline at end of file"];
    repository.write(
      "a.txt",
      text
        .replace("line 3\n", `${hostile.join("\n")}\n`)
        .replace("line 10\n", "")
        .concat("end"),
    );
    repository.write("dir/é \t\n.txt", "one\r\ntwo");
    const { added } = await workOf(repository);
    expect(added).toEqual([
      { path: "a.txt", start: 4, lines: hostile },
      { path: "a.txt", start: 24, lines: ["end"] },
      { path: "dir/é \t\n.txt", start: 1, lines: ["one", "two"] },
    ]);
  });

  test("are cut a file at 2,000, and left out above 4 MB; both are said", async () => {
    const repository = sample();
    repository.write("long.txt", "x\n".repeat(2_500)).write("big.txt", "y\n".repeat(2_200_000));
    const { added, omitted, changes } = await workOf(repository);
    expect(added.map(({ path, lines }) => [path, lines.length])).toEqual([["long.txt", 2_000]]);
    expect(omitted).toEqual([
      "big.txt: added lines not read, larger than 4 MB",
      "long.txt: only the first 2000 added lines were read",
    ]);
    expect(changes).toMatchObject([{ additions: 2_200_000 }, { additions: 2_500 }]);
  });

  test("beyond 20 MB in all only the counts go on", async () => {
    const repository = sample();
    for (const name of ["1", "2", "3", "4", "5", "6"]) repository.write(name, `${"x".repeat(1_000)}\n`.repeat(4_000));
    const { added, omitted, changes } = await workOf(repository);
    expect(added.map(({ lines }) => lines.length)).toEqual([2_000, 2_000, 2_000, 2_000, 2_000, expect.any(Number)]);
    expect(added.at(-1)?.lines.length).toBeLessThan(2_000);
    expect(omitted.at(-1)).toBe("added lines: only the first 20 MB were read");
    expect(changes.map(({ additions }) => additions)).toEqual(Array(6).fill(4_000));
  });
});
