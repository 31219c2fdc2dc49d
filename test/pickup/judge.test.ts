import { expect, test } from "vitest";
import type { CommitRelation } from "../../src/domain/commit-relation.ts";
import { worst, type Decision } from "../../src/domain/decision.ts";
import type { Claim } from "../../src/domain/home.ts";
import { judge } from "../../src/domain/pickup/judge.ts";
import type { PickupFacts } from "../../src/domain/pickup/facts.ts";
import type { Verification } from "../../src/domain/verification.ts";
import {
  dirty,
  good,
  goodTree,
  head,
  headTree,
  makeFacts,
  makePacket,
  makeScene,
  tree,
  type FactsPatch,
} from "./make-facts.ts";

const moved = "9".repeat(40);
const otherTree = "8".repeat(40);
const at = "2026-11-02T07:00:00.000Z";

function relation(kind: CommitRelation["relation"], patch: Partial<CommitRelation> = {}): CommitRelation {
  return {
    commit: head,
    relation: kind,
    reachable: kind !== "gone",
    tree: headTree,
    shallow: false,
    added: [],
    ...patch,
  };
}

/** The head is at another commit now; by default with another tree. */
function headAt(patch: CommitRelation, present = otherTree): FactsPatch {
  const { head: before } = makeScene();
  return { scene: { head: { ...before, commit: moved, tree: present }, tree: moved }, subject: { head: patch } };
}

function verified(verdict: Verification["verdict"]): Verification {
  const states = verdict === "absent" ? [] : [verdict];
  return {
    verdict,
    commands: states.map((state) => ({
      command: "npm test",
      cwd: "",
      state,
      exitCode: 1,
      atTree: tree,
      at,
      why: "it ran",
      evidence: "f-9",
      scope: null,
      source: "config",
    })),
    manual: [],
    lastKnownGoodCommit: null,
    lastKnownGoodTree: null,
  };
}

/** What the packet says of its own tree, where no evidence of it is left. */
function ownVerdict(verdict: Verification["verdict"]): FactsPatch {
  return {
    packet: { verification: { verdict, commands: [], manual: [] } },
    subject: { verification: { verdict: "absent", commands: [] } },
  };
}

function claim(sessionId: string | null, pid = 77): Claim {
  const holder = { pid, startTime: "1", bootId: "b", host: "h", command: "claude" };
  return { id: "c-1", packetId: "p-1", sessionId, holder, at };
}

const stash = { ref: "stash@{0}", commit: moved, branch: "topic", message: "WIP", at, author: "A <a@b>" };
const worktree = { name: "side", path: "/side", branch: "topic", head, locked: null, dead: false };
const onMain = { head: { ...makeScene().head, branch: "main" } };
const detached = { head: { ...makeScene().head, branch: null, detached: true } };
const dirtyAs = (patch: Partial<typeof dirty>): FactsPatch => ({
  scene: { tree: otherTree, dirty: [{ ...dirty, ...patch }] },
});
const clean = (sha256: string | null, mode: string | null): FactsPatch => ({
  scene: { tree: otherTree, dirty: [] },
  subject: {
    work: { files: { [dirty.path]: { sha256, mode } }, backAtHead: sha256 === null ? [] : [dirty.path], stashed: [] },
  },
});
const effect = { id: "e-1", what: "git push", state: "unknown" as const, probe: "git ls-remote", source: "f-1" };
const question = { id: "n-1", text: "which database?", author: "A", at };

type Row = readonly [name: string, patch: FactsPatch, decision: Decision, codes: string];

