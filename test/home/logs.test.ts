import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFeedbackLog } from "../../src/adapters/home/feedback-log.ts";
import { createHomeFolder } from "../../src/adapters/home/home-folder.ts";
import { splitLines } from "../../src/adapters/home/read-lines.ts";
import type { Note, Session } from "../../src/domain/home.ts";
import { makeFolder, makeHome } from "./support/folders.ts";
import { time } from "./support/make-packet.ts";

const note = (text: string): Note => ({
  id: "n-0123456789ab",
  kind: "next",
  text,
  at: time(1),
  author: "someone",
  branch: null,
  topic: "main",
  sessionId: "s-1",
  later: false,
  answers: null,
  kept: [["a.ts", null, "100644"]],
  sha256: null,
});

const session: Session = {
  id: "s-1",
  client: null,
  branch: "main",
  topic: "main",
  startedAt: time(1),
  head: null,
  baseline: { commit: null, tree: null, dirty: [["a.ts", null]] },
};

describe("a record log", () => {
  test("gives back what was appended, in order", () => {
    const home = makeHome();
    for (const text of ["one", "two \u2028\u0085 lines", "three \ud800 half", "四"]) home.notes.append(note(text));
    home.sessions.append(session);
    expect(home.notes.read()).toEqual({
      records: [note("one"), note("two \u2028\u0085 lines"), note("three \ud800 half"), note("四")],
      damage: [],
    });
    expect(home.sessions.read()).toEqual({ records: [session], damage: [] });
  });

  test.each([
    ["text that is no JSON", "not json", "invalid_json"],
    ["a record of another shape", '{"v":1,"id":7}', "wrong_shape"],
    ["a record without a version", '{"id":"n-1"}', "wrong_shape"],
    ["a record of a newer version", '{"v":2,"id":"n-1"}', "unknown_version"],
    ["JSON that is no object", "null", "wrong_shape"],
  ])("%s is damage with its place, and the records around it count", (_name, line, code) => {
    const home = makeHome();
    home.notes.append(note("before"));
    appendFileSync(join(home.path, "notes.jsonl"), `${line}\n`);
    home.notes.append(note("after"));
    expect(home.notes.read()).toEqual({
      records: [note("before"), note("after")],
      damage: [{ path: "home:notes.jsonl", code, place: "line 2", detail: expect.any(String) }],
    });
  });

  test("a torn last line is told; a later record stands beside the kept fragment", () => {
    const home = makeHome();
    home.notes.append(note("before"));
    appendFileSync(join(home.path, "notes.jsonl"), '{"v":1,"id":"n-1","te');
    expect(home.notes.read()).toMatchObject({
      records: [note("before")],
      damage: [{ code: "torn_line", place: "line 2" }],
    });
    home.notes.append(note("after"));
    expect(home.notes.read().records).toEqual([note("before"), note("after")]);
    expect(readFileSync(join(home.path, "notes.jsonl"), "utf8")).toContain('{"v":1,"id":"n-1","te\n');
  });

  test("a link in place of the log is not followed", () => {
    const home = makeHome();
    mkdirSync(home.path);
    symlinkSync("/etc/passwd", join(home.path, "notes.jsonl"));
    expect(home.notes.read()).toEqual({
      records: [],
      damage: [{ path: "home:notes.jsonl", code: "symlink_refused", place: null, detail: expect.any(String) }],
    });
  });
});

