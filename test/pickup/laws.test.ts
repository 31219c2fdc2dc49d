import { assert, infiniteStream, nat, property, uniqueArray } from "fast-check";
import { expect, test } from "vitest";
import { severityOf, sortReasons, worst } from "../../src/domain/decision.ts";
import type { LoadedFacts, LoadedPacket } from "../../src/domain/pickup/facts.ts";
import { judge } from "../../src/domain/pickup/judge.ts";
import type { Packet } from "../../src/domain/packet.ts";
import type { Scene } from "../../src/domain/scene.ts";
import { dirty, good, head, makeFacts } from "./make-facts.ts";

/** Bad facts: each changes its own part of the facts, so that any set of them can be put on in any order. */
type Blow = (facts: LoadedFacts) => LoadedFacts;

const other = "9".repeat(40);
const at = "2026-11-02T07:00:00.000Z";
const scene =
  (patch: Partial<Scene>): Blow =>
  (facts) => ({ ...facts, scene: { ...facts.scene, ...patch } });
const subject =
  (patch: Partial<LoadedPacket>): Blow =>
  (facts) => ({ ...facts, subject: { ...facts.subject, ...patch } });
const packet =
  (patch: Partial<Packet>): Blow =>
  (facts) => ({
    ...facts,
    subject: { ...facts.subject, packet: { ...facts.subject.packet, ...patch } },
  });
const gone = { relation: "gone" as const, reachable: false, tree: null, shallow: false, added: [] };
const holder = { pid: 1, startTime: null, bootId: null, host: "h", command: "c" };

const blows: readonly Blow[] = [
  (facts) => ({ ...facts, scene: { ...facts.scene, head: { ...facts.scene.head, commit: other, tree: other } } }),
  (facts) => ({ ...facts, scene: { ...facts.scene, head: { ...facts.scene.head, branch: "elsewhere" } } }),
  (facts) => ({
    ...facts,
    scene: { ...facts.scene, roots: [other], head: { ...facts.scene.head, commit: other, tree: other } },
  }),
  scene({ tree: other, dirty: [{ ...dirty, sha256: "c".repeat(64) }] }),
  scene({ operation: { kind: "merge", step: null, total: null, branch: null } }),
  (facts) => {
    const worktrees = [{ name: "w", path: "/w", branch: "topic", head, locked: null, dead: false }];
    const moved = { ...facts.subject.packet, scene: { ...facts.subject.packet.scene, work_tree: "w" } };
    return { ...facts, scene: { ...facts.scene, worktrees }, subject: { ...facts.subject, packet: moved } };
  },
  subject({ head: { ...gone, commit: head } }),
  subject({ lastKnownGood: { ...gone, commit: good } }),
  subject({ foreign: "copied in" }),
  subject({ otherTopicMeant: "T-9" }),
  subject({ life: { state: "superseded", activeId: "p-2", publishedAt: at } }),
  subject({ integrity: { digest: "f".repeat(64), chainDigest: null, storedAs: null, markdown: "differs" } }),
  subject({ prerequisites: {} }),
  subject({ openQuestions: [{ id: "n-1", text: "why?", author: "A", at }] }),
  subject({ later: [{ kind: "note", id: "n-2", at, text: "more" }] }),
  subject({ newestEvidenceAt: "2036-01-01T00:00:00.000Z" }),
  subject({ claims: [{ claim: { id: "c-1", packetId: "p-1", sessionId: null, holder, at }, alive: true }] }),
  subject({ effects: [{ id: "e-1", what: "push", state: "unknown", probe: null, source: "f-1" }] }),
  packet({ incomplete: [{ what: "next_action", why: "killed" }] }),
  subject({ verification: { verdict: "weak", commands: [] } }),
  (facts) => ({ ...facts, damage: [{ path: "log", code: "torn_line", place: null, detail: "cut" }] }),
];

const sets = uniqueArray(nat({ max: blows.length - 1 }));
const put = (facts: LoadedFacts, chosen: readonly number[]): LoadedFacts =>
  chosen.reduce((sofar, index) => (blows[index] as Blow)(sofar), facts);

test("one more bad fact never improves the decision", () => {
  assert(
    property(sets, nat({ max: blows.length - 1 }), (chosen, further) => {
      const before = severityOf(worst(judge(put(makeFacts(), chosen))));
      const after = severityOf(worst(judge(put(makeFacts(), [...chosen, further]))));
      expect(after).toBeGreaterThanOrEqual(before);
    }),
    { numRuns: 300 },
  );
});

test("every bad fact alone is noticed", () => {
  for (const [index] of blows.entries()) {
    const codes = judge(put(makeFacts(), [index])).map(({ code }) => code);
    expect(codes, `bad fact ${index}`).not.toEqual(["scene_matches"]);
  }
});

test("the same facts give the same reasons, in whatever order they came about", () => {
  assert(
    property(sets, infiniteStream(nat()), (chosen, keys) => {
      const shuffled = chosen
        .map((index) => ({ index, key: keys.next().value }))
        .sort((a, b) => a.key - b.key)
        .map(({ index }) => index);
      expect(judge(put(makeFacts(), shuffled))).toEqual(judge(put(makeFacts(), chosen)));
    }),
  );
});

test("nothing but a match is said when nothing differs", () => {
  expect(judge(makeFacts()).map(({ code }) => code)).toEqual(["scene_matches"]);
});

test("reasons come worst first", () => {
  assert(
    property(sets, (chosen) => {
      const reasons = judge(put(makeFacts(), chosen));
      const ranks = reasons.map(({ decision }) => severityOf(decision));
      expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
      expect(sortReasons([...reasons].reverse())).toEqual(reasons);
    }),
  );
});
