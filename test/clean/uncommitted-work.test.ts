import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Baseline, Note } from "../../src/domain/home.ts";
import type { DirtyFile } from "../../src/domain/scene.ts";
import { makeDirty, makeNote, makeSnapshot } from "../verification/make-snapshot.ts";
import { check, codes } from "./check.ts";

function keep(files: readonly DirtyFile[], parts: Partial<Note> = {}): Note {
  return makeNote("keep", "half a parser", {
    kept: files.map((file) => [file.path, file.sha256, file.mode]),
    ...parts,
  });
}

function baseline(...dirty: Baseline["dirty"]): Baseline {
  return { commit: "c0", tree: "t0", dirty };
}

const edited = makeDirty("src/a.ts");
const made = makeDirty("b.ts", { status: "untracked" });

describe("uncommitted work", () => {
  it("blocks, file by file", () => {
    expect(codes(makeSnapshot({ scene: { dirty: [edited, made] } }))).toEqual([
      "uncommitted_changes b.ts",
      "uncommitted_changes src/a.ts",
    ]);
  });

  it("says what happened to each file", () => {
    const details = (parts: Partial<DirtyFile>): string | undefined =>
      check(makeSnapshot({ scene: { dirty: [makeDirty("a", parts)] } })).blocking[0]?.detail;
    expect(details({})).toBe("a: modified, not staged");
    expect(details({ staged: true, unstaged: false })).toBe("a: modified, staged, not committed");
    expect(details({ staged: true })).toBe("a: modified, in part staged");
    expect(details({ status: "renamed", from: "b" })).toBe("a: renamed from b, not staged");
    expect(details({ status: "type_changed" })).toBe("a: type changed, not staged");
    expect(details({ status: "untracked" })).toBe("a: untracked, made by this session");
    expect(details({ submodule: { commitChanged: true, modified: false, untracked: true } })).toBe(
      "a: submodule with another commit, untracked content",
    );
  });

  it("of more than 20 files is folded with a count", () => {
    const dirty = Array.from({ length: 300 }, (_, at) => makeDirty(`f${String(at).padStart(3, "0")}`));
    const { blocking } = check(makeSnapshot({ scene: { dirty } }));
    expect(blocking).toHaveLength(21);
    expect(blocking.at(-1)?.detail).toBe("and 280 more, from f020 to f299");
  });

  it("that was already so when the session began still blocks, and says so", () => {
    const session = { baseline: baseline(["src/a.ts", edited.sha256]) };
    const { blocking } = check(makeSnapshot({ scene: { dirty: [edited] }, session }));
    expect(blocking.map((issue) => issue.detail)).toEqual([
      "src/a.ts: modified, not staged, was already so when the session began",
    ]);
  });
});

describe("an untracked file", () => {
  const scene = { dirty: [made] };
  it("that lay there with the same content is the user's", () => {
    expect(codes(makeSnapshot({ scene, session: { baseline: baseline(["b.ts", made.sha256]) } }))).toEqual([
      "(untracked_files b.ts)",
    ]);
  });

  it("that lay there with other content was changed by this session", () => {
    expect(codes(makeSnapshot({ scene, session: { baseline: baseline(["b.ts", "other"]) } }))).toEqual([
      "uncommitted_changes b.ts",
    ]);
  });

  it("counts as this session's without a baseline, and when it is new", () => {
    expect(codes(makeSnapshot({ scene }))).toEqual(["uncommitted_changes b.ts"]);
    expect(codes(makeSnapshot({ scene, session: { baseline: baseline() } }))).toEqual(["uncommitted_changes b.ts"]);
  });
});

