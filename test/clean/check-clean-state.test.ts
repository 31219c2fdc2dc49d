import { describe, expect, it } from "vitest";
import type { WorkbenchSnapshot } from "../../src/domain/snapshot.ts";
import {
  elsewhere,
  makeBoard,
  makeCommit,
  makeDirty,
  makeNote,
  makeSnapshot,
  makeState,
  makeTask,
  output,
  ran,
} from "../verification/make-snapshot.ts";
import { check } from "./check.ts";

/** A scene in which everything is wrong that can be wrong at once. */
function worst(parts: Partial<Parameters<typeof makeSnapshot>[0]> = {}): WorkbenchSnapshot {
  const dirty = [
    makeDirty("z.ts"),
    makeDirty("a.bak", { status: "untracked" }),
    makeDirty("a.rej", { status: "untracked" }),
    makeDirty("mine.txt", { status: "untracked" }),
    makeDirty("m.ts", { status: "unmerged" }),
  ];
  return makeSnapshot({
    scene: {
      dirty,
      operation: { kind: "rebase", step: 1, total: 2, branch: "topic" },
      head: { commit: "c1", tree: "t1", branch: "topic", detached: false, at: null },
      indexLock: { path: "/repo/.git/index.lock", holder: null },
      stashes: [
        {
          ref: "stash@{0}",
          commit: "5".repeat(40),
          branch: null,
          message: "WIP",
          at: "2026-01-01T00:00:00.000Z",
          author: "Bob",
        },
      ],
      worktrees: [{ name: "w", path: "/w", branch: null, head: null, locked: "x", dead: true }],
    },
    work: {
      added: [
        { path: "z.ts", start: 1, lines: ["<<<<<<< a", "=======", ">>>>>>> b", "debugger;"] },
        { path: "y.ts", start: 1, lines: ["// a = 1;", "// b = 2;", "// c = 3;", "debugger;"] },
      ],
      unpushed: [makeCommit("c1")],
      commits: [makeCommit("c0"), makeCommit("c1", { author: "Bob" })],
    },
    session: { baseline: { commit: null, tree: null, dirty: [["mine.txt", "sha of mine.txt"]] } },
    config: { branches: ["main"], acceptance: ["npm test", "pytest", "make lint"] },
    feedback: [
      ran("npm test", { exitCode: 1 }),
      ran("pytest", { exitCode: 127 }),
      ran("make lint", { tree: elsewhere }),
    ],
    processes: [{ pid: 1, command: "x", cwd: "", ports: [] }],
    workbench: {
      board: makeBoard(makeTask("T-1", { status: "in_progress" }), makeTask("T-2", { status: "in_progress" })),
      state: makeState({ activeTaskId: "T-9" }),
    },
    ...parts,
  });
}

