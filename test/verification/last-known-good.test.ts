import { describe, expect, it } from "vitest";
import { verify } from "../../src/domain/verification/verify.ts";
import type { FeedbackRecord } from "../../src/domain/workbench.ts";
import { makeSnapshot, ran } from "./make-snapshot.ts";

const recentCommits = ["c3", "c2", "c1"].map((id) => ({ id, tree: `t-${id}` }));
const pass = (id: string, command = "a"): FeedbackRecord => ran(command, { tree: `t-${id}` });
const fail = (id: string, command = "a"): FeedbackRecord => ran(command, { tree: `t-${id}`, exitCode: 1 });
const weak = (id: string): FeedbackRecord => ran("a", { tree: `t-${id}`, changedWhileRunning: ["x"] });

const cases: readonly (readonly [
  what: string,
  runs: readonly FeedbackRecord[],
  before: string | null,
  expected: string | null,
])[] = [
  ["no evidence", [], null, null],
  ["a pass on the head's tree", [pass("c3"), pass("c3", "b")], null, "c3"],
  ["only one of two commands on the newest", [pass("c3"), pass("c2"), pass("c2", "b")], null, "c2"],
  ["the newest of several", [pass("c1"), pass("c1", "b"), pass("c2", "b"), pass("c2")], null, "c2"],
  [
    "a later failure on the same tree",
    [pass("c3"), pass("c3", "b"), fail("c3"), pass("c1"), pass("c1", "b")],
    null,
    "c1",
  ],
  ["a failure before the pass", [fail("c3"), pass("c3"), pass("c3", "b")], null, "c3"],
  ["a pass while files changed", [weak("c3"), pass("c3", "b")], null, null],
  ["a pass on an unknown tree", [ran("a", { tree: null }), ran("b", { tree: null })], null, null],
  ["what the packet before found", [], "c2", "c2"],
  ["what the packet before found, below newer red ones", [fail("c3"), pass("c3", "b")], "c2", "c2"],
  ["a newer one than the packet before found", [pass("c3"), pass("c3", "b")], "c2", "c3"],
  ["the packet before's over an older one with evidence", [pass("c1"), pass("c1", "b")], "c2", "c2"],
  ["one older than the recent commits", [], "c0", "c0"],
  ["one taken back by a later failure", [fail("c2")], "c2", null],
  ["one taken back, and an older one with evidence", [fail("c2"), pass("c1"), pass("c1", "b")], "c2", "c1"],
  ["one taken back and made good again", [fail("c2"), pass("c2")], "c2", "c2"],
];

describe("the last known good commit with", () => {
  it.each(cases)("%s", (_, feedback, before, expected) => {
    const previous =
      before === null
        ? null
        : { packetId: "p-1", headCommit: "c2", lastKnownGoodCommit: before, lastKnownGoodTree: `t-${before}` };
    const snapshot = makeSnapshot({ feedback, recentCommits, previous, config: { acceptance: ["a", "b"] } });
    expect(verify(snapshot)).toMatchObject({
      lastKnownGoodCommit: expected,
      lastKnownGoodTree: expected === null ? null : `t-${expected}`,
    });
  });

  it("no acceptance commands is null, whatever was before", () => {
    const previous = { packetId: "p-1", headCommit: "c2", lastKnownGoodCommit: "c2", lastKnownGoodTree: "t-c2" };
    expect(verify(makeSnapshot({ previous, recentCommits })).lastKnownGoodCommit).toBeNull();
  });
});
