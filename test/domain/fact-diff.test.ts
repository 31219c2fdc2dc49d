import { describe, expect, test } from "vitest";
import { diffPackets, type FactDiff } from "../../src/domain/fact-diff.ts";
import type { Packet } from "../../src/domain/packet.ts";
import { samplePacket } from "../render/sample-packet.ts";

const after: Packet = { ...samplePacket, packet_id: "p-2222222222222222" };

function hop(changes: Partial<Packet>, before: Packet = samplePacket): FactDiff {
  return diffPackets(before, { ...after, ...changes });
}

const texts = (facts: readonly { readonly class: string; readonly text: string }[]): string[] =>
  facts.map((fact) => `${fact.class}: ${fact.text}`);

const passed = { ...samplePacket.feedback_tail[2]!, outcome: "passed", exit_code: 0, id: "f-9", error_lines: [] };

describe("fact difference", () => {
  test("equal packets keep every fact of every class", () => {
    const { kept, ...rest } = hop({});
    expect(rest).toEqual({ a: "p-0123456789abcdef", b: "p-2222222222222222", new: [], resolved: [], dropped: [] });
    expect(new Set(kept.map((fact) => fact.class)).size).toBe(10);
  });

  test.each<[behaviour: string, changes: Partial<Packet>, dropped: string[]]>([
    [
      "a constraint that is not there any more",
      { constraints: [] },
      ["constraints: Do not touch `src/legacy`.\nEver."],
    ],
    ["a question without an answer", { questions_for_human: [] }, ["questions_for_human: Half-even or half-up?"]],
    [
      "a failure that nothing fixed",
      { failed_attempts: samplePacket.failed_attempts.slice(0, 1) },
      ["failed_attempts: npm test -> exit 1: AssertionError: expected 3 to be 4"],
    ],
    [
      "an effect of unknown outcome",
      { effects: samplePacket.effects.slice(1) },
      ["effects: git push origin feature/pay (unknown)"],
    ],
    [
      "an effect that is done",
      { effects: samplePacket.effects.slice(0, 1) },
      ["effects: npm publish --dry-run (done)"],
    ],
    ["a task", { todo: [] }, ["todo: T-018: show the receipt"]],
    ["an assumption", { assumptions_to_validate: [] }, ["assumptions_to_validate: amounts are integers"]],
    [
      "a noted risk",
      { open_risks: samplePacket.open_risks.slice(0, 1) },
      ["open_risks: [warn] noted: rounding differs for negative amounts"],
    ],
    ["uncommitted work", { changed_files: samplePacket.changed_files.slice(0, 2) }, ["changed_files: src/round.ts"]],
    [
      "a committed change with the same base",
      { changed_files: samplePacket.changed_files.slice(1) },
      ["changed_files: docs/支付 说明.md"],
    ],
    [
      "a verdict that became unknown",
      {
        verification: {
          verdict: "not_run",
          manual: [],
          commands: samplePacket.verification.commands.map((entry) => ({ ...entry, state: "not_run" as const })),
        },
      },
      ["verdict: failed", "verdict: npm test = failed", "verdict: npm run lint = passed"],
    ],
  ])("dropped: %s", (_, changes, dropped) => {
    expect(texts(hop(changes).dropped)).toEqual(dropped);
  });

  test.each<[behaviour: string, changes: Partial<Packet>, resolved: string[]]>([
    [
      "a failure by a later pass of the same command",
      {
        failed_attempts: samplePacket.failed_attempts.slice(0, 1),
        feedback_tail: [...samplePacket.feedback_tail, passed],
      },
      ["f-9"],
    ],
    [
      "a failure by a pass on this tree",
      {
        failed_attempts: samplePacket.failed_attempts.slice(0, 1),
        verification: {
          verdict: "passed",
          manual: [],
          commands: samplePacket.verification.commands.map((entry) => ({ ...entry, state: "passed" as const })),
        },
      },
      ["f-3", "passed", "passed"],
    ],
    ["a failure that was resolved before", { failed_attempts: samplePacket.failed_attempts.slice(1) }, ["f-2"]],
    [
      "a question by a decision that names it",
      {
        questions_for_human: [],
        decisions: [
          ...samplePacket.decisions,
          { text: "n-111111111111: half-even", author: "Ann", at: "", answers: null },
        ],
      },
      ["n-111111111111: half-even"],
    ],
    [
      "a task by a note that it is done",
      { todo: [], done: [...samplePacket.done, { text: "T-018: show the receipt", author: "claude", at: "" }] },
      ["T-018: show the receipt"],
    ],
    [
      "a question by a note that it is done",
      {
        questions_for_human: [],
        done: [{ text: "asked Ann", author: "Ann", at: "", answers: samplePacket.questions_for_human[0]!.id }],
      },
      ["asked Ann"],
    ],
    ["a task by its status", { todo: [{ ...samplePacket.todo[0]!, status: "done" }] }, ["task_board.json"]],
    [
      "an effect by a probe",
      { effects: samplePacket.effects.map((effect) => ({ ...effect, state: "done" as const })) },
      ["done"],
    ],
    [
      "a committed change by a later base",
      {
        changed_files: samplePacket.changed_files.slice(2),
        changed_since: { ...samplePacket.changed_since, commit: "a".repeat(40) },
      },
      ["a".repeat(40), "a".repeat(40)],
    ],
    [
      "an assumption by a review in between",
      { assumptions_to_validate: [], review: { verdict: "pass", total: 9, path: "outputs/review/T-017.json" } },
      ["outputs/review/T-017.json"],
    ],
    [
      "a risk of the clean-state check by the later check",
      { open_risks: samplePacket.open_risks, clean_state: { clean: true, blocking: [], warnings: [] } },
      ["clean_state"],
    ],
  ])("resolved: %s", (behaviour, changes, resolved) => {
    const risk = { severity: "warn", code: "acceptance_red", detail: "npm test is red" } as const;
    const before: Packet = behaviour.startsWith("a risk")
      ? { ...samplePacket, open_risks: [...samplePacket.open_risks, risk] }
      : samplePacket;
    const diff = hop(changes, before);
    expect(diff.resolved.map((fact) => fact.by)).toEqual(resolved);
    expect(diff.dropped).toEqual([]);
  });

  test("a risk that verification or an effect raised is settled by what they say now", () => {
    const risk = (code: string, detail: string): Packet["open_risks"][number] => ({ severity: "block", code, detail });
    const before: Packet = {
      ...samplePacket,
      open_risks: [
        risk("verification_not_run", "npm test: never ran"),
        risk("verification_stale", "npm run gone: of another tree"),
        risk("effect_unknown", "npm publish --dry-run: outcome unknown, check before repeating"),
        risk("effect_unknown", "git push origin feature/pay: outcome unknown, check before repeating"),
      ],
    };
    const diff = hop({ open_risks: [] }, before);
    expect(diff.resolved.map((fact) => fact.by)).toEqual(["failed", "done"]);
    expect(texts(diff.dropped).map((text) => text.slice(0, 44))).toEqual([
      "open_risks: [block] verification_stale: npm ",
      "open_risks: [block] effect_unknown: git push",
    ]);
  });

  test("an effect that was done and is unknown again is lost knowledge", () => {
    const effects = samplePacket.effects.map((effect) => ({ ...effect, state: "unknown" as const }));
    const diff = hop({ effects });
    expect(texts(diff.dropped)).toEqual(["effects: npm publish --dry-run (done)"]);
    expect(texts(diff.new)).toEqual(["effects: npm publish --dry-run (unknown)"]);
  });

  test("what only the later packet has is new", () => {
    const diff = hop({ constraints: [...samplePacket.constraints, { text: "keep the API", author: "Ann", at: null }] });
    expect(texts(diff.new)).toEqual(["constraints: keep the API"]);
  });
});

