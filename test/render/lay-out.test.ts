import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { code, data, strong, tone, word } from "../../src/render/document/inline.ts";
import { layOut } from "../../src/render/terminal/lay-out.ts";
import { colourPaint, plainPaint } from "../../src/render/terminal/paint.ts";
import { displayWidth, fitWidth, splitAtWidth } from "../../src/render/terminal/width.ts";
import { en } from "../../src/render/words/en.ts";
import { hostileText } from "./hostile.ts";

const style = (columns: number): Parameters<typeof layOut>[1] => ({ words: en, paint: plainPaint, columns });

describe("width", () => {
  test.each([
    ["abc", 3],
    ["支付", 4],
    ["e\u0301", 1],
    ["✓ ok", 4],
    ["한글", 4],
    ["ｱ", 1],
    ["Ａ", 2],
    ["🚀", 2],
    ["。", 2],
    ["…", 1],
    ["", 0],
  ])("%j takes %i columns", (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });

  test("splitting loses nothing and keeps within the width", () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 0, max: 20 }), (text, columns) => {
        const [fits, rest] = splitAtWidth(text, columns);
        expect(fits + rest).toBe(text);
        expect(displayWidth(fits)).toBeLessThanOrEqual(columns);
      }),
    );
  });

  test("a column is exactly as wide as asked for", () => {
    expect(fitWidth("支付模块", 5)).toBe("支付…");
    expect(fitWidth("支付模块", 6)).toBe("支付… ");
    expect(fitWidth("abc", 5)).toBe("abc  ");
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "字", "🚀") }),
        fc.integer({ min: 1, max: 12 }),
        (text, columns) => {
          expect(displayWidth(fitWidth(text, columns))).toBe(columns);
        },
      ),
    );
  });
});

describe("layout", () => {
  test("breaks at blanks and hangs under the first word", () => {
    const text = layOut([word("one two three four five")], style(14), { first: "- ", hanging: 2 });
    expect(text).toBe("- one two\n  three four\n  five");
  });

  test("breaks Chinese anywhere but before a closing mark", () => {
    expect(layOut([word("先读这些提交，再继续。")], style(12))).toBe("先读这些提\n交，再继续。");
  });

  test("a word longer than the line is broken hard, and nothing of it is lost", () => {
    const path = "src/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/b.ts";
    const lines = layOut([word("see "), code(path)], style(12), { hanging: 2 }).split("\n");
    expect(lines.map((line) => line.trim()).join("")).toBe(`see${path}`);
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(12);
  });

  test("a word that straddles two pieces stays together", () => {
    expect(layOut([word("aaa ("), data("bbb"), word("), ccc")], style(9))).toBe("aaa\n(bbb),\nccc");
  });

  test("colour wraps each piece of a line, and closes before the line ends", () => {
    const text = layOut([strong(tone("bad", word("aaa bbb")))], { words: en, paint: colourPaint, columns: 4 });
    expect(text).toBe("\u001b[1m\u001b[31maaa\u001b[39m\u001b[22m\n\u001b[1m\u001b[31mbbb\u001b[39m\u001b[22m");
  });
});
