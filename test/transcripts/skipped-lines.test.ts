import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionEvent } from "../../src/domain/session/session-event.ts";
import type { ClientFormat } from "../../src/transcripts/client-format.ts";
import { claudeFormat } from "../../src/transcripts/claude/format.ts";
import { codexFormat } from "../../src/transcripts/codex/format.ts";
import { claudeSession } from "./claude-session.ts";
import { codexSession } from "./codex-session.ts";
import { eventsOf, eventsOfGrowing, rawLine, readLines } from "./read-lines.ts";

type Records = readonly Readonly<Record<string, unknown>>[];

const clients: readonly (readonly [ClientFormat, () => Records])[] = [
  [claudeFormat, claudeSession],
  [codexFormat, codexSession],
];

const fileOf = (records: readonly unknown[]): Buffer =>
  Buffer.from(records.map((one) => JSON.stringify(one)).join("\n"));

describe.each(clients)("lines that are left out: $client", (format, session) => {
  const numbers = fc.nat({ max: 200 });

  /** The record with another value somewhere in it. */
  const changed = fc.tuple(fc.array(numbers, { maxLength: 6 }), fc.jsonValue({ maxDepth: 2 }));

  test("nothing that is told changes, and much is left out", () => {
    const file = fileOf(session());
    const all = readLines(format, file);
    const some = readLines(format, file, { skip: true });
    expect(some.events).toEqual(all.events);
    expect(some.skipped).toBeGreaterThan(10);
  });

  test("the same for history that is repeated, in runs and mixed with what is new", () => {
    const records = session();
    const file = fileOf([...records, ...records.slice(5, 30), ...session(), ...records]);
    expect(readLines(format, file, { skip: true }).events).toEqual(readLines(format, file).events);
  });

  test("the same whatever is cut out, repeated or out of order", () => {
    fc.assert(
      fc.property(fc.array(numbers, { maxLength: 80 }), (order) => {
        const records = session();
        const file = fileOf(order.map((at) => records[at % records.length]));
        expect(readLines(format, file, { skip: true }).events).toEqual(readLines(format, file).events);
      }),
      { numRuns: 150 },
    );
  });

  test("the same with values of any kind anywhere, and nothing throws", () => {
    fc.assert(
      fc.property(fc.array(changed, { minLength: 1, maxLength: 8 }), (changes) => {
        const records = session().map((one) => structuredClone(one)) as unknown[];
        for (const [path, value] of changes) replace(records, path, value);
        const file = fileOf(records);
        expect(readLines(format, file, { skip: true }).events).toEqual(readLines(format, file).events);
      }),
      { numRuns: 300 },
    );
  });

  test("the same when reading stops and goes on after any line", () => {
    const file = fileOf([...session(), ...session()]);
    const whole = readLines(format, file, { skip: true }).events;
    for (const reopenEvery of [1, 2, 3, 7]) {
      expect(readLines(format, file, { skip: true, reopenEvery }).events).toEqual(whole);
    }
  });

  test("the same prompts, calls and results for a file that grows by a line at a time", () => {
    const kinds = new Set(["prompt", "call", "result", "edit", "read", "question"]);
    const told = (events: readonly SessionEvent[]): unknown =>
      events
        .filter(({ kind }) => kinds.has(kind))
        .map((event) => JSON.stringify({ ...event, id: null, at: null }))
        .sort();
    const records = session();
    expect(told(eventsOfGrowing(format, records))).toEqual(told(eventsOf(format, records)));
  });

  test("records of any shape are read without a throw", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 5 }), (records) => {
        expect(eventsOf(format, records).every((event: SessionEvent) => typeof event.kind === "string")).toBe(true);
      }),
    );
  });

  test("lines that are no JSON, or cut off, are left to the splitter: no throw", () => {
    const reader = format.open(null);
    for (const text of [
      "",
      "{",
      '{"',
      '{"a":',
      '{"type',
      '{"type":"progress',
      "[]",
      "null",
      "\u0000\u0000",
      '{"type":7}',
      '{"timestamp":',
    ]) {
      expect(reader.skips?.(rawLine(Buffer.from(text)))).toBe(false);
    }
  });
});

/** Walks down by numbers and puts the value where they end. */
function replace(container: unknown, path: readonly number[], value: unknown): void {
  let at = container as Record<string, unknown>;
  let key = "0";
  for (const step of path.length === 0 ? [0] : path) {
    const inner = at[key];
    if (at !== container && inner !== null && typeof inner === "object") at = inner as Record<string, unknown>;
    const keys = Object.keys(at);
    if (keys.length === 0) return;
    key = keys[step % keys.length] ?? "0";
  }
  at[key] = value;
}

describe("results whose lines are not parsed", () => {
  test("a read, an edit, a new file and a todo list are told with the time of their line", () => {
    const { events } = readLines(claudeFormat, fileOf(claudeSession()), { skip: true });
    const told = events.filter(({ kind }) => ["read", "edit", "todos"].includes(kind));
    expect(told.map((event) => ("path" in event ? `${event.kind} ${event.path}` : event.kind))).toEqual([
      "read /a.ts",
      "read /a.png",
      "read /b.ts",
      "edit /a.ts",
      "edit /n.ts",
      "edit /n.ts",
      "edit /n.ts",
      "todos",
      "read /c.ts",
      "read /d.ts",
    ]);
    expect(told.every((event) => "at" in event && (event.at ?? "").endsWith("Z"))).toBe(true);
  });

  test("a nested type is never taken for the record's own", () => {
    const records = claudeSession();
    const prompts = records.filter((record) => record["type"] === "user" && JSON.stringify(record).includes("go"));
    for (const record of prompts) {
      expect(claudeFormat.open(null).skips?.(rawLine(fileOf([record])))).toBe(false);
    }
    const call = {
      parentUuid: null,
      message: { content: [{ type: "tool_use", id: "t", name: "X", input: { type: "progress" } }] },
      type: "assistant",
    };
    expect(claudeFormat.open(null).skips?.(rawLine(fileOf([call])))).toBe(false);
  });
});
