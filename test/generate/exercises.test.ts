import { describe, expect, test } from "vitest";
import { generateHandoff } from "../../src/app/generate-handoff.ts";
import type { Note } from "../../src/domain/home.ts";
import type { ReviewReport } from "../../src/domain/workbench.ts";
import { makeNote, makeSnapshot, makeState, output, ran } from "../verification/make-snapshot.ts";
import { makeReview, nextNote, packetOf } from "./generate.ts";

/** The five exercises that the format's origin ends with, answered by what the packet holds. */

describe("1: assumptions to validate", () => {
  const state = makeState({ assumptions: ["amounts are integers", "one currency"] });
  const noted = makeNote("assume", "no time zones");
  const scored = (score: number, parts: Partial<ReviewReport> = {}): ReviewReport =>
    makeReview("outputs/review/T-1.json", {
      taskId: "T-1",
      dimensions: [{ name: "assumptions", score, note: "" }],
      ...parts,
    });
  const open = (...reviewReports: readonly ReviewReport[]): readonly string[] =>
    packetOf({
      taskId: "T-1",
      notes: [nextNote, noted],
      workbench: { state, reviewReports },
    }).assumptions_to_validate.map((one) => one.text);
  const all = ["amounts are integers", "one currency", "no time zones"];

  test.each<[string, readonly ReviewReport[], readonly string[]]>([
    ["without a review all of them", [], all],
    ["scored 0", [scored(0)], all],
    ["scored 1", [scored(1)], all],
    ["scored 2: none", [scored(2)], []],
    ["two reviews that disagree: the worse one counts", [scored(2), scored(1)], all],
    ["a review of another task", [scored(2, { taskId: "T-2" })], all],
    [
      "a review that scores something else",
      [scored(2, { dimensions: [{ name: "problem_fit", score: 2, note: "" }] })],
      all,
    ],
  ])("%s", (_, reviews, texts) => {
    expect(open(...reviews)).toEqual(texts);
  });

  test("each says where it was logged", () => {
    const packet = packetOf({ notes: [nextNote, noted], workbench: { state } });
    expect(packet.assumptions_to_validate.map((one) => one.source)).toEqual([
      "agent_state.json",
      "agent_state.json",
      `note ${noted.id}`,
    ]);
  });

  test("one that is settled by a note is no longer open", () => {
    const settled = makeNote("done", "checked: UTC only", { answers: noted.id });
    expect(packetOf({ notes: [nextNote, noted, settled] }).assumptions_to_validate).toEqual([]);
  });
});

test("2: failures keep head, tail and error lines, passes keep one line", () => {
  const text = (word: string): string => Array.from({ length: 8 }, (_, at) => `${word} ${at}`).join("\n");
  const stream = { ...output(text("head")), tail: text("tail"), omittedLines: 90, errorLines: ["TypeError: boom"] };
  const packet = packetOf({ feedback: [ran("bad", { exitCode: 1, stderr: stream }), ran("good", { stdout: stream })] });
  const [bad, good] = packet.feedback_tail;
  expect(bad).toMatchObject({ head: text("head"), tail: text("tail"), error_lines: ["TypeError: boom"] });
  expect(good).toMatchObject({ head: null, tail: "tail 7", error_lines: [] });
  expect(packet.failed_attempts).toEqual(["bad -> exit 1: TypeError: boom"]);
});

describe("3: questions for the human", () => {
  const ask = makeNote("ask", "half-even or half-up?");
  const later = makeNote("ask", "which colour?", { later: true });
  const texts = (...notes: readonly Note[]): readonly string[] =>
    packetOf({ notes: [nextNote, ...notes] }).questions_for_human.map((one) => one.text);

  test("what blocks is in the packet, with its id, author and time", () => {
    expect(packetOf({ notes: [nextNote, ask] }).questions_for_human).toEqual([
      { id: ask.id, text: "half-even or half-up?", author: "Ada <ada@example.org>", at: "2026-11-30T07:30:00.000Z" },
    ]);
  });

  test("what can wait stays in the session", () => {
    expect(texts(later)).toEqual([]);
    expect(JSON.stringify(packetOf({ notes: [nextNote, later] }))).not.toContain("which colour?");
  });

  test("what is answered is gone, and the answer is a decision", () => {
    const answer = makeNote("decide", "half-even", { answers: ask.id });
    const packet = packetOf({ notes: [nextNote, ask, answer] });
    expect(packet.questions_for_human).toEqual([]);
    expect(packet.decisions.map((one) => one.text)).toEqual(["half-even"]);
  });

  test("the answer to one leaves the other open", () => {
    const other = makeNote("ask", "which currency?");
    expect(texts(ask, other, makeNote("decide", "x", { answers: ask.id }))).toEqual(["which currency?"]);
  });
});

test("4: the generator is idempotent: the same snapshot, the same two files", () => {
  const snapshot = makeSnapshot({
    notes: [nextNote, makeNote("risk", "slow")],
    feedback: [ran("npm test", { exitCode: 1 }), ran("git push")],
    config: { acceptance: ["npm test"] },
  });
  const runs = [1, 2, 3].map(() => JSON.stringify(generateHandoff(structuredClone(snapshot))));
  expect(new Set(runs).size).toBe(1);
});

describe("5: prerequisites of the next session", () => {
  const hash = (digit: string): string => digit.repeat(64);
  const artifact = (kind: "state" | "handoff", path: string, digit: string) => ({
    kind,
    path,
    dialect: "A2",
    sha256: hash(digit),
  });

  test("the artifacts that the packet rests on, required files and configured ones, by path, each once", () => {
    const packet = packetOf({
      notes: [
        nextNote,
        makeNote("require", "docs/plan.md", { sha256: hash("1") }),
        makeNote("require", "gone.md", { sha256: hash("2") }),
        makeNote("require", "never-there.md"),
      ],
      config: {
        prerequisites: [
          { path: "schema.sql", why: "the migration" },
          { path: "agent_state.json", why: null },
        ],
      },
      workbench: { artifacts: [artifact("state", "agent_state.json", "3"), artifact("handoff", "handoff.json", "4")] },
      files: { "docs/plan.md": hash("5"), "schema.sql": hash("6"), "agent_state.json": hash("3") },
    });
    expect(packet.prerequisites).toEqual([
      { path: "agent_state.json", sha256: hash("3"), why: "required by configuration" },
      { path: "docs/plan.md", sha256: hash("5"), why: "required by note" },
      { path: "gone.md", sha256: hash("2"), why: "required by note" },
      { path: "never-there.md", sha256: null, why: "required by note" },
      { path: "schema.sql", sha256: hash("6"), why: "the migration" },
    ]);
  });

  test("a requirement that is withdrawn is none", () => {
    const required = makeNote("require", "docs/plan.md");
    const packet = packetOf({ notes: [nextNote, required, makeNote("done", "read", { answers: required.id })] });
    expect(packet.prerequisites).toEqual([]);
  });

  test("a path that means something to JavaScript is a path", () => {
    const packet = packetOf({
      notes: [nextNote, makeNote("require", "__proto__"), makeNote("require", "constructor")],
    });
    expect(packet.prerequisites.map((one) => [one.path, one.sha256])).toEqual([
      ["__proto__", null],
      ["constructor", null],
    ]);
  });
});
