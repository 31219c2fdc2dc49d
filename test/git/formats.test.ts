import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatIndex, parseIndex } from "../../src/adapters/git/index-file.ts";
import { pointedAt, lfsPointer } from "../../src/adapters/git/lfs.ts";
import { parsePatch, quote } from "../../src/adapters/git/parse-patch.ts";
import { type DiffPair, parseDiff } from "../../src/adapters/git/parse-diff.ts";
import { parseStatus } from "../../src/adapters/git/parse-status.ts";
import { pathText, rawPath } from "../../src/adapters/git/raw-path.ts";
import { createRepository, runIn, sha256Of, temporaryFolder } from "./repository.ts";

describe("the small index", () => {
  const id = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
  const entries = [
    { path: "b", mode: "100755", id, intentToAdd: false },
    { path: "a/longer-path", mode: "100644", id, intentToAdd: true },
    { path: rawPath("ü".repeat(3_000)), mode: "120000", id, intentToAdd: false },
    { path: "sub", mode: "160000", id: "1".repeat(40), intentToAdd: false },
  ];

  test("is read by git as it was written, and back again", () => {
    const repository = createRepository();
    const index = join(temporaryFolder(), "index");
    const bytes = formatIndex(entries, "sha1");
    writeFileSync(index, bytes);
    const listed = runIn(repository.root, ["ls-files", "-s", "-z"], { GIT_INDEX_FILE: index });
    expect(listed.split("\0").slice(0, -1)).toEqual([
      `100644 ${id} 0\ta/longer-path`,
      `100755 ${id} 0\tb`,
      `160000 ${"1".repeat(40)} 0\tsub`,
      `120000 ${id} 0\t${"ü".repeat(3_000)}`,
    ]);
    expect(parseIndex(bytes, "sha1").map(({ path, mode }) => [path, mode])).toEqual([
      ["a/longer-path", "100644"],
      ["b", "100755"],
      ["sub", "160000"],
      [rawPath("ü".repeat(3_000)), "120000"],
    ]);
  });

  test("round trip for any names and both object formats", () => {
    const name = fc.string({ minLength: 1, maxLength: 40, unit: "binary" }).filter((text) => !text.includes("\0"));
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { maxLength: 20 }),
        fc.constantFrom("sha1" as const, "sha256" as const),
        (names, format) => {
          const given = names.map((path) => ({
            path: rawPath(path),
            mode: "100644",
            id: sha256Of(path).slice(0, format === "sha1" ? 40 : 64),
            intentToAdd: path.length % 2 === 0,
          }));
          const back = parseIndex(formatIndex(given, format), format);
          const sorted = given.toSorted((a, b) => (a.path < b.path ? -1 : 1));
          expect(back.map(({ path, id: object }) => [path, object])).toEqual(sorted.map((one) => [one.path, one.id]));
        },
      ),
    );
  });
});

describe("paths as bytes", () => {
  test("keep every string, and have no text when they are no UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (path) => {
        expect(pathText(rawPath(path))).toBe(path);
      }),
    );
    expect(pathText("caf\u00e9")).toBeNull();
  });
});

describe("damaged or cut output", () => {
  const status = Buffer.from(
    ["# branch.oid (initial)", "? a\nb", "1 broken", "2 ", "u ", "# x", ""].join("\0"),
    "latin1",
  );

  test("never throws", () => {
    for (let cut = 0; cut <= status.length; cut++)
      expect(() => parseStatus(status.subarray(0, cut))).not.toThrow(Error);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        parseStatus(Buffer.from(bytes));
        parseDiff(Buffer.from(bytes));
        parsePatch(Buffer.from(bytes), [pairOf("x")], 10);
      }),
    );
  });

  test("a patch that ends in the middle gives what is whole", () => {
    const patch = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1,3 @@\n+one\n+two\n+thr";
    expect(parsePatch(Buffer.from(patch), [pairOf("x")], 10).added).toEqual([
      { path: "x", start: 1, lines: ["one", "two"] },
    ]);
  });

  test("a patch of other files than the pairs gives nothing", () => {
    const patch = "diff --git a/y b/y\n--- a/y\n+++ b/y\n@@ -0,0 +1 @@\n+one\n";
    expect(parsePatch(Buffer.from(patch), [pairOf("x")], 10)).toEqual({ added: [], counts: new Map(), cut: [] });
  });
});

function pairOf(path: string): DiffPair {
  return { status: "M", oldMode: "100644", newMode: "100644", oldId: "", from: null, path };
}

test("a path is quoted in a patch as git quotes it", () => {
  const repository = createRepository();
  const names = ['"', "\\", "a b", "é", "\u0001\u0007\b\t\n\v\f\r\u001f\u007f", "中\u{1f600}", "plain", "b/'$x"];
  for (const name of names) repository.write(name, "1\n");
  repository.commit("odd names");
  for (const name of names) repository.write(name, "2\n");
  const headers = repository
    .git("diff", "-U0")
    .split("\n")
    .filter((line) => line.startsWith("diff --git "));
  const expected = names.map((name) => `diff --git ${quote(rawPath(`a/${name}`))} ${quote(rawPath(`b/${name}`))}`);
  expect(headers.sort()).toEqual(expected.sort());
});

test("an LFS pointer names its content; nothing else does", () => {
  const digest = sha256Of("x");
  expect(pointedAt(lfsPointer(digest, 1))).toBe(digest);
  expect(lfsPointer(sha256Of(""), 0)).toBe("");
  for (const text of ["", "oid sha256:1\n", `x${lfsPointer(digest, 1)}`, `${lfsPointer(digest, 1)}x`])
    expect(pointedAt(text)).toBeNull();
});
