import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeJsonControls } from "../../src/domain/text/escape-json-controls.ts";
import { neutraliseTerminal } from "../../src/domain/text/neutralise-terminal.ts";
import { quoteForOneLine } from "../../src/domain/text/quote-for-one-line.ts";
import { wellFormed } from "../../src/domain/text/well-formed.ts";

const controls =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u;
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\u001b[31m",
        "\u001b]0;title\u0007",
        "\u001b]8;;http://x\u001b\\",
        "\u009b2J",
        "\u202e",
        "\u2066",
        "\u200b",
        "\ufeff",
        "\u{e0041}",
        "\r",
        "\n",
        "\t",
        "\ud83d",
        "\ude00",
        "😀",
        "e\u0301",
        "\u2028",
        "\\",
        '"',
        "`",
        "|",
      ),
      fc.string({ unit: "binary", maxLength: 6 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));

describe("well-formed text", () => {
  test.each([
    ["plain", "plain"],
    ["😀", "😀"],
    ["a\ud83d", "a\ufffd"],
    ["\ude00b", "\ufffdb"],
    ["\ude00\ud83d", "\ufffd\ufffd"],
    ["\ud83d\ud83d\ude00", "\ufffd😀"],
  ])("%j becomes %j", (text, expected) => {
    expect(wellFormed(text)).toBe(expected);
  });

  test("always has a UTF-8 form that reads back the same", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const clean = wellFormed(text);
        expect(new TextDecoder().decode(new TextEncoder().encode(`x${clean}`))).toBe(`x${clean}`);
      }),
    );
  });
});

describe("text for a terminal", () => {
  test.each([
    ["colours go", "\u001b[1;31mred\u001b[0m", "red"],
    ["a title goes", "a\u001b]0;owned\u0007b", "ab"],
    ["a link goes, its text stays", "\u001b]8;;http://evil\u001b\\click\u001b]8;;\u001b\\", "click"],
    ["a clipboard write goes", "\u001b]52;c;aGk=\u0007x", "x"],
    ["a one-byte sequence goes", "\u009b31mred", "red"],
    ["a broken sequence is shown", "a\u001b[", "a\\x1b["],
    ["a lone escape is shown", "a\u001b", "a\\x1b"],
    ["a carriage return is shown", "safe\rEVIL", "safe\\rEVIL"],
    ["a DOS line break is a line break", "a\r\nb", "a\nb"],
    ["a bell and a backspace are shown", "a\u0007\bb", "a\\x07\\x08b"],
    ["text cannot be turned around", "a\u202egnp.exe", "a\\u202egnp.exe"],
    ["isolates and marks are shown", "\u2066a\u2069\u200e\u061c", "\\u2066a\\u2069\\u200e\\u061c"],
    ["zero-width characters are shown", "pass\u200bdown\ufeff", "pass\\u200bdown\\ufeff"],
    ["tags are shown", "a\u{e0041}", "a\\u{e0041}"],
    ["separators are shown", "a\u2028b\u2029", "a\\u2028b\\u2029"],
    ["hidden variation selectors are shown", "a\u{e0101}\ufe01", "a\\u{e0101}\\ufe01"],
    ["lone surrogates are replaced", "a\ud800", "a\ufffd"],
    ["newlines and tabs stay", "a\n\tb", "a\n\tb"],
    ["emoji stay whole", "👩‍💻 ❤️ 👍🏽 🇨🇳", "👩‍💻 ❤️ 👍🏽 🇨🇳"],
    ["scripts stay", "中文 עברית العربية हिन्दी é", "中文 עברית العربية हिन्दी é"],
  ])("%s", (_, text, expected) => {
    expect(neutraliseTerminal(text)).toBe(expected);
  });

  test("one line has no line break and no tab", () => {
    expect(neutraliseTerminal("a\nb\tc", { oneLine: true })).toBe("a\\nb\\tc");
  });

  test("holds no control, direction or hidden character, and is stable", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const safe = neutraliseTerminal(text);
        expect(controls.test(safe.replace(/\n/g, ""))).toBe(false);
        expect(neutraliseTerminal(safe)).toBe(safe);
        expect(neutraliseTerminal(text, { oneLine: true })).not.toMatch(/[\n\t]/);
      }),
    );
  });
});

describe("JSON for a terminal", () => {
  test("the value stays, the characters are escaped", () => {
    const json = JSON.stringify({ "k\u202e": "a\u0000\u007f\u0085\u200b\u2028\ufeff\u{e0041}é中😀" }, null, 2);
    const safe = escapeJsonControls(json);
    expect(safe).toBe('{\n  "k\\u202e": "a\\u0000\\u007f\\u0085\\u200b\\u2028\\ufeff\\udb40\\udc41é中😀"\n}');
  });

  test("parses to the same value, whatever the value is", () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: false }).filter((value) => JSON.stringify(value) !== undefined),
        hostile,
        (value, text) => {
          for (const json of [JSON.stringify(value, null, 2), JSON.stringify({ [text]: text })]) {
            const safe = escapeJsonControls(json);
            expect(JSON.parse(safe)).toEqual(JSON.parse(json));
            expect(controls.test(safe.replace(/[\n\r]/g, ""))).toBe(false);
          }
        },
      ),
    );
  });
});

describe("a path in one line", () => {
  test.each([
    ["src/a b.ts", "src/a b.ts"],
    ["中文/é.ts", "中文/é.ts"],
    ["", '""'],
    ["a\nb", '"a\\nb"'],
    [" lead", '" lead"'],
    ["trail ", '"trail "'],
    ['"quoted"', '"\\"quoted\\""'],
    ["a\\nb", '"a\\\\nb"'],
    ["e\u0301", '"e\\u0301"'],
    ["a\u202eb", '"a\\u202eb"'],
    ["a\u00a0b", '"a\\u00a0b"'],
    ["a\ud800", '"a\\ud800"'],
  ])("%j is shown as %s", (path, expected) => {
    expect(quoteForOneLine(path)).toBe(expected);
  });

  test("two different paths never look the same, and a quoted one reads back", () => {
    fc.assert(
      fc.property(hostile, hostile, (one, two) => {
        const [first, second] = [quoteForOneLine(one), quoteForOneLine(two)];
        expect(first).not.toMatch(/[\n\r\t]/);
        expect(first === second).toBe(one === two);
        expect(first.startsWith('"') ? JSON.parse(first) : first).toBe(one);
      }),
    );
  });
});
