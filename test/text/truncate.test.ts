import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { truncate } from "../../src/domain/text/truncate.ts";
import { wellFormed } from "../../src/domain/text/well-formed.ts";

describe("a cut", () => {
  test.each([
    ["short", 5, "short"],
    ["longer text", 7, "longer…"],
    ["ab😀cd", 4, "ab…"],
    ["ab😀cd", 5, "ab😀…"],
    ["ae\u0301x", 3, "a…"],
    ["a👩‍💻b", 5, "a…"],
    ["a👍🏽b", 4, "a…"],
    ["a🇨🇳b", 4, "a…"],
    ["a🇨🇳🇩🇪b", 7, "a🇨🇳…"],
    ["a❤\ufe0fbc", 3, "a…"],
    ["a\r\nbc", 3, "a…"],
    ["x [redacted:pass:1a2b] y", 15, "x …"],
    ["x [redacted:pass:1a2b] y", 23, "x [redacted:pass:1a2b]…"],
    ["x [list of things] y", 10, "x [list o…"],
    ["abc", 1, "…"],
    ["abc", 0, ""],
    ["a\ud83d", 9, "a\ufffd"],
  ])("of %j at %d is %j", (text, limit, expected) => {
    expect(truncate(text, limit)).toBe(expected);
  });

  test("is never longer than the limit, well-formed, and a beginning of the text", () => {
    const part = fc.oneof(
      fc.constantFrom("👩‍💻", "🇨🇳", "e\u0301", "\ud83d", "\r\n", "[redacted:pass:1a2b]", "❤️"),
      fc.string({ unit: "binary", maxLength: 5 }),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 20 }).map((parts) => parts.join("")),
        fc.nat({ max: 60 }),
        (text, limit) => {
          const cut = truncate(text, limit);
          expect(cut.length).toBeLessThanOrEqual(limit);
          expect(/\p{Surrogate}/u.test(cut)).toBe(false);
          const whole = wellFormed(text);
          expect(whole.length <= limit ? cut === whole : whole.startsWith(cut.replace(/…$/, ""))).toBe(true);
        },
      ),
    );
  });

  test("a pile of marks does not make the cut search far", () => {
    const pile = `a${"\u0301".repeat(100_000)}`;
    expect(truncate(pile, 50_000)).toHaveLength(50_000);
  });
});
