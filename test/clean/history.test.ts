import { describe, expect, it } from "vitest";
import type { CleanIssue } from "../../src/domain/clean-state.ts";
import { makeCommit, makeNote, makeSnapshot } from "../verification/make-snapshot.ts";
import { check } from "./check.ts";

function warnings(parts: Parameters<typeof makeSnapshot>[0]): readonly CleanIssue[] {
  const { clean, warnings: found } = check(makeSnapshot(parts));
  expect(clean).toBe(true);
  return found;
}

const bob = { author: "Bob <bob@example.org>" };

describe("unpushed commits", () => {
  it("are counted and named, newest first", () => {
    const unpushed = ["c1", "c2", "c3", "c4", "c5", "c6", "c7"].map((id) => makeCommit(id));
    const upstream = { name: "origin/topic", commit: "c0", ahead: 7, behind: 0 };
    expect(warnings({ work: { unpushed }, scene: { upstream } })).toMatchObject([
      {
        code: "unpushed_commits",
        detail: expect.stringMatching(/^7 commits that origin\/topic does not hold: c7 subject of c7, .* and 2 more$/),
      },
    ]);
    expect(warnings({ work: { unpushed: unpushed.slice(0, 1) } })[0]?.detail).toMatch(
      /^1 commit that no upstream holds/,
    );
  });
});

describe("a stash", () => {
  const stash = {
    ref: "stash@{0}",
    commit: "5".repeat(40),
    branch: "main",
    message: "WIP",
    at: "2026-11-30T08:00:00.000Z",
    author: "Bob",
  };
  it("is named with branch, author and time", () => {
    expect(warnings({ scene: { stashes: [stash] } })).toMatchObject([
      {
        code: "stashes",
        holder: "Bob",
        detail: "stash@{0} on main by Bob, 2026-11-30T08:00:00.000Z: WIP (since this session began)",
      },
    ]);
  });

  it("from before the session, or from nobody knows when, is to be left alone", () => {
    for (const startedAt of ["2026-11-30T09:00:00.000Z", null]) {
      const [issue] = warnings({ scene: { stashes: [{ ...stash, branch: null }] }, session: { startedAt } });
      expect(issue?.suggestion).toBe("it is not this session's: leave it");
    }
  });
});

describe("foreign changes", () => {
  it("are commits by another author than most", () => {
    const commits = [makeCommit("c1"), makeCommit("c2", bob), makeCommit("c3")];
    expect(warnings({ work: { commits } })).toMatchObject([
      {
        code: "foreign_changes",
        holder: bob.author,
        detail: "1 of 3 commits are not by Ada <ada@example.org>: c2 subject of c2 (Bob <bob@example.org>)",
      },
    ]);
  });

  it("are measured by who wrote this session's notes, if that person committed", () => {
    const commits = [makeCommit("c1", bob), makeCommit("c2", bob), makeCommit("c3")];
    expect(warnings({ work: { commits }, notes: [makeNote("risk", "x")] })[0]?.detail).toMatch(
      /^2 of 3 commits are not by Ada/,
    );
    expect(warnings({ work: { commits }, notes: [makeNote("risk", "x", { author: "root" })] })[0]?.detail).toMatch(
      /^1 of 3 commits are not by Bob/,
    );
  });

  it("are every commit since the session began that the writer of its notes did not make", () => {
    const work = {
      commits: [makeCommit("c1", bob)],
      base: { commit: "c0", kind: "session_start", ref: null } as const,
    };
    expect(warnings({ work, notes: [makeNote("risk", "x")] })[0]?.detail).toMatch(/^1 of 1 commits are not by Ada/);
    expect(warnings({ work, notes: [makeNote("risk", "x", { author: "root" })] })).toEqual([]);
  });

  it("are none with one author under two names of one address, or without commits", () => {
    const commits = [makeCommit("c1"), makeCommit("c2", { author: "A. Lovelace <ADA@example.org>" })];
    expect(warnings({ work: { commits } })).toEqual([]);
    expect(warnings({})).toEqual([]);
  });

  const baseline = { commit: "c0", tree: "t0", dirty: [] };
  it("are a head that no longer builds on where the session began", () => {
    const recentCommits = [
      { id: "c1", tree: "t1" },
      { id: "b1", tree: "t" },
    ];
    const work = { base: { commit: "b1", kind: "merge_base", ref: null } as const };
    expect(warnings({ session: { baseline }, recentCommits, work })).toMatchObject([
      { code: "foreign_changes", detail: "HEAD on main (c1) no longer builds on c0, on which the session began" },
    ]);
    expect(
      warnings({ session: { baseline }, recentCommits: [...recentCommits, { id: "c0", tree: "t0" }], work }),
    ).toEqual([]);
    expect(warnings({ session: { baseline: { ...baseline, commit: "c1" } }, recentCommits, work })).toEqual([]);
  });
});

describe("leftovers", () => {
  it("are processes with pid, ports and a folder that names no machine", () => {
    const left = (cwd: string) => [{ pid: 42, command: "node server.js", cwd, ports: [3000, 3001] }];
    const detail = (cwd: string): string | undefined => warnings({ processes: left(cwd) })[0]?.detail;
    expect(detail("/repo/web")).toBe("process 42 still runs in web, listens on 3000, 3001: node server.js");
    expect(detail("/repo")).toContain("in the top folder");
    expect(detail("/home/somebody/x")).toContain("in a folder outside of the work tree");
    expect(warnings({ processes: [{ pid: 42, command: "x", cwd: "web", ports: [] }] })[0]?.detail).toBe(
      "process 42 still runs in web: x",
    );
  });

  it("are locked and dead work trees, by name", () => {
    const tree = { name: "f", path: "/home/somebody/f", branch: "f", head: "c1", locked: null, dead: false };
    const worktrees = [
      tree,
      { ...tree, name: "g", locked: "agent 4711" },
      { ...tree, name: "h", locked: "", branch: null, dead: true },
    ];
    expect(warnings({ scene: { worktrees } }).map((issue) => `${issue.code}: ${issue.detail}`)).toEqual([
      "worktree_locked: work tree g (f) is locked: agent 4711",
      "worktree_locked: work tree h is locked: no reason given",
      "worktree_dead: work tree h is gone, git still lists it",
    ]);
  });
});
