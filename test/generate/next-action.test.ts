import { describe, expect, test } from "vitest";
import { generateHandoff } from "../../src/app/generate-handoff.ts";
import type { Note } from "../../src/domain/home.ts";
import type { WorkbenchSnapshot } from "../../src/domain/snapshot.ts";
import {
  elsewhere,
  makeBoard,
  makeFeatures,
  makeNote,
  makeSnapshot,
  makeState,
  makeTask,
  ran,
} from "../verification/make-snapshot.ts";
import { packetOf, risksOf } from "./generate.ts";

type Parts = NonNullable<Parameters<typeof makeSnapshot>[0]>;

const started = (id: string) => makeTask(id, { status: "in_progress" });
const note = makeNote("next", "the note");
const old = makeNote("next", "the old note", { sessionId: "s0" });
const state = makeState({ nextAction: "the state file" });
const board = makeBoard(makeTask("T-001"), started("T-002"));
const featureList = makeFeatures("pay", started("pay"));
const acceptance = ["npm test", "npm run lint"];
const red = [
  ran("npm run lint", { exitCode: 1, startedAt: "2026-11-30T07:10:00.000Z" }),
  ran("npm test", { exitCode: 1, startedAt: "2026-11-30T07:20:00.000Z" }),
];
const question = makeNote("ask", "which rounding?");

/** From the strongest source to the weakest: each row is the one above without its first source. */
const order: readonly (readonly [string, Parts, string])[] = [
  ["note", { notes: [note, question, old], workbench: { state, board, featureList } }, "the note"],
  ["state", { notes: [question, old], workbench: { state, board, featureList } }, "the state file"],
  ["board", { notes: [question, old], workbench: { board, featureList } }, "continue T-002: goal of T-002"],
  ["feature_list", { notes: [question, old], workbench: { featureList } }, "continue pay: goal of pay"],
  ["note", { notes: [question, old] }, "the old note"],
  ["failing_acceptance", { notes: [question] }, "make this pass: npm test"],
  ["open_question", { notes: [question], feedback: [] }, "get an answer to: which rounding?"],
];

describe("the order of the sources", () => {
  test.each(order)("%s", (kind, parts, text) => {
    const packet = packetOf({ config: { acceptance }, feedback: red, ...parts });
    expect([packet.next_action_source.kind, packet.next_action]).toEqual([kind, text]);
  });

  test("none of them: nothing is published", () => {
    expect(generateHandoff(makeSnapshot())).toBeNull();
  });

  test("a dying session publishes all the same, and says what is missing", () => {
    const packet = packetOf({ notes: [] }, { dying: true });
    expect(packet.next_action).toBe("");
    expect(packet.next_action_source).toEqual({ kind: "none", locator: null });
    expect(packet.incomplete.map((one) => one.what)).toEqual(["next_action"]);
  });

  test("dying changes nothing where there is a next action", () => {
    expect(packetOf({}, { dying: true })).toEqual(packetOf());
  });
});

