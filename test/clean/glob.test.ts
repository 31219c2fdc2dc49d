import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesAny, matchesGlob } from "../../src/domain/glob.ts";

const yes = true;
const no = false;
const cases: readonly (readonly [pattern: string, path: string, matches: boolean])[] = [
  ["*.bak", "a.bak", yes],
  ["*.bak", "deep/in/a.bak", yes],
  ["*.bak", "a.bak.txt", no],
  ["*.bak", ".bak", yes],
  ["./*.bak", "a.bak", yes],
  ["/a.txt", "a.txt", yes],
  ["/a.txt", "b/a.txt", no],
  ["lib/*.py", "lib/a.py", yes],
  ["lib/*.py", "lib/deep/a.py", no],
  ["lib/**/*.py", "lib/a.py", yes],
  ["lib/**/*.py", "lib/x/y/a.py", yes],
  ["lib/**/*.py", "libx/a.py", no],
  ["**/a.py", "a.py", yes],
  ["**/a.py", "x/y/a.py", yes],
  ["**/a.py", "x/ba.py", no],
  ["src/**", "src/a/b.ts", yes],
  ["src/**", "srcs/a.ts", no],
  ["src/", "src/a/b.ts", yes],
  ["**", "any/thing", yes],
  ["a**b/c", "axxb/c", yes],
  ["a**b/c", "ax/xb/c", no],
  ["feature/*", "feature/x", yes],
  ["feature/*", "feature/x/y", no],
  ["feature/**", "feature/x/y", yes],
  ["main", "main", yes],
  ["main", "maint", no],
  ["release-[0-9].[0-9]", "release-1.2", yes],
  ["release-[0-9].[0-9]", "release-x.2", no],
  ["[!a]x", "bx", yes],
  ["[!a]x", "ax", no],
  ["[]]x", "]x", yes],
  ["[ab", "[ab", yes],
  ["a[/]b", "a/b", no],
  ["file-?.txt", "file-1.txt", yes],
  ["file-?.txt", "file-12.txt", no],
  ["?", "𝒳", yes],
  ["*.{ts,js}", "a.js", yes],
  ["*.{ts,js}", "a.jsx", no],
  ["{src,test}/**/*.{a,b{1,2}}", "test/x/y.b2", yes],
  ["{only}", "{only}", yes],
  ["{a,b", "{a,b", yes],
  ["\\*.txt", "*.txt", yes],
  ["\\*.txt", "a.txt", no],
  ["a+(b).c", "a+(b).c", yes],
  ["文档/*.md", "文档/说明.md", yes],
  ["", "a", no],
];

describe("a glob", () => {
  it.each(cases)("%s on %s: %s", (pattern, path, matches) => {
    expect(matchesGlob(pattern, path)).toBe(matches);
  });

  it("in a list is taken out by its negation, whatever the order", () => {
    expect(matchesAny(["!keep/*.tmp", "**/*.tmp"], "keep/a.tmp")).toBe(false);
    expect(matchesAny(["!keep/*.tmp", "**/*.tmp"], "other/a.tmp")).toBe(true);
    expect(matchesAny(["!a"], "b")).toBe(false);
  });

  it("answers hostile patterns at once", () => {
    const path = `${"a".repeat(1000)}c`;
    expect(matchesGlob(`${"*a".repeat(50)}b`, path)).toBe(false);
    expect(matchesGlob(`x/${"**/a*/".repeat(20)}b`, `x/${"aa/".repeat(300)}c`)).toBe(false);
    expect(matchesGlob("{a,b}".repeat(60), "a".repeat(60))).toBe(false);
  });

  it("escaped character by character matches exactly its own text", () => {
    const path = fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }).filter((text) => !text.includes("/"));
    fc.assert(
      fc.property(path, path, (one, other) => {
        const pattern = [...one].map((char) => `\\${char}`).join("");
        expect(matchesGlob(`/${pattern}`, one)).toBe(true);
        expect(matchesGlob(`/${pattern}`, other)).toBe(one === other);
      }),
    );
  });
});
