import { chownSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { getuid } from "node:process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { locateFromFiles } from "../../src/adapters/git/locate-from-files.ts";
import { locateRepository } from "../../src/adapters/git/locate-repository.ts";
import { readScene } from "../../src/adapters/git/read-scene.ts";
import type { AppError } from "../../src/domain/errors.ts";
import type { Scene } from "../../src/domain/scene.ts";
import {
  type TestRepository,
  createRepository,
  openRepository,
  runIn,
  temporaryFolder,
  testEnv,
} from "./repository.ts";

function sceneOf(cwd: string, env: Readonly<Record<string, string>> = {}): Promise<Scene> {
  return readScene({ cwd, env: { ...testEnv, ...env }, tree: true });
}

async function failureOf(cwd: string, env: Readonly<Record<string, string>> = {}): Promise<AppError> {
  return sceneOf(cwd, env).then(
    () => expect.fail("a scene where an error was due"),
    (error: AppError) => error,
  );
}

function fill(r: TestRepository): void {
  r.write("sub/dir/f.txt", "x\n").commit("first");
}

function sample(): TestRepository {
  return createRepository("sha1", fill);
}

describe("where the scene is", () => {
  test("from the top, from below, and through a link", async () => {
    const repository = sample();
    symlinkSync(join(repository.root, "sub"), join(repository.root, "../link"));
    const top = await sceneOf(repository.root);
    expect(top).toMatchObject({
      kind: "git",
      root: repository.root,
      gitDir: join(repository.root, ".git"),
      commonDir: join(repository.root, ".git"),
      workTree: "main",
      cwd: "",
      reasons: [],
    });
    expect(await sceneOf(join(repository.root, "sub/dir"))).toEqual({ ...top, cwd: "sub/dir" });
    expect(await sceneOf(join(repository.root, "../link/dir"))).toEqual({ ...top, cwd: "sub/dir" });
  });

  test("a path with newline, blank and quote in every part", async () => {
    const repository = sample();
    const odd = join(temporaryFolder(), " a\n--passdown-next \"b'");
    renameSync(repository.root, odd);
    mkdirSync(join(odd, "in\nside"));
    const scene = await sceneOf(join(odd, "in\nside"));
    expect(scene).toMatchObject({ root: odd, gitDir: join(odd, ".git"), cwd: "in\nside", kind: "git" });
    expect(scene.tree).toBe(scene.head.tree);
  });

  test("a linked work tree", async () => {
    const repository = sample();
    const linked = join(repository.root, "../linked");
    repository.git("worktree", "add", "-q", "-b", "side", linked);
    const scene = await sceneOf(join(linked, "sub"));
    expect(scene).toMatchObject({
      root: linked,
      gitDir: join(repository.root, ".git/worktrees/linked"),
      commonDir: join(repository.root, ".git"),
      workTree: "linked",
      cwd: "sub",
      head: { branch: "side" },
    });
    expect(scene.worktrees).toMatchObject([
      { name: "main", path: repository.root, branch: "main", dead: false, locked: null },
      { name: "linked", path: linked, branch: "side", dead: false, locked: null },
    ]);
    expect(scene.worktrees[0]?.head).toBe(scene.head.commit);
  });

  test("locked and dead work trees", async () => {
    const repository = sample();
    for (const name of ["kept", "gone"]) repository.git("worktree", "add", "-q", "--detach", `../${name}`);
    repository.git("worktree", "lock", "--reason", "agent at work", "../kept");
    rmSync(join(repository.root, "../gone"), { recursive: true });
    expect((await sceneOf(repository.root)).worktrees).toMatchObject([
      { name: "main" },
      { name: "gone", dead: true, locked: null, branch: null },
      { name: "kept", dead: false, locked: "agent at work", branch: null },
    ]);
  });

  test("a submodule and a repository inside are scenes of their own", async () => {
    const library = sample();
    const repository = sample();
    repository.git("submodule", "--quiet", "add", library.root, "lib");
    repository.commit("library");
    runIn(repository.root, ["init", "-q", "inner"]);
    expect(await sceneOf(join(repository.root, "lib/sub"))).toMatchObject({
      root: join(repository.root, "lib"),
      gitDir: join(repository.root, ".git/modules/lib"),
      workTree: "main",
      cwd: "sub",
      worktrees: [{ name: "main", path: join(repository.root, "lib") }],
    });
    expect(await sceneOf(join(repository.root, "inner"))).toMatchObject({
      root: join(repository.root, "inner"),
      reasons: ["no_commits"],
    });
  });

  test("a bare repository, and work trees that only hang on one", async () => {
    const repository = sample();
    const bare = join(repository.root, "../bare.git");
    repository.git("clone", "-q", "--bare", ".", bare);
    const scene = await sceneOf(bare);
    expect(scene).toMatchObject({
      kind: "bare",
      root: bare,
      head: { branch: "main", detached: false },
      tree: null,
      dirty: [],
      reasons: ["bare_repository"],
    });
    expect(scene.head.commit).toBe(repository.git("rev-parse", "HEAD").trim());
    runIn(bare, ["worktree", "add", "-q", "-b", "side", "../side"]);
    const linked = await sceneOf(join(repository.root, "../side"));
    expect(linked).toMatchObject({ kind: "git", workTree: "side", roots: scene.roots });
    expect(linked.worktrees.map(({ name }) => name)).toEqual(["side"]);
  });

  test("a clone and a moved repository keep the roots; a merge of two histories has both; an orphan its own", async () => {
    const repository = sample();
    const root = repository.git("rev-parse", "HEAD").trim();
    repository.git("clone", "-q", ".", "../clone");
    expect((await sceneOf(join(repository.root, "../clone"))).roots).toEqual([root]);
    repository.git("switch", "-q", "--orphan", "pages");
    const orphan = repository.write("index.html", "").commit("pages");
    expect((await sceneOf(repository.root)).roots).toEqual([orphan]);
    repository.git("merge", "-q", "--allow-unrelated-histories", "-m", "both", "main");
    expect((await sceneOf(repository.root)).roots).toEqual([root, orphan].sort());
  });

  test("a shallow clone cannot tell its roots and says so", async () => {
    const repository = sample();
    repository.write("g", "g").commit("second");
    repository.git("clone", "-q", "--depth", "1", `file://${repository.root}`, "../shallow");
    expect(await sceneOf(join(repository.root, "../shallow"))).toMatchObject({
      shallow: true,
      roots: [],
      reasons: ["history_shallow"],
    });
  });
});

describe("a repository found by its files", () => {
  function inLink(r: TestRepository): string {
    symlinkSync(join(r.root, "sub"), join(r.root, "../link"));
    return join(r.root, "../link/dir");
  }

  function shallowClone(r: TestRepository): string {
    r.write("g", "g").commit("second");
    r.git("clone", "-q", "--depth", "1", `file://${r.root}`, "../shallow");
    return join(r.root, "../shallow/sub");
  }

  const ordinary: readonly [string, (r: TestRepository) => string][] = [
    ["at the top", (r) => r.root],
    ["below", (r) => join(r.root, "sub/dir")],
    ["through a link", inLink],
    ["shallow", shallowClone],
    ["with SHA-256", () => createRepository("sha256", fill).root],
    ["without a commit", () => createRepository().root],
  ];
  test.each(ordinary)("is the one that git finds: %s", async (_, place) => {
    const cwd = place(sample());
    const found = locateFromFiles(cwd, testEnv);
    expect(found).not.toBeNull();
    expect(found).toEqual(await locateRepository(cwd, testEnv));
  });

  const unusual: readonly [string, (r: TestRepository) => string][] = [
    ["a linked work tree", (r) => (r.git("worktree", "add", "-q", "--detach", "../linked"), join(r.root, "../linked"))],
    ["a bare repository", (r) => (r.git("clone", "-q", "--bare", ".", "../bare.git"), join(r.root, "../bare.git"))],
    ["inside the git directory", (r) => join(r.root, ".git/refs")],
    ["another work tree by setting", (r) => (r.git("config", "core.worktree", "/"), r.root)],
    ["settings from elsewhere", (r) => (r.git("config", "include.path", "more"), r.root)],
    ["no repository", () => temporaryFolder()],
    ["no folder", (r) => join(r.root, "none")],
    ["half a repository", (r) => (rmSync(join(r.root, ".git/refs"), { recursive: true }), r.root)],
  ];
  test.each(unusual)("git is asked: %s", (_, place) => {
    expect(locateFromFiles(place(sample()), testEnv)).toBeNull();
  });

  test.each(["GIT_DIR", "GIT_CEILING_DIRECTORIES"])("git is asked: %s is set", (name) => {
    expect(locateFromFiles(sample().root, { ...testEnv, [name]: "/" })).toBeNull();
  });
});

describe("outside git", () => {
  test("a folder is a scene with a stated reason and no commit", async () => {
    const scene = await sceneOf(temporaryFolder());
    expect(scene).toMatchObject({ kind: "folder", gitDir: null, roots: [], reasons: ["no_repository"] });
    expect(scene.head).toEqual({ commit: null, tree: null, branch: null, detached: false, at: null });
  });

  test("without git installed a folder still is one, a repository an error", async () => {
    const noGit = { PATH: temporaryFolder() };
    expect(await sceneOf(temporaryFolder(), noGit)).toMatchObject({ kind: "folder" });
    expect(await failureOf(sample().root, noGit)).toMatchObject({ kind: "environment", code: "git_missing" });
  });

  test("a working directory that is gone: says where to go", async () => {
    const repository = sample();
    const error = await failureOf(join(repository.root, "gone/away"));
    expect(error).toMatchObject({
      kind: "environment",
      code: "cwd_missing",
      hint: expect.stringContaining(repository.root),
    });
  });

  test("a git directory that git does not accept is an error, not a folder", async () => {
    const repository = sample();
    rmSync(join(repository.root, ".git/HEAD"));
    expect(await failureOf(join(repository.root, "sub"))).toMatchObject({ code: "repository_damaged" });
    const { root } = sample();
    writeFileSync(join(root, ".git/index"), "not an index");
    expect(await failureOf(root)).toMatchObject({ kind: "environment", code: "git_failed" });
  });

  test("an empty .git folder, as sandboxes leave it, is no repository", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, ".git"));
    expect(await sceneOf(folder)).toMatchObject({ kind: "folder" });
  });

  test("a linked work tree whose main repository moved", async () => {
    const repository = sample();
    const linked = join(repository.root, "../linked");
    repository.git("worktree", "add", "-q", "--detach", linked);
    renameSync(repository.root, `${repository.root}-moved`);
    expect(await failureOf(linked)).toMatchObject({
      code: "repository_damaged",
      hint: expect.stringContaining("git worktree repair"),
    });
  });

  test("inside the git directory", async () => {
    expect(await failureOf(join(sample().root, ".git/refs"))).toMatchObject({ code: "inside_git_dir" });
  });

  test.skipIf(getuid?.() !== 0)("a repository that git does not trust", async () => {
    const repository = sample();
    chownSync(repository.root, 12_345, 12_345);
    expect(await failureOf(repository.root)).toMatchObject({
      code: "repository_not_trusted",
      hint: `if you trust it: git config --global --add safe.directory ${repository.root}`,
    });
  });
});

