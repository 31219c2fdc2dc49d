import { describe, expect, test } from "vitest";
import { findChangedWhileRunning } from "../../src/domain/feedback/changed-while-running.ts";
import type { DirtyFile, Scene } from "../../src/domain/scene.ts";

function file(path: string, fields: Partial<DirtyFile> = {}): DirtyFile {
  return {
    path,
    from: null,
    status: "modified",
    staged: false,
    unstaged: true,
    sha256: "aa",
    size: 1,
    mode: "100644",
    submodule: null,
    ...fields,
  };
}

function scene(tree: string | null, dirty: readonly DirtyFile[] = [], commit = "c1"): Scene {
  return {
    kind: "git",
    root: "/r",
    gitDir: "/r/.git",
    commonDir: "/r/.git",
    workTree: "main",
    cwd: "",
    roots: [],
    head: { commit, tree: "h", branch: "main", detached: false, at: null },
    upstream: null,
    defaultBranch: null,
    operation: null,
    shallow: false,
    sparse: false,
    dirty,
    tree,
    indexLock: null,
    stashes: [],
    worktrees: [],
    reasons: [],
  };
}

const gone = { status: "deleted", sha256: null, size: null, mode: null } as const;

describe("files with other content at the end", () => {
  test.each<readonly [string, Scene, Scene, readonly string[]]>([
    ["nothing changed", scene("t1", [file("a")]), scene("t1", [file("a")]), []],
    ["equal trees decide, whatever the lists say", scene("t1"), scene("t1", [file("a")], "c2"), []],
    ["an unknown tree proves nothing", scene(null), scene("t2", [file("a")]), []],
    ["a clean file was changed", scene("t1"), scene("t2", [file("a")]), ["a"]],
    ["a clean file was deleted", scene("t1"), scene("t2", [file("a", gone)]), ["a"]],
    ["a dirty file was changed", scene("t1", [file("a")]), scene("t2", [file("a", { sha256: "bb" })]), ["a"]],
    ["a dirty file became executable", scene("t1", [file("a")]), scene("t2", [file("a", { mode: "100755" })]), ["a"]],
    ["a dirty file went back to the committed content", scene("t1", [file("a")]), scene("t2"), ["a"]],
    ["an untracked file was removed", scene("t1", [file("a", { status: "untracked" })]), scene("t2"), ["a"]],
    ["a new untracked file is a product", scene("t1"), scene("t2", [file("out", { status: "untracked" })]), []],
    ["a new staged file is a product", scene("t1"), scene("t2", [file("out", { status: "added" })]), []],
    ["a deleted file came back", scene("t1", [file("a", gone)]), scene("t2"), []],
    [
      "a rename takes the old path away",
      scene("t1"),
      scene("t2", [file("b", { status: "renamed", from: "a" })]),
      ["a"],
    ],
    ["a pull moved the head", scene("t1"), scene("t2", [], "c2"), ["."]],
    ["a commit of changes made meanwhile", scene("t1", [file("a")]), scene("t2", [], "c2"), ["."]],
    ["a folder without git", { ...scene("t1"), kind: "folder" }, { ...scene("t2"), kind: "folder" }, ["."]],
    ["sorted by code units", scene("t1"), scene("t2", [file("b"), file("B"), file("a")]), ["B", "a", "b"]],
  ])("%s", (_, before, after, paths) => {
    expect(findChangedWhileRunning(before, after)).toEqual(paths);
  });
});