describe("what counts as a source", () => {
  const texts = (parts: Parts): string | null => generateHandoff(makeSnapshot(parts))?.payload.next_action ?? null;
  const later = (text: string, parts: Partial<Note> = {}): Note => makeNote("next", text, parts);

  test.each<[string, Parts, string | null]>([
    ["the newest note", { notes: [later("one"), later("two")] }, "two"],
    ["not a blank note", { notes: [later("one"), later("  ")] }, "one"],
    ["not a note that is done", { notes: [note, makeNote("done", "was it", { answers: note.id })] }, null],
    ["not a note that is done by its words", { notes: [note, makeNote("done", " the  note ")] }, null],
    [
      "not an older note when the newest is done: it was replaced",
      { notes: [later("one"), later("two"), makeNote("done", "two")] },
      null,
    ],
    [
      "a note again after the same was done",
      { notes: [note, makeNote("done", "the note"), later("the note")] },
      "the note",
    ],
    ["not a state whose text is blank", { workbench: { state: makeState({ nextAction: " \n" }) } }, null],
    ["not a state without one", { workbench: { state: makeState() } }, null],
    ["not a board where nothing is in progress", { workbench: { board: makeBoard(makeTask("T-001")) } }, null],
    [
      "the active task before another one in progress",
      { taskId: "T-2", workbench: { board: makeBoard(started("T-1"), started("T-2")) } },
      "continue T-2: goal of T-2",
    ],
    [
      "the active feature before another one in progress",
      { workbench: { featureList: makeFeatures("b", started("a"), started("b")) } },
      "continue b: goal of b",
    ],
    ["a task without a goal", { workbench: { board: makeBoard({ ...started("T-1"), goal: " " }) } }, "continue T-1"],
    [
      "not a stale acceptance command",
      { config: { acceptance }, feedback: [ran("npm test", { tree: elsewhere, exitCode: 1 })] },
      null,
    ],
    ["not a question for later", { notes: [makeNote("ask", "colour?", { later: true })] }, null],
    ["not an answered question", { notes: [question, makeNote("decide", "even", { answers: question.id })] }, null],
  ])("%s", (_, parts, text) => {
    expect(texts(parts)).toBe(text);
  });

  test("of failing commands the newest, and of equally new ones the first declared", () => {
    const at = "2026-11-30T07:20:00.000Z";
    const run = (command: string, startedAt: string) => ran(command, { exitCode: 1, startedAt });
    const chosen = (...feedback: WorkbenchSnapshot["feedback"]): string =>
      packetOf({ notes: [], config: { acceptance: ["a", "b", "c"] }, feedback }).next_action;
    expect(chosen(run("a", at), run("b", "2026-11-30T07:21:00.000Z"))).toBe("make this pass: b");
    expect(chosen(run("c", at), run("b", at), run("a", at))).toBe("make this pass: a");
  });
});

describe("a next action expires with its packet (H2)", () => {
  test("a question or a red command, which nobody named as the next step, does not take its place", () => {
    expect(packetOf({ notes: [old, question] }).questions_for_human.map(({ text }) => text)).toEqual([question.text]);
    expect(packetOf({ notes: [old, question] }).next_action).toBe("the old note");
    expect(packetOf({ notes: [old], config: { acceptance }, feedback: red }).next_action).toBe("the old note");
  });

  test("what an earlier session noted comes after what was named since, and is called what it is", () => {
    const previous = { packetId: "p-0", headCommit: null, lastKnownGoodCommit: null, lastKnownGoodTree: null };
    const packet = packetOf({ notes: [old], previous });
    expect(packet.next_action).toBe("the old note");
    expect(risksOf(packet, "next_action_carried")).toEqual([
      "warn: the next action was noted in an earlier session; nothing since says whether it is done",
    ]);
  });

  test("it never hijacks a session that has something of its own", () => {
    const packet = packetOf({ notes: [old], workbench: { state } });
    expect(packet.next_action).toBe("the state file");
    expect(risksOf(packet, "next_action_carried")).toEqual([]);
  });

  test("a note of this session is not carried", () => {
    expect(risksOf(packetOf({ notes: [old, note] }), "next_action_carried")).toEqual([]);
  });
});

test("where it comes from stands in the evidence", () => {
  const evidence = (parts: Parts): unknown => packetOf(parts).evidence.find((one) => one.statement === "/next_action");
  expect(evidence({ notes: [note] })).toEqual({
    statement: "/next_action",
    source: "note",
    locator: note.id,
    sha256: null,
  });
  const artifacts = [{ kind: "state", path: "agent_state.json", dialect: "A2", sha256: "a".repeat(64) } as const];
  expect(evidence({ notes: [], workbench: { state, artifacts } })).toEqual({
    statement: "/next_action",
    source: "artifact",
    locator: "agent_state.json",
    sha256: "a".repeat(64),
  });
  expect(evidence({ notes: [], config: { acceptance }, feedback: red })).toEqual({
    statement: "/next_action",
    source: "feedback",
    locator: red[1]?.id,
    sha256: null,
  });
});