describe("the environment of a git hook", () => {
  test("GIT_DIR, GIT_INDEX_FILE and the like of another command are not followed", async () => {
    const repository = sample();
    const plain = await sceneOf(join(repository.root, "sub"));
    const other = sample();
    const hook = {
      GIT_DIR: join(other.root, ".git"),
      GIT_INDEX_FILE: join(other.root, ".git/index.lock"),
      GIT_PREFIX: "elsewhere/",
      GIT_OBJECT_DIRECTORY: join(other.root, ".git/objects"),
      GIT_LITERAL_PATHSPECS: "0",
      GIT_TRACE: join(other.root, "trace"),
    };
    expect(await sceneOf(join(repository.root, "sub"), hook)).toEqual(plain);
    expect(existsSync(join(other.root, "trace"))).toBe(false);
  });

  test("a real pre-commit hook of a partial commit sees the scene of its repository", async () => {
    const repository = sample();
    repository.write("sub/dir/f.txt", "hook\n");
    repository.write("other.txt", "y\n").stage("other.txt");
    const saved = join(temporaryFolder(), "env");
    mkdirSync(join(repository.root, ".git/hooks"), { recursive: true });
    repository.write(".git/hooks/pre-commit", `#!/bin/sh\nenv > '${saved}'\n`).makeExecutable(".git/hooks/pre-commit");
    repository.git("commit", "-qm", "partial", "sub/dir/f.txt");
    const { readFileSync } = await import("node:fs");
    const lines = readFileSync(saved, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("GIT_"));
    const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s) as [string, string]));
    expect(env["GIT_INDEX_FILE"]).toContain("next-index");
    expect((await sceneOf(join(repository.root, "sub"), env)).dirty).toMatchObject([{ path: "other.txt" }]);
  });

  test("GIT_DIR and GIT_WORK_TREE together name a place on purpose", async () => {
    const repository = sample();
    const files = openRepository(temporaryFolder());
    files.write("sub/dir/f.txt", "x\n").write("extra", "");
    const env = { GIT_DIR: join(repository.root, ".git"), GIT_WORK_TREE: files.root };
    const scene = await sceneOf(files.root, env);
    expect(scene).toMatchObject({ kind: "git", root: files.root, gitDir: join(repository.root, ".git") });
    expect(scene.dirty.map(({ path }) => path)).toEqual(["extra"]);
  });
});
