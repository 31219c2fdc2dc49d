import { describe, expect, test } from "vitest";
import { foldPaths } from "../../src/render/brief/fold-paths.ts";
import { code, data, word } from "../../src/render/document/inline.ts";
import { holes, say } from "../../src/render/document/say.ts";

describe("templates", () => {
  test("take values of others as what they are, and numbers as words", () => {
    expect(say("{n} {n|file|files} in {path}", { n: 2, path: code("src/{n}") })).toEqual([
      word("2"),
      word(" "),
      word("files"),
      word(" in "),
      code("src/{n}"),
    ]);
  });

  test.each([
    [0, "files"],
    [1, "file"],
    [2, "files"],
  ])("choose by the number %i", (n, text) => {
    expect(say("{n|file|files}", { n })).toEqual([word(text)]);
  });

  test("take lists, and refuse to leave a hole open", () => {
    expect(say("by {who}", { who: [data("Ann"), word("!")] })).toEqual([word("by "), data("Ann"), word("!")]);
    expect(() => say("by {who}", {})).toThrow("no value for {who}");
    expect(holes("{n} {n|a|b} {x}")).toEqual(["n", "x"]);
  });
});

describe("folded paths", () => {
  test.each<[paths: string[], folded: string[]]>([
    [["src/a.ts", "src/b.ts"], ["src/{a,b}.ts"]],
    [
      ["src/a.ts", "test/a.ts"],
      ["src/a.ts", "test/a.ts"],
    ],
    [
      ["src/a.ts", "src/a.test.ts", "src/b.ts"],
      ["src/{a,b}.ts", "src/a.test.ts"],
    ],
    [[".env", ".npmrc", "Makefile"], ["{.env,.npmrc,Makefile}"]],
    [
      ["a,b.ts", "c{d}.ts", "e f.ts", "支付.ts"],
      ["a,b.ts", "c{d}.ts", "e f.ts", "支付.ts"],
    ],
    [[], []],
  ])("%j → %j", (paths, folded) => {
    expect(foldPaths(paths)).toEqual(folded);
  });

  test("more than a line holds goes on in the next", () => {
    const paths = Array.from({ length: 13 }, (_, n) => `f${n}.ts`);
    expect(foldPaths(paths)).toEqual(["{f0,f1,f2,f3,f4,f5,f6,f7,f8,f9,f10,f11}.ts", "f12.ts"]);
  });
});