const rows: readonly Row[] = [
  ["nothing differs", {}, "proceed", "scene_matches"],
  ["commits were added", headAt(relation("ancestor")), "reverify", "commits_added"],
  [
    "the first commit was made",
    { packet: { head_commit: null, last_known_good_commit: null } },
    "reverify",
    "commits_added",
  ],
  [
    "head rewritten, same tree",
    {
      ...headAt(relation("diverged", { reachable: false }), headTree),
      scene: { head: { ...makeScene().head, commit: moved } },
    },
    "proceed",
    "commit_rewritten_same_tree",
  ],
  [
    "head rewritten and old one gone, same tree",
    { ...headAt(relation("gone", { tree: null }), headTree), scene: { head: { ...makeScene().head, commit: moved } } },
    "proceed",
    "commit_rewritten_same_tree",
  ],
  [
    "head gone",
    { subject: { head: relation("gone", { tree: null }) }, scene: { head: { ...makeScene().head, tree: otherTree } } },
    "needs_human",
    "commit_gone",
  ],
  [
    "head beyond a shallow boundary",
    {
      subject: { head: relation("gone", { tree: null, shallow: true }) },
      scene: { head: { ...makeScene().head, tree: otherTree } },
    },
    "needs_human",
    "history_shallow",
  ],
  [
    "head moved back, old one on no branch",
    { subject: { head: relation("descendant", { reachable: false }) } },
    "needs_human",
    "commit_unreachable head_diverged",
  ],
  [
    "head moved back, old one on another branch",
    { subject: { head: relation("descendant") } },
    "needs_human",
    "head_diverged",
  ],
  [
    "head moved sideways",
    { subject: { head: relation("diverged") }, scene: { head: { ...makeScene().head, tree: otherTree } } },
    "needs_human",
    "head_diverged",
  ],
  [
    "last known good reachable",
    { subject: { lastKnownGood: relation("ancestor", { commit: good }) } },
    "proceed",
    "scene_matches",
  ],
  [
    "last known good unreachable",
    { subject: { lastKnownGood: relation("diverged", { commit: good, reachable: false, tree: goodTree }) } },
    "needs_human",
    "commit_unreachable",
  ],
  [
    "last known good gone",
    { subject: { lastKnownGood: relation("gone", { commit: good, tree: null }) } },
    "needs_human",
    "commit_gone",
  ],
  [
    "last known good beyond a shallow boundary",
    { subject: { lastKnownGood: relation("gone", { commit: good, tree: null, shallow: true }) } },
    "needs_human",
    "history_shallow",
  ],
  [
    "last known good rewritten",
    {
      subject: {
        lastKnownGood: relation("gone", { commit: good, tree: null }),
        recentCommits: [{ id: moved, tree: goodTree }],
      },
    },
    "proceed",
    "commit_rewritten_same_tree",
  ],
  ["other content in a dirty file", dirtyAs({ sha256: "c".repeat(64) }), "reverify", "work_tree_changed"],
  ["other mode of a dirty file", dirtyAs({ mode: "100755" }), "reverify", "work_tree_changed"],
  [
    "the same content, staged now",
    { scene: { tree: null, dirty: [{ ...dirty, staged: true, unstaged: false, status: "added" }] } },
    "proceed",
    "scene_matches",
  ],
  [
    "a new dirty file",
    { scene: { tree: otherTree, dirty: [dirty, { ...dirty, path: "src/new.ts" }] } },
    "reverify",
    "work_tree_changed",
  ],
  [
    "equal trees whatever the bytes",
    { scene: { dirty: [{ ...dirty, sha256: "c".repeat(64) }] } },
    "proceed",
    "scene_matches",
  ],
  ["a difference that only the tree shows", { scene: { tree: otherTree } }, "reverify", "work_tree_changed"],
  [
    "work committed as it was",
    {
      scene: { tree: otherTree, dirty: [], head: { ...makeScene().head, commit: moved, tree: otherTree } },
      subject: {
        head: relation("ancestor"),
        work: { files: { [dirty.path]: { sha256: dirty.sha256, mode: dirty.mode } }, backAtHead: [], stashed: [] },
      },
    },
    "reverify",
    "commits_added",
  ],
  ["work back at the committed content", clean("d".repeat(64), "100644"), "needs_human", "work_missing"],
  ["work gone with its file", clean(null, null), "needs_human", "work_missing"],
  ["only the mode is back", clean(dirty.sha256, "100755"), "needs_human", "work_missing"],
  [
    "work in a stash",
    {
      ...clean("d".repeat(64), "100644"),
      subject: {
        work: {
          files: { [dirty.path]: { sha256: "d".repeat(64), mode: "100644" } },
          backAtHead: [dirty.path],
          stashed: [{ stash, paths: [dirty.path] }],
        },
      },
    },
    "reverify",
    "work_in_stash",
  ],
  [
    "other content committed",
    {
      ...clean("d".repeat(64), "100644"),
      subject: {
        work: { files: { [dirty.path]: { sha256: "d".repeat(64), mode: "100644" } }, backAtHead: [], stashed: [] },
      },
    },
    "reverify",
    "work_tree_changed",
  ],
  ["detached head", { scene: detached }, "needs_human", "head_detached"],
  ["other branch", { scene: onMain }, "stop", "wrong_branch"],
  [
    "other branch, checked out in another worktree",
    { scene: { ...onMain, worktrees: [worktree] } },
    "stop",
    "wrong_branch wrong_worktree",
  ],
  [
    "other branch, its worktree is gone",
    { scene: { ...onMain, worktrees: [{ ...worktree, dead: true }] } },
    "stop",
    "wrong_branch",
  ],
  [
    "detached here, the branch in another worktree",
    { scene: { ...detached, worktrees: [worktree] } },
    "stop",
    "head_detached wrong_worktree",
  ],
  [
    "the branch here and by force in a foreign worktree",
    { scene: { worktrees: [worktree] } },
    "proceed",
    "scene_matches",
  ],
  [
    "the branch here, but the packet is of the other worktree",
    { scene: { worktrees: [worktree] }, packet: { scene: { ...makePacket().scene, work_tree: "side" } } },
    "stop",
    "wrong_worktree",
  ],
  [
    "a packet of a detached head, on a branch now",
    { packet: { branch: null, scene: { ...makePacket().scene, detached: true } } },
    "needs_human",
    "head_detached",
  ],
  [
    "another repository",
    {
      scene: { roots: ["7".repeat(40)], head: { ...makeScene().head, commit: moved, tree: otherTree } },
      subject: { head: relation("gone", { tree: null }) },
    },
    "stop",
    "wrong_repository",
  ],
  [
    "a folder where there was a repository",
    {
      scene: {
        kind: "folder",
        roots: [],
        head: { commit: null, tree: null, branch: null, detached: false, at: null },
        tree: null,
      },
    },
    "stop",
    "wrong_repository",
  ],
  [
    "other roots in a shallow repository",
    { scene: { roots: ["7".repeat(40)], shallow: true } },
    "proceed",
    "scene_matches",
  ],
  [
    "other roots, but the packet's commit is here",
    {
      scene: { roots: ["7".repeat(40)], head: { ...makeScene().head, tree: otherTree } },
      subject: { head: relation("diverged") },
    },
    "needs_human",
    "head_diverged",
  ],
  [
    "operation in progress",
    { scene: { operation: { kind: "merge", step: null, total: null, branch: "topic" } } },
    "needs_human",
    "operation_in_progress",
  ],
  [
    "the operation that the packet knows",
    {
      scene: { operation: { kind: "rebase", step: 2, total: 3, branch: "topic" } },
      packet: { scene: { ...makePacket().scene, operation: { kind: "rebase", step: 1, total: 3, branch: "topic" } } },
    },
    "proceed",
    "scene_matches",
  ],
  [
    "another operation than the packet knows",
    {
      scene: { operation: { kind: "bisect", step: null, total: null, branch: "topic" } },
      packet: {
        scene: { ...makePacket().scene, operation: { kind: "merge", step: null, total: null, branch: "topic" } },
      },
    },
    "needs_human",
    "operation_in_progress",
  ],
  [
    "content does not give the digest",
    { subject: { integrity: { ...makeFacts().subject.integrity, digest: "e".repeat(64) } } },
    "stop",
    "packet_altered scene_matches",
  ],
  [
    "the chain published another digest",
    { subject: { integrity: { ...makeFacts().subject.integrity, chainDigest: "e".repeat(64) } } },
    "stop",
    "packet_altered scene_matches",
  ],
  [
    "another packet in its place",
    { subject: { integrity: { ...makeFacts().subject.integrity, storedAs: "p-0000000000000000" } } },
    "stop",
    "packet_altered scene_matches",
  ],
  [
    "markdown differs",
    { subject: { integrity: { ...makeFacts().subject.integrity, markdown: "differs" } } },
    "reverify",
    "markdown_differs scene_matches",
  ],
  [
    "markdown missing",
    { subject: { integrity: { ...makeFacts().subject.integrity, markdown: "missing" } } },
    "reverify",
    "markdown_differs scene_matches",
  ],
  [
    "superseded",
    { subject: { life: { state: "superseded", activeId: "p-2", publishedAt: at } } },
    "stop",
    "not_active scene_matches",
  ],
  [
    "archived",
    { subject: { life: { state: "archived", activeId: null, publishedAt: at } } },
    "stop",
    "not_active scene_matches",
  ],
  [
    "not made here",
    { subject: { foreign: "no record of it in this home" } },
    "needs_human",
    "origin_untrusted scene_matches",
  ],
  [
    "prerequisite missing",
    { subject: { prerequisites: { "docs/plan.md": { exists: false, sha256: null } } } },
    "needs_human",
    "prerequisite_missing",
  ],
  [
    "prerequisite changed",
    { subject: { prerequisites: { "docs/plan.md": { exists: true, sha256: "c".repeat(64) } } } },
    "reverify",
    "prerequisite_changed",
  ],
  ["verdict passed on the present tree", { subject: { verification: verified("passed") } }, "proceed", "scene_matches"],
  [
    "verdict failed by newer evidence on the same tree",
    { subject: { verification: verified("failed") } },
    "proceed",
    "verification_failed scene_matches",
  ],
  [
    "evidence lost, same tree: the packet's verdict stands",
    { subject: { verification: verified("not_run") } },
    "proceed",
    "scene_matches",
  ],
  [
    "verdict stale on another tree",
    { ...dirtyAs({ mode: "100755" }), subject: { verification: verified("stale") } },
    "reverify",
    "verification_stale work_tree_changed",
  ],
  ["verdict not run", ownVerdict("not_run"), "reverify", "verification_not_run scene_matches"],
  ["verdict weak", ownVerdict("weak"), "reverify", "verification_weak scene_matches"],
  ["verdict unknown", ownVerdict("unknown"), "reverify", "verification_unknown scene_matches"],
  ["verdict stale already then", ownVerdict("stale"), "reverify", "verification_stale scene_matches"],
  ["no acceptance commands", ownVerdict("absent"), "proceed", "verification_absent scene_matches"],
  [
    "another command than the packet knows was not run",
    {
      subject: {
        verification: {
          verdict: "not_run",
          commands: verified("not_run").commands.map((one) => ({ ...one, command: "npm run lint" })),
        },
      },
    },
    "reverify",
    "verification_not_run scene_matches",
  ],
  [
    "one command failed, another was not run",
    {
      subject: {
        verification: {
          verdict: "failed",
          commands: [
            ...verified("failed").commands,
            ...verified("not_run").commands.map((one) => ({ ...one, command: "npm run lint" })),
          ],
        },
      },
    },
    "reverify",
    "verification_failed verification_not_run scene_matches",
  ],
  ["effect unknown", { packet: { effects: [effect] } }, "needs_human", "effect_unknown scene_matches"],
  ["effect done", { packet: { effects: [{ ...effect, state: "done" }] } }, "proceed", "scene_matches"],
  ["question open", { subject: { openQuestions: [question] } }, "needs_human", "question_open scene_matches"],
  [
    "packet incomplete",
    { packet: { incomplete: [{ what: "next_action", why: "the session ended" }] } },
    "needs_human",
    "packet_incomplete scene_matches",
  ],
  ["packet old", { facts: { now: "2026-12-24T00:00:00.000Z" } }, "reverify", "packet_old scene_matches"],
  ["exactly at the limit", { facts: { now: "2026-12-01T11:00:01.000Z" } }, "proceed", "scene_matches"],
  ["published later than now", { facts: { now: "2026-11-01T10:59:50.000Z" } }, "reverify", "clock_skew scene_matches"],
  [
    "evidence a little ahead",
    { subject: { newestEvidenceAt: "2026-11-02T08:01:59.000Z" } },
    "proceed",
    "scene_matches",
  ],
  [
    "evidence from the future",
    { subject: { newestEvidenceAt: "2026-11-02T08:02:01.000Z" } },
    "reverify",
    "clock_skew scene_matches",
  ],
  [
    "evidence after the packet",
    { subject: { later: [{ kind: "command", id: "f-7", at, text: "npm test -> exit 0" }] } },
    "reverify",
    "evidence_gap scene_matches",
  ],
  [
    "unreadable evidence",
    { facts: { damage: [{ path: "feedback.jsonl", code: "torn_line", place: "line 3", detail: "cut off" }] } },
    "reverify",
    "evidence_damaged scene_matches",
  ],
  [
    "claimed by a live session",
    { subject: { claims: [{ claim: claim("s-9"), alive: true }] } },
    "stop",
    "claimed scene_matches",
  ],
  [
    "claimed by a dead session",
    { subject: { claims: [{ claim: claim("s-9"), alive: false }] } },
    "proceed",
    "scene_matches",
  ],
  [
    "claimed on another host",
    { subject: { claims: [{ claim: claim("s-9"), alive: "unknown" }] } },
    "stop",
    "claimed scene_matches",
  ],
  [
    "nobody can read who holds it",
    { subject: { claimsUnreadable: "cannot read the claim" } },
    "stop",
    "claimed scene_matches",
  ],
  ["another topic was meant", { subject: { otherTopicMeant: "T-2" } }, "needs_human", "scene_matches topic_ambiguous"],
];

