import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sessionsOfHooks } from "../../src/domain/session/sessions-of-hooks.ts";

const start = (parts: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    event: "session_start",
    client: "claude",
    session_id: "abc",
    source: "startup",
    cwd: "",
    branch: "main",
    commit: "c1",
    at: "2026-11-30T08:00:00.000Z",
    ...parts,
  });

const read = (...texts: readonly string[]) => sessionsOfHooks(texts.map((text) => ({ text })));

test("a start that a client told of is a session that began there", () => {
  expect(read(start())).toEqual([
    {
      id: "abc",
      client: "claude",
      branch: "main",
      topic: "main",
      startedAt: "2026-11-30T08:00:00.000Z",
      head: "c1",
      baseline: null,
    },
  ]);
});

test("a session that is resumed, compacted or told of twice keeps its beginning", () => {
  const [session, ...more] = read(
    start(),
    start({ source: "compact", commit: "c2", at: "2026-11-30T09:00:00.000Z" }),
    start({ source: "resume", branch: "next", at: "2026-11-30T10:00:00.000Z" }),
  );
  expect(session).toMatchObject({ startedAt: "2026-11-30T08:00:00.000Z", head: "c1", branch: "main" });
  expect(more).toEqual([]);
});

test("sessions come in the order in which they began", () => {
  expect(
    read(start({ session_id: "b" }), start({ session_id: "a" }), start({ session_id: "b" })).map((one) => one.id),
  ).toEqual(["b", "a"]);
});

test("a client or branch that is not told is unknown", () => {
  expect(read(start({ client: null, branch: null, commit: "" }))).toEqual([
    expect.objectContaining({ client: null, branch: null, head: null }),
  ]);
});

describe("lines that begin no session", () => {
  test.each([
    ["an end", start({ event: "session_end" })],
    ["another event", start({ event: "tool_use" })],
    ["no id", start({ session_id: "" })],
    ["an id that is no text", start({ session_id: 7 })],
    ["no time", start({ at: undefined })],
    ["a torn line", start().slice(0, 40)],
    ["nothing", ""],
    ["a list", "[1]"],
    ["null", "null"],
    ["NUL bytes", "\0\0\0\0"],
  ])("%s", (_, text) => {
    expect(read(text)).toEqual([]);
    expect(read(text, start(), text)).toHaveLength(1);
  });
});

test("no line, whatever it holds, is an error", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (text) => {
      expect(Array.isArray(read(text))).toBe(true);
    }),
    { numRuns: 200 },
  );
});