describe("splitLines", () => {
  const bytes = (...parts: readonly (string | number[])[]): Uint8Array =>
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));
  const nuls = (count: number): number[] => Array.from({ length: count }, () => 0);
  const cases = [
    { name: "nothing", input: bytes(), lines: [], damage: [] },
    { name: "an empty line is no record", input: bytes("{}\n\n{}\n"), lines: ["{}", "{}"], damage: [] },
    { name: "a whole last line without its line feed counts", input: bytes('{"a":1}'), lines: ['{"a":1}'], damage: [] },
    {
      name: "NULs before a record",
      input: bytes("{}\n", nuls(5), "{}\n"),
      lines: ["{}", "{}"],
      damage: ["nul_bytes line 2, bytes 3-7"],
    },
    { name: "NULs at the end", input: bytes("{}\n", nuls(4)), lines: ["{}"], damage: ["nul_bytes line 2, bytes 3-6"] },
    {
      name: "NULs inside a record",
      input: bytes('{"a":', nuls(2), "1}\n{}\n"),
      lines: ["{}"],
      damage: ["nul_bytes line 1, bytes 5-6"],
    },
    {
      name: "a line cut inside a character",
      input: bytes('{}\n{"a":"', [0xe5, 0x9b]),
      lines: ["{}"],
      damage: ["torn_line line 2"],
    },
    {
      name: "bytes that are no UTF-8",
      input: bytes([0xff, 0xfe, 0x0a], "{}\n"),
      lines: ["{}"],
      damage: ["invalid_utf8 line 1"],
    },
    {
      name: "other line ends are text",
      input: bytes('{"a":"\u2028\u2029\u0085"}\r\n'),
      lines: ['{"a":"\u2028\u2029\u0085"}\r'],
      damage: [],
    },
  ];
  test.each(cases)("$name", ({ input, lines, damage }) => {
    const read = splitLines(input, "home:log");
    expect(read.lines.map(({ text }) => text)).toEqual(lines);
    expect(read.damage.map(({ code, place }) => `${code} ${place}`)).toEqual(damage);
  });

  test("512 NULs over line 40 of 80, a tail of 4 KB of NULs and a torn end leave 79 records and three damages", () => {
    const line = (number: number): string => `${JSON.stringify({ number, filler: "x".repeat(600) })}\n`;
    const before = Array.from({ length: 39 }, (_, index) => line(index + 1)).join("");
    const after = Array.from({ length: 40 }, (_, index) => line(index + 41)).join("");
    const hit = Buffer.from(line(40));
    hit.fill(0, 50, 50 + 512);
    const read = splitLines(bytes(before, [...hit], after, nuls(4096), "\n", '{"number":81,"te'), "home:log");
    expect(read.lines.map(({ text }): number => JSON.parse(text).number)).toEqual(
      Array.from({ length: 80 }, (_, index) => index + 1).filter((number) => number !== 40),
    );
    expect(read.damage.map(({ code }) => code)).toEqual(["nul_bytes", "nul_bytes", "torn_line"]);
  });

  test("any bytes give lines and damage; every whole record between them is found", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constant(null)), { maxLength: 8 }),
        (parts) => {
          const input = Buffer.concat(parts.map((part) => (part === null ? Buffer.from('\n{"whole":true}\n') : part)));
          const found = splitLines(input, "home:log").lines.filter(({ text }) => text === '{"whole":true}');
          expect(found).toHaveLength(parts.filter((part) => part === null).length);
        },
      ),
    );
  });
});

describe("the feedback log", () => {
  test("goes on in a new segment once one is full, and reads them all in order", () => {
    const folder = createHomeFolder(join(makeFolder(), "home"));
    const log = createFeedbackLog(folder, 100);
    const lines = Array.from({ length: 30 }, (_, index) => JSON.stringify({ index, filler: "x".repeat(30) }));
    for (const line of lines) log.append(line);
    const { segments, left, damage } = log.read();
    expect(segments.length).toBeGreaterThan(9);
    expect(segments.flatMap((segment) => segment.lines.map(({ text }) => text))).toEqual(lines);
    expect(segments[0]?.path).toBe("home:feedback/0001.jsonl");
    expect([left, damage]).toEqual([[], []]);
  });

  test("can be read from its end, and says what was left", () => {
    const folder = createHomeFolder(join(makeFolder(), "home"));
    const log = createFeedbackLog(folder, 1);
    for (const line of ["1", "2", "3"]) log.append(line);
    const { segments, left } = log.read({ newest: 1 });
    expect(segments.map(({ lines }) => lines)).toEqual([[{ text: "3", line: 1 }]]);
    expect(left).toEqual(["home:feedback/0001.jsonl", "home:feedback/0002.jsonl"]);
  });

  test("a line that came late into an older segment is read", () => {
    const folder = createHomeFolder(join(makeFolder(), "home"));
    const log = createFeedbackLog(folder, 1);
    log.append("1");
    log.append("2");
    appendFileSync(folder.at("feedback", "0001.jsonl"), "late\n");
    expect(log.read().segments.flatMap(({ lines }) => lines.map(({ text }) => text))).toEqual(["1", "late", "2"]);
  });

  test("counts on after 9999 and takes no notice of other files", () => {
    const folder = createHomeFolder(join(makeFolder(), "home"));
    const log = createFeedbackLog(folder, 1);
    folder.prepare("feedback");
    for (const name of ["0002.jsonl", "9999.jsonl", "10000.jsonl", "notes.txt"]) {
      writeFileSync(folder.at("feedback", name), `${name}\n`);
    }
    log.append("new");
    expect(log.read().segments.map(({ path }) => path)).toEqual(
      ["0002", "9999", "10000", "10001"].map((name) => `home:feedback/${name}.jsonl`),
    );
  });
});