describe("a keep note", () => {
  const dirty = [edited, made];
  it("over exactly this work makes it a warning with its reason and author", () => {
    const { clean, warnings } = check(makeSnapshot({ scene: { dirty }, notes: [keep(dirty)] }));
    expect(clean).toBe(true);
    expect(warnings).toMatchObject([
      { code: "work_kept", holder: "Ada <ada@example.org>", detail: expect.stringContaining("half a parser") },
    ]);
  });

  it("leaves the user's untracked files named beside it", () => {
    const session = { baseline: baseline(["b.ts", made.sha256]) };
    expect(codes(makeSnapshot({ scene: { dirty }, notes: [keep(dirty)], session }))).toEqual([
      "(work_kept)",
      "(untracked_files b.ts)",
    ]);
  });

  const voiding: readonly (readonly [what: string, now: readonly DirtyFile[], detail: RegExp])[] = [
    ["other content", [makeDirty("src/a.ts", { sha256: "other" }), made], /src\/a\.ts has other content now/],
    ["another mode", [makeDirty("src/a.ts", { mode: "100755" }), made], /src\/a\.ts has another mode now/],
    ["one more file", [edited, made, makeDirty("c")], /c was not part of it/],
    ["one file less", [edited], /b\.ts is no longer uncommitted/],
    [
      "a file that is gone",
      [makeDirty("src/a.ts", { status: "deleted", sha256: null, mode: null }), made],
      /src\/a\.ts has other content/,
    ],
  ];
  it.each(voiding)("is void with %s, and the file is named", (_, now, detail) => {
    const { clean, blocking } = check(makeSnapshot({ scene: { dirty: now }, notes: [keep(dirty)] }));
    expect(clean).toBe(false);
    expect(blocking[0]?.detail).toMatch(detail);
  });

  it("that somebody closed covers nothing", () => {
    const note = keep(dirty);
    const done = makeNote("done", "committed", { answers: note.id });
    expect(check(makeSnapshot({ scene: { dirty }, notes: [note, done] })).clean).toBe(false);
  });

  it("of an earlier state of the work does not matter beside a fitting one", () => {
    const notes = [keep([edited]), keep(dirty)];
    expect(check(makeSnapshot({ scene: { dirty }, notes })).clean).toBe(true);
  });
});

describe("for any uncommitted work", () => {
  const file = fc
    .record({
      path: fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom("a", "b", "/", "é", "\n", '"', " ") }),
      sha256: fc.option(fc.constantFrom("s1", "s2")),
      mode: fc.option(fc.constantFrom("100644", "100755")),
      status: fc.constantFrom("modified", "added", "deleted", "untracked", "unmerged" as const),
    })
    .map(({ path, ...parts }) => makeDirty(path, parts));
  const work = fc.uniqueArray(file, { selector: (one) => one.path, minLength: 1, maxLength: 30 });
  const without = (dirty: readonly DirtyFile[]): readonly DirtyFile[] =>
    dirty.filter((one) => one.status !== "unmerged");

  it("another dirty file never makes an unclean scene clean", () => {
    fc.assert(
      fc.property(work, file, (dirty, added) => {
        fc.pre(!dirty.some((one) => one.path === added.path));
        const codesOf = (files: readonly DirtyFile[]): readonly string[] =>
          check(makeSnapshot({ scene: { dirty: files } })).blocking.map((issue) => issue.code);
        expect(codesOf(dirty)).not.toEqual([]);
        expect(codesOf([...dirty, added])).toEqual(expect.arrayContaining([...codesOf(dirty)]));
      }),
    );
  });

  it("a note over exactly this content makes it clean, and any one change voids it", () => {
    fc.assert(
      fc.property(work, fc.nat(), fc.constantFrom("sha256", "mode", "gone"), (all, pick, what) => {
        const dirty = without(all);
        fc.pre(dirty.length > 0);
        const notes = [keep(dirty)];
        expect(check(makeSnapshot({ scene: { dirty }, notes })).clean).toBe(true);
        const at = pick % dirty.length;
        const changed = dirty.flatMap((one, index) => {
          if (index !== at) return [one];
          return what === "gone" ? [] : [{ ...one, [what]: `${one[what]} changed` }];
        });
        // With everything committed there is nothing left that the note would have to cover.
        expect(check(makeSnapshot({ scene: { dirty: changed }, notes })).clean).toBe(changed.length === 0);
      }),
    );
  });

  it("the answer does not depend on the order of the files", () => {
    fc.assert(
      fc.property(work, (dirty) => {
        const forward = check(makeSnapshot({ scene: { dirty } }));
        expect(check(makeSnapshot({ scene: { dirty: dirty.toReversed() } }))).toEqual(forward);
      }),
    );
  });
});
