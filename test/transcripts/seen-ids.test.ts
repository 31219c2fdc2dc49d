import { runInNewContext } from "node:vm";
import { setFlagsFromString } from "node:v8";
import { describe, expect, test } from "vitest";
import { createSeenIds } from "../../src/transcripts/seen-ids.ts";

/** After a collection: only what is really held. */
function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

describe("ids that were seen", () => {
  test("an id is new once, also after saving", () => {
    const first = createSeenIds(null);
    expect([first.add("a"), first.add("b"), first.add("a")]).toEqual([true, true, false]);
    const second = createSeenIds(first.save());
    expect([second.add("b"), second.add("c"), second.has("a"), second.has("d")]).toEqual([false, true, true, false]);
    const third = createSeenIds(second.save());
    expect(["a", "b", "c", "d"].map((id) => third.add(id))).toEqual([false, false, false, true]);
  });

  test("saving twice gives the same text", () => {
    const seen = createSeenIds(null);
    seen.add("one");
    expect(seen.save()).toBe(seen.save());
  });

  test("ids that differ in one character, in length or in order are told apart", () => {
    const seen = createSeenIds(null);
    const ids = ["", "\0", "\0\0", "ab", "ba", "aa", "toolu_1", "toolu_2", "tool_u1", "ä", "ö"];
    expect(ids.filter((id) => seen.add(id))).toEqual(ids);
  });

  test("300,000 ids are told apart, in at most 25 MB", () => {
    const before = heapUsed();
    const seen = createSeenIds(null);
    let fresh = 0;
    for (let at = 0; at < 300_000; at++) if (seen.add(`5f1c-${at}-${(at * 7919) % 65_536}`)) fresh++;
    const text = seen.save();
    expect(heapUsed() - before).toBeLessThan(25e6);
    expect(fresh).toBe(300_000);
    expect(text).toHaveLength(2_400_000);
    expect(createSeenIds(text).has("5f1c-1-7919")).toBe(true);
    expect(seen.has("5f1c-1-7920")).toBe(false);
  });

  test.each([["%%%%%%%%"], ["short"], ["AAAAAAA%BBBBBBBB"], ["ä".repeat(16)]])(
    "text that is not ours (%s) is read as far as it makes sense",
    (text) => {
      const seen = createSeenIds(text);
      expect([seen.add("a"), seen.add("a")]).toEqual([true, false]);
      expect(createSeenIds(seen.save()).has("a")).toBe(true);
    },
  );
});