test.each(rows)("%s", (_name, patch, decision, codes) => {
  const reasons = judge(makeFacts(patch));
  expect(
    reasons
      .map(({ code }) => code)
      .sort()
      .join(" "),
  ).toBe(codes.split(" ").sort().join(" "));
  expect(worst(reasons)).toBe(decision);
});

test.each<readonly [string, PickupFacts["subject"], Decision, string]>([
  ["no packet at all", { kind: "absent", why: "none", candidates: [], archived: null }, "needs_human", "no_packet"],
  [
    "several topics",
    { kind: "absent", why: "several_topics", candidates: [], archived: null },
    "needs_human",
    "topic_ambiguous",
  ],
  ["a packet that cannot be read", { kind: "damaged", packetId: "p-1", problem: "not JSON" }, "stop", "packet_altered"],
])("%s: there is nothing to compare", (_name, subject, decision, code) => {
  const reasons = judge({ ...makeFacts(), subject });
  expect(reasons.map((reason) => reason.code)).toEqual([code]);
  expect(worst(reasons)).toBe(decision);
});

test.each<readonly [string, string | null, string | null, boolean, boolean]>([
  ["the same session looks", "s-1", "s-1", false, true],
  ["the same session claims again", "s-1", "s-1", true, true],
  ["another session of the same process looks", "s-1", "s-2", false, false],
  ["the same process looks, no session known", null, null, false, true],
  ["the same process claims, no session known", null, null, true, false],
  ["the same process claims what a known session holds", "s-1", null, true, false],
])("a live claim: %s", (_name, held, asking, claiming, free) => {
  const { holder } = claim(held);
  const facts = makeFacts({
    subject: { claims: [{ claim: claim(held), alive: true }] },
    facts: { asker: { sessionId: asking, holder, claiming } },
  });
  expect(judge(facts).some(({ code }) => code === "claimed")).toBe(!free);
});

