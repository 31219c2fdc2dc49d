import { expect, test } from "vitest";
import { findConstraints } from "../../src/domain/session/find-constraints.ts";

test.each<[string, readonly string[]]>([
  ["Fix the bug. Never touch a.txt.", ["Never touch a.txt."]],
  ["don't use moment; use date-fns", ["don't use moment; use date-fns"]],
  ["1. You must keep the API.\n2. Then ship it.", ["You must keep the API."]],
  [
    "\u4e0d\u8981\u6539\u914d\u7f6e\u6587\u4ef6\u3002\u7136\u540e\u63d0\u4ea4\u3002",
    ["\u4e0d\u8981\u6539\u914d\u7f6e\u6587\u4ef6\u3002"],
  ],
  ["Why must it be so?", []],
  ["Do it like this:\n```\nconst never = always;\n```\nThanks!", []],
  ["48 -        // BUG: innerHtml must be innerHTML!", []],
  ["+ if (only) { return always; }", []],
  ["Hello there.", []],
  ["Never do it. Never do it.", ["Never do it."]],
  ["If it fails silently, do not print anything.", ["If it fails silently, do not print anything."]],
  ["We explicitly don\u2019t want tests by hand.", ["We explicitly don\u2019t want tests by hand."]],
  ["The public API is off-limits.", ["The public API is off-limits."]],
])("%s", (prompt, sentences) => {
  expect(findConstraints(prompt)).toEqual(sentences);
});

test("a prompt of a million characters without an end costs no time", () => {
  const begun = performance.now();
  findConstraints(`${"never ".repeat(200_000)}`);
  findConstraints("a".repeat(1_000_000));
  expect(performance.now() - begun).toBeLessThan(1_000);
});
