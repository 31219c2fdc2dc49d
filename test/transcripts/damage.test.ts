import { writeFileSync, appendFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTranscript, type ReadingResult } from "../../src/adapters/transcripts/read-transcript.ts";
import type { ClientFormat } from "../../src/transcripts/client-format.ts";
import { temporaryFolder } from "../git/repository.ts";

/** A format that tells the number of each record. */
const numbers: ClientFormat = {
  client: "claude",
  partial: null,
  isRecord: () => true,
  recordStarts: ['{"n":'],
  open: () => ({
    read: (record, emit) =>
      emit({ kind: "saying", text: String((record as { readonly n?: unknown } | null)?.n), at: null }),
    save: () => ({}),
  }),
};

function read(bytes: Buffer | string, from = 0): ReadingResult & { readonly told: readonly string[] } {
  const path = join(temporaryFolder(), "t.jsonl");
  writeFileSync(path, bytes);
  return readFile(path, from);
}

function readFile(path: string, from: number): ReadingResult & { readonly told: readonly string[] } {
  const told: string[] = [];
  const result = readTranscript({
    path,
    from,
    format: numbers,
    reader: numbers.open(null),
    emit: (event) => void (event.kind === "saying" && told.push(event.text)),
  });
  return { ...result, told };
}

const line = (n: number, pad = ""): string => `{"n":${n},"pad":"${pad}"}`;
const many = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `${line(from + at)}\n`).join("");
const upTo = (n: number): string[] => Array.from({ length: n }, (_, at) => String(at + 1));

describe("a damaged transcript gives all good records, and says what was lost", () => {
  test("512 NULs in the middle, 4 KB at the end, the last line cut inside a character", () => {
    const cut = Buffer.from(line(80, "\u4e2d")).subarray(0, -4);
    const bytes = Buffer.concat([
      Buffer.from(many(1, 40)),
      Buffer.alloc(512),
      Buffer.from(`\n${many(41, 79)}`),
      Buffer.alloc(4096),
      Buffer.from("\n"),
      cut,
    ]);
    const { told, damage, damaged } = read(bytes);
    expect(told).toEqual(upTo(79));
    expect(damaged).toBe(3);
    const from = many(1, 40).length;
    expect(damage[0]).toEqual({ code: "nul_bytes", from, to: from + 512 });
    expect(damage[2]?.code).toBe("torn_line");
  });

  test.each<[string, Buffer | string, readonly string[], readonly string[]]>([
    ["nothing", "", [], []],
    ["blank lines", `\n\n${line(1)}\n  \n`, ["1"], []],
    ["carriage returns", `${line(1)}\r\n${line(2)}\r\n`, ["1", "2"], []],
    ["a byte order mark", `\uFEFF${line(1)}\n`, ["1"], []],
    ["two records on one line", `${line(1)}${line(2)}\n${line(3)}\n`, ["1", "2", "3"], []],
    ["half a record, then the whole one", `{"n":1,"pa${line(1)}\n${line(2)}\n`, ["1", "2"], ["invalid_json"]],
    ["a whole record, then half of one", `${line(1)}{"n":2,"p\n${line(3)}\n`, ["1", "3"], ["invalid_json"]],
    ["a line feed inside a record", `{"n":1,"pad":"a\nb"}\n${line(2)}\n`, ["2"], ["invalid_json"]],
    ["NULs before and behind a record", `\0\0${line(1)}\0\0\n${line(2)}\n`, ["1", "2"], ["nul_bytes"]],
    ["U+2028 inside a string", `${line(1, "a\u2028b")}\n${line(2)}\n`, ["1", "2"], []],
    ["text that is no JSON", `hello\nworld\n${line(1)}\n`, ["1"], ["invalid_json"]],
    ["a last line without an end that is whole", `${line(1)}\n${line(2)}`, ["1", "2"], []],
    ["a last line that is half", `${line(1)}\n{"n":2,`, ["1"], ["torn_line"]],
    [
      "bytes that are no UTF-8",
      Buffer.concat([Buffer.from('{"n":1,"pad":"'), Buffer.from([0xff, 0xc3]), Buffer.from(`"}\n${line(2)}\n`)]),
      ["1", "2"],
      ["invalid_utf8"],
    ],
    ["a value that is no record", `7\nnull\n${line(1)}\n`, ["undefined", "undefined", "1"], []],
  ])("%s", (_, bytes, records, codes) => {
    const { told, damage } = read(bytes);
    expect(told).toEqual(records);
    expect(damage.map(({ code }) => code)).toEqual(codes);
  });

  test("a line of 13 MB is read, one of 60 MB is passed over", () => {
    const long = line(1, "x".repeat(13 * 1024 * 1024));
    const endless = line(2, "x".repeat(60 * 1024 * 1024));
    const { told, damage } = read(`${long}\n${endless}\n${line(3)}\n`);
    expect(told).toEqual(["1", "3"]);
    expect(damage).toEqual([{ code: "line_too_long", from: long.length + 1, to: long.length + 1 + endless.length }]);
  });
});

describe("reading goes on where it stopped", () => {
  test("at every byte: the rest is told once the line is whole, and never twice", () => {
    const text = `${line(1, "\u4e2d\u6587")}\n${line(2)}\n${line(3)}\n`;
    const bytes = Buffer.from(text);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const path = join(temporaryFolder(), "t.jsonl");
      writeFileSync(path, bytes.subarray(0, cut));
      const first = readFile(path, 0);
      appendFileSync(path, bytes.subarray(cut));
      const second = readFile(path, first.offset);
      expect([cut, ...first.told, ...second.told]).toEqual([cut, "1", "2", "3"]);
      expect([cut, second.damaged]).toEqual([cut, 0]);
    }
  });
});
