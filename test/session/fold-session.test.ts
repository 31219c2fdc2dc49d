import { describe, expect, test } from "vitest";
import { createSessionFold } from "../../src/domain/session/fold-session.ts";
import type { SessionEvent } from "../../src/domain/session/session-event.ts";
import type { SessionFacts, ToldCommand } from "../../src/domain/session/session-facts.ts";

function fold(events: readonly SessionEvent[], before: SessionFacts | null = null) {
  const commands: ToldCommand[] = [];
  const session = createSessionFold({ client: "claude", before, command: (command) => void commands.push(command) });
  events.forEach(session.push);
  return { facts: session.facts(), commands };
}

const at = "2026-01-02T03:04:05.000Z";
const call = (callId: string, command = "npm test"): SessionEvent => ({
  kind: "call",
  callId,
  tool: "command",
  name: "Bash",
  at,
  agent: null,
  command,
});
const result = (
  callId: string,
  exitCode: number | null,
  outcome: "ok" | "failed" | "running" = "ok",
): SessionEvent => ({
  kind: "result",
  callId,
  at,
  outcome,
  exitCode,
  codeSource: exitCode === null ? "unknown" : "text",
  output: "",
});
const prompt = (text: string, id: string): SessionEvent => ({ kind: "prompt", text, at, id });

describe("what a session told", () => {
  test("commands, codes and failures are counted once each", () => {
    const { facts, commands } = fold([
      call("a"),
      call("a"),
      result("a", 1, "failed"),
      result("a", 0),
      call("b"),
      result("b", 0),
    ]);
    expect(facts.counts).toMatchObject({ commands: 2, withExit: 2, failed: 1 });
    expect(commands.map(({ exitCode }) => exitCode)).toEqual([1, 0]);
  });

  test("what went to the background stays open until its end is told", () => {
    const begun = fold([call("a"), result("a", null, "running")]);
    expect(begun.facts.openCalls).toEqual([expect.objectContaining({ callId: "a", running: true })]);
    const later = fold([result("a", 2, "failed")], begun.facts);
    expect(later.facts.openCalls).toEqual([]);
    expect(later.commands).toEqual([expect.objectContaining({ callId: "a", exitCode: 2 })]);
  });

  test("a result without a call is nobody's", () => {
    expect(fold([result("x", 0)]).facts.counts.commands).toBe(0);
  });

  test("prompts that were taken back take their constraints with them; what ran has run", () => {
    const { facts } = fold([
      prompt("Never push.", "p1"),
      prompt("Always use tabs.", "p2"),
      call("a"),
      result("a", 0),
      { kind: "rewind", drop: { from: "p2" } },
    ]);
    expect(facts.prompts.map(({ text }) => text)).toEqual(["Never push."]);
    expect(facts.constraints.map(({ text }) => text)).toEqual(["Never push."]);
    expect(facts.counts).toMatchObject({ prompts: 1, constraints: 1, commands: 1 });
  });

  test("a typed answer closes the questions before it", () => {
    const asked: SessionEvent = { kind: "question", id: "q", text: "Which one?", at, answer: null };
    expect(fold([asked]).facts.questions[0]?.answer).toBeNull();
    expect(fold([asked, prompt("The second.", "p")]).facts.questions[0]?.answer).toBe("The second.");
  });

  test("folded in two parts it is the same as in one", () => {
    const events: SessionEvent[] = [
      { kind: "session", id: "s", cwd: "/w", branch: "main", at },
      prompt("Never push.", "p1"),
      call("a"),
      result("a", 1, "failed"),
      { kind: "edit", path: "/w/a", at },
      { kind: "todos", items: [{ text: "x", status: "in_progress" }], at },
      call("b"),
      { kind: "usage", tokens: 10, window: 100, at },
      { kind: "unread", reason: "unknown_type", type: "new" },
    ];
    const whole = fold(events).facts;
    for (let cut = 0; cut <= events.length; cut += 1) {
      expect(fold(events.slice(cut), fold(events.slice(0, cut)).facts).facts).toEqual(whole);
    }
  });

  test("memory is bounded: the newest are kept, the counts know of all", () => {
    const events = Array.from({ length: 1_000 }, (_, n) => [
      prompt(`Never do ${n}.`, `p${n}`),
      { kind: "read", path: `/w/${n}`, at } as const,
    ]).flat();
    const { facts } = fold(events);
    expect(facts.counts).toMatchObject({ prompts: 1_000, reads: 1_000, constraints: 1_000 });
    expect(facts.prompts.length).toBeLessThanOrEqual(60);
    expect(facts.constraints.at(-1)?.text).toBe("Never do 999.");
    expect(facts.reads.length).toBeLessThanOrEqual(300);
  });
});