test("an assumption is settled by a note that names it: that it holds, or that it does not", () => {
  const before: Packet = {
    ...samplePacket,
    assumptions_to_validate: [{ text: "amounts are integers", source: "note n-000000000004" }],
  };
  const word = { text: "looked at the schema", author: "Ann", at: "", answers: "n-000000000004" };
  for (const changes of [{ done: [word] }, { decisions: [...samplePacket.decisions, word] }]) {
    expect(hop({ assumptions_to_validate: [], ...changes }, before).resolved).toEqual([
      { class: "assumptions_to_validate", text: "amounts are integers", by: word.text },
    ]);
  }
});

describe("a next action that somebody noted", () => {
  const before: Packet = {
    ...samplePacket,
    next_action: "write the importer",
    next_action_source: { kind: "note", locator: "n-000000000001" },
  };
  const asking = {
    next_action: "get an answer to: may it grow?",
    next_action_source: { kind: "open_question", locator: "n-000000000002" },
  } as const;
  const ofActions = (changes: Partial<Packet>): Record<string, string[]> => {
    const { dropped, resolved } = hop(changes, before);
    const actions = (facts: FactDiff["dropped"]): string[] =>
      facts.filter((fact) => fact.class === "next_action").map(({ text }) => text);
    return { dropped: actions(dropped), resolved: actions(resolved) };
  };

  test.each<[string, Partial<Packet>]>([
    ["a question", asking],
    [
      "a red command",
      { next_action: "make this pass: a", next_action_source: { kind: "failing_acceptance", locator: "f" } },
    ],
    ["a task", { next_action: "continue T-2", next_action_source: { kind: "board", locator: "task_board.json" } }],
  ])("is dropped, not resolved, by %s", (_, changes) => {
    expect(ofActions(changes)).toEqual({ dropped: ["write the importer"], resolved: [] });
  });

  test.each<[string, Partial<Packet>]>([
    ["a newer note", { next_action: "b", next_action_source: { kind: "note", locator: "n-000000000003" } }],
    ["a word that it is done", { ...asking, done: [{ text: "write the importer", author: "Ann", at: "" }] }],
    [
      "a word that names its note",
      { ...asking, done: [{ text: "pushed", author: "Ann", at: "", answers: "n-000000000001" }] },
    ],
  ])("is resolved by %s", (_, changes) => {
    expect(ofActions(changes)).toEqual({ dropped: [], resolved: ["write the importer"] });
  });
});