describe("the clean state", () => {
  it("is clean when there is nothing to say", () => {
    expect(check(makeSnapshot())).toEqual({ clean: true, blocking: [], warnings: [] });
  });

  it("names everything in one order: by code, then by path", () => {
    const { blocking, warnings } = check(worst());
    expect(blocking.map((issue) => `${issue.code} ${issue.path ?? ""}`.trim())).toEqual([
      "uncommitted_changes a.bak",
      "uncommitted_changes a.rej",
      "uncommitted_changes m.ts",
      "uncommitted_changes z.ts",
      "operation_in_progress",
      "unmerged_entries m.ts",
      "conflict_markers z.ts",
      "index_lock .git/index.lock",
      "branch_unexpected",
      "temp_files a.bak",
      "reject_files a.rej",
      "debug_code y.ts",
      "debug_code z.ts",
      "commented_code y.ts",
      "acceptance_red",
      "tests_do_not_start",
      "board_contradicts_evidence agent_state.json",
      "several_in_progress task_board.json",
    ]);
    expect(warnings.map((issue) => issue.code)).toEqual([
      "unpushed_commits",
      "stashes",
      "foreign_changes",
      "processes_left",
      "worktree_locked",
      "worktree_dead",
      "untracked_files",
      "acceptance_not_run",
      "acceptance_not_run",
    ]);
  });

  it("never suggests to throw anything away", () => {
    const kept = [makeDirty("k")];
    const others = [
      worst(),
      worst({ notes: [makeNote("risk", "npm test")] }),
      makeSnapshot({ scene: { head: { commit: "c1", tree: null, branch: null, detached: true, at: null } } }),
      makeSnapshot({ scene: { dirty: kept }, notes: [makeNote("keep", "x", { kept: [["k", "sha of k", "100644"]] })] }),
      makeSnapshot({ scene: { dirty: Array.from({ length: 30 }, (_, at) => makeDirty(`f${at}`)) } }),
      makeSnapshot({ feedback: [ran("pytest", { exitCode: 2, stdout: output("ERROR collecting a") })] }),
      ...(["merge", "cherry-pick", "revert", "bisect", "am"] as const).map((kind) =>
        makeSnapshot({
          scene: {
            operation: { kind, step: null, total: null, branch: null },
            indexLock: { path: "x", holder: { pid: 1, command: "git" } },
            stashes: [{ ref: "s", commit: "c", branch: null, message: "", at: "2027-01-01T00:00:00.000Z", author: "" }],
          },
          workbench: { board: makeBoard(makeTask("T-1", { status: "done", acceptance: ["npm test"] })) },
          taskId: "T-1",
        }),
      ),
    ];
    const suggestions = others.flatMap((snapshot) => {
      const { blocking, warnings } = check(snapshot);
      return [...blocking, ...warnings].map((issue) => issue.suggestion);
    });
    expect(new Set(suggestions).size).toBeGreaterThan(20);
    for (const suggestion of suggestions) {
      expect(suggestion).not.toMatch(
        /\b(?:reset|clean|checkout|restore|stash|drop|rm|delete|remove|force|prune|kill|abort|discard|skip|gc|quit)\b|--hard|\s-[fD]\b/i,
      );
    }
  });

  it("leaves out the codes that the project does not check", () => {
    const ignore = ["uncommitted_changes", "acceptance_red", "worktree_dead"];
    const snapshot = worst({
      config: { clean: { ignore, tempFiles: [], debugCode: [], debugAllowedIn: [] }, acceptance: ["npm test"] },
    });
    const { blocking, warnings } = check(snapshot);
    const found = [...blocking, ...warnings].map((issue): string => issue.code);
    expect(found.filter((code) => ignore.includes(code))).toEqual([]);
    expect(found).toContain("temp_files");
  });

  it("judges own debug rules and spares the files that may hold debug code", () => {
    const added = [
      { path: "notes.txt", start: 7, lines: ["trace_me(x)"] },
      { path: "src/a.ts", start: 1, lines: ["trace_me(x);", "a(b"] },
      { path: "debug/a.ts", start: 1, lines: ["debugger;"] },
    ];
    const clean = { ignore: [], tempFiles: [], debugCode: ["trace_me\\(", "a(b"], debugAllowedIn: ["debug/**"] };
    expect(check(makeSnapshot({ work: { added }, config: { clean } })).blocking.map((issue) => issue.detail)).toEqual([
      "notes.txt: line 7: own rule: trace_me(x)",
      "src/a.ts: line 1: own rule: trace_me(x);; line 2: own rule: a(b",
    ]);
  });

  it("folds what one file holds", () => {
    const added = [{ path: "a.js", start: 1, lines: Array.from({ length: 50 }, () => "debugger;") }];
    const { blocking } = check(makeSnapshot({ work: { added } }));
    expect(blocking).toHaveLength(1);
    expect(blocking[0]?.detail).toMatch(/^a\.js: line 1: .*; and 47 more$/);
  });

  it("folds what there is too much of, warnings too", () => {
    const dirty = Array.from({ length: 45 }, (_, at) => makeDirty(`u${at + 10}`, { status: "untracked" }));
    const baseline = { commit: null, tree: null, dirty: dirty.map(({ path, sha256 }) => [path, sha256] as const) };
    const { warnings } = check(makeSnapshot({ scene: { dirty }, session: { baseline } }));
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toMatchObject({ code: "untracked_files", detail: "and 25 more, from u30 to u54" });
  });

  it("shows a path that holds a secret as the snapshot says, everywhere", () => {
    const path = "keys/ghp_secret.bak";
    const snapshot = makeSnapshot({
      scene: { dirty: [makeDirty(path, { status: "untracked" })] },
      work: { added: [{ path, start: 1, lines: ["<<<<<<< a", "=======", ">>>>>>> b"] }] },
      redactedPaths: { [path]: "keys/[redacted].bak" },
    });
    const text = JSON.stringify(check(snapshot));
    expect(text).toContain("keys/[redacted].bak");
    expect(text).not.toContain("ghp_secret");
  });

  it("does not change what it looks at, and says the same twice", () => {
    const snapshot = worst();
    const before = JSON.stringify(snapshot);
    expect(check(snapshot)).toEqual(check(snapshot));
    expect(JSON.stringify(snapshot)).toBe(before);
  });
});