test("details are concrete: ids, both worktree paths, holder and time, the way to restore", () => {
  const detail = (patch: FactsPatch, code: string): string =>
    judge(makeFacts(patch)).find((reason) => reason.code === code)?.detail ?? "";
  expect(detail({ scene: { ...onMain, worktrees: [worktree] } }, "wrong_worktree")).toMatch(/\/side.*\/repo/);
  expect(detail({ scene: { ...onMain, worktrees: [worktree] } }, "wrong_branch")).toMatch(
    /branch topic.*branch main.*\/side/,
  );
  expect(detail({ subject: { head: relation("descendant") } }, "head_diverged")).toContain("111111111111");
  expect(detail({ subject: { claims: [{ claim: claim("s-9"), alive: true }] } }, "claimed")).toBe(
    `claimed by session s-9 (claude, process 77 on h) since ${at}`,
  );
  const missing = detail(clean(null, null), "work_missing");
  expect(missing).toMatch(/src\/work\.ts \(gone\).*passdown restore p-[0-9a-f]{16} --into DIR/);
  expect(detail({ packet: { effects: [effect] } }, "effect_unknown")).toContain("git ls-remote");
  const gap = headAt(
    relation("ancestor", { added: [{ id: moved, tree: otherTree, at, author: "A", subject: "Add it" }] }),
  );
  expect(detail(gap, "commits_added")).toContain("1 commit added: 999999999999 Add it");
});

test("work that git was told to overlook is named", () => {
  const files = { [dirty.path]: { sha256: dirty.sha256, mode: dirty.mode } };
  const facts = makeFacts({
    scene: { tree: otherTree, dirty: [] },
    subject: { work: { files, backAtHead: [], stashed: [] } },
  });
  expect(judge(facts)).toMatchObject([{ code: "work_tree_changed", paths: [dirty.path] }]);
});

test("no detail advises a command that destroys work", () => {
  for (const [, patch] of rows) {
    for (const { detail } of judge(makeFacts(patch)))
      expect(detail).not.toMatch(/git (reset|clean|checkout|restore|stash (pop|drop|clear))/);
  }
});

test("hostile names cannot break a detail's line", () => {
  const name = "a\n\u001b[2J\u202eb.ts";
  for (const reason of judge(makeFacts({ scene: { tree: otherTree, dirty: [dirty, { ...dirty, path: name }] } }))) {
    expect(reason.detail).not.toMatch(/[\n\u001b\u202e]/);
    expect(reason.paths).toEqual([name]);
  }
});
