import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createExcerptCollector, excerptOf } from "../../src/domain/feedback/collect-excerpt.ts";
import { createLineReader } from "../../src/domain/feedback/read-lines.ts";
import type { OutputExcerpt } from "../../src/domain/workbench.ts";

const loneSurrogate = /\p{Surrogate}/u;

const same = (text: string): string => text;

function collect(chunks: readonly Uint8Array[], redact: (text: string) => string = same): OutputExcerpt {
  const collector = createExcerptCollector();
  const reader = createLineReader({ line: collector.add, cleared: () => undefined });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return collector.finish(redact);
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function numbered(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index}\n`).join("");
}

describe("head and tail", () => {
  test.each([
    [0, 0, 0, 0],
    [3, 3, 0, 0],
    [5, 5, 0, 0],
    [6, 5, 1, 0],
    [35, 5, 30, 0],
    [36, 5, 30, 1],
    [100, 5, 30, 65],
    [156, 5, 30, 121],
    [1000, 5, 30, 965],
    [50_000, 5, 30, 49_965],
  ])("%i lines give %i in the head, %i in the tail, %i left out", (count, head, tail, omitted) => {
    const excerpt = excerptOf(numbered(count));
    const lines = numbered(count).split("\n").slice(0, -1);
    expect(excerpt.head).toBe(lines.slice(0, head).join("\n"));
    expect(excerpt.tail).toBe(tail === 0 ? "" : lines.slice(-tail).join("\n"));
    expect(excerpt.omittedLines).toBe(omitted);
  });

  test("a line without an end counts", () => {
    expect(excerptOf("a\nb").head).toBe("a\nb");
  });

  test("one line of 1 MB is cut and counted", () => {
    const { head } = excerptOf("x".repeat(1_000_000));
    expect(head).toBe(`${"x".repeat(2000)} …[998000 characters cut]`);
  });

  test("what is kept of any stream is bounded", () => {
    const line = bytes(`${"ü".repeat(50_000)}\n`);
    const excerpt = collect(Array.from({ length: 300 }, () => line));
    expect(excerpt.head.length + excerpt.tail.length).toBeLessThan(35 * 2050);
  });

  test("a cut never splits a character", () => {
    const { head } = excerptOf(`x${"🙂".repeat(5000)}`);
    expect(head).not.toMatch(loneSurrogate);
    expect(head).toMatch(/🙂 …\[\d+ characters cut\]$/u);
  });
});

describe("bytes become lines", () => {
  test.each([
    ["invalid UTF-8 is replaced", [Uint8Array.of(0x61, 0xff, 0x62, 0x0a)], "a\uFFFDb"],
    ["a character split between chunks is put together", [Uint8Array.of(0xe6, 0xbc), Uint8Array.of(0xa2, 0x0a)], "漢"],
    ["a character cut off at the end is replaced", [Uint8Array.of(0x61, 0xe6, 0xbc)], "a\uFFFD"],
    ["CRLF ends a line", [bytes("a\r\nb\r\n")], "a\nb"],
    ["CRLF split between chunks ends a line", [bytes("a\r"), bytes("\nb")], "a\nb"],
    ["a progress bar keeps its last state", [bytes("10 %\r50 %\r"), bytes("100 %\nend")], "100 %\nend"],
    ["a progress bar that ends with a return keeps its last state", [bytes("10 %\r99 %\r")], "99 %"],
    ["colours are removed", [bytes("\u001B[1;31mred\u001B[0m plain\n")], "red plain"],
    ["a terminal title and a link are removed", [bytes("\u001B]0;title\u0007x\u001B]8;;http://a\u001B\\y\n")], "xy"],
    ["a colour split between chunks is removed", [bytes("\u001B[3"), bytes("1mred\n")], "red"],
    ["U+2028 and U+0085 end no line", [bytes("a\u2028b\u0085c\n")], "a\u2028b\u0085c"],
    ["NUL bytes stay in their line", [bytes("a\0b\n")], "a\0b"],
  ])("%s", (_, chunks, head) => {
    expect(collect(chunks).head).toBe(head);
  });

  test("an endless progress bar needs no memory and keeps its last state", () => {
    const bar = bytes(`${"#".repeat(4000)} working\r`);
    const excerpt = collect([...Array.from({ length: 500 }, () => bar), bytes("done\n")]);
    expect(excerpt.head).toBe("done");
  });

  test("an overlong line is replaced by what follows its carriage return", () => {
    expect(collect([bytes("x".repeat(100_000)), bytes("y\rshort\n")]).head).toBe("short");
    expect(collect([bytes("x".repeat(100_000)), bytes("y\r"), bytes("short\n")]).head).toBe("short");
    expect(collect([bytes("x".repeat(100_000)), bytes("y\r"), bytes("\nnext\n")]).head).toMatch(
      /^x{2000} …\[98001 characters cut\]\nnext$/,
    );
  });

  test("chunk borders change nothing", () => {
    const piece = fc.constantFrom(
      "line\n",
      "\r",
      "\r\n",
      "error: x\n",
      "漢🙂",
      "\u001B[31m",
      "Traceback (most recent call last):\n",
      "  at\n",
      "Oops: bad\n",
      "y".repeat(300),
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        (parts, size) => {
          const all = bytes(parts.join(""));
          const chunks = Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
            all.subarray(index * size, (index + 1) * size),
          );
          expect(collect(chunks)).toEqual(collect([all]));
        },
      ),
    );
  });

  test("any bytes give well-formed text", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (data) => {
        const { head, tail, errorLines } = collect([data]);
        expect([head, tail, ...errorLines].join("\n")).not.toMatch(loneSurrogate);
      }),
    );
  });
});

describe("redaction comes before every cut", () => {
  const hide = (text: string): string =>
    text.replace(/BEGIN KEY[\s\S]*?END KEY/g, "[key]").replace(/token-\w{40}/g, "[token]");

  test("a secret of many lines that begins before the tail is hidden as a whole", () => {
    const key = `BEGIN KEY\n${"c2VjcmV0\n".repeat(50)}END KEY\n`;
    const excerpt = collect([bytes(numbered(400) + key + numbered(10))], hide);
    expect(JSON.stringify(excerpt)).not.toContain("c2VjcmV0");
    expect(excerpt.tail).toContain("[key]");
  });

  test("a secret that begins in the head is hidden as a whole", () => {
    const key = `BEGIN KEY\n${"c2VjcmV0\n".repeat(50)}END KEY\n`;
    const excerpt = collect([bytes(`a\nb\n${key}${numbered(400)}`)], hide);
    expect(JSON.stringify(excerpt)).not.toContain("c2VjcmV0");
    expect(excerpt.head).toBe("a\nb\n[key]\nline 0\nline 1");
  });

  test("a secret across the cut of a long line is hidden", () => {
    const secret = `token-${"a".repeat(40)}`;
    const excerpt = collect([bytes(`${"x".repeat(1990)} ${secret} rest\nError: ${"y".repeat(480)} ${secret}\n`)], hide);
    expect(JSON.stringify(excerpt)).not.toContain("token-a");
  });
});

describe("error lines", () => {
  test("they come from the whole stream, each once, in order", () => {
    const text = `${numbered(100)}TypeError: x is not a function\n${numbered(100)}TypeError: x is not a function\nFAIL  a.test.js\n${numbered(100)}`;
    expect(excerptOf(text).errorLines).toEqual(["TypeError: x is not a function", "FAIL  a.test.js"]);
  });

  test("at most 20; a cause is not crowded out by reports", () => {
    const text = `${Array.from({ length: 500 }, (_, index) => `job ${index} failed\n`).join("")}TypeError: the cause\n`;
    const { errorLines } = excerptOf(text);
    expect(errorLines).toHaveLength(20);
    expect(errorLines).toContain("TypeError: the cause");
  });

  test("a Python traceback gives its last line, whatever the exception is called", () => {
    const text =
      'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    boom()\nshop.Oops: no stock\n';
    expect(excerptOf(text).errorLines).toEqual(["shop.Oops: no stock"]);
  });
});
