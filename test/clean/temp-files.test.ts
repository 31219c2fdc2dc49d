import { describe, expect, it } from "vitest";
import { tempKindOf, type TempKind } from "../../src/domain/clean/temp-names.ts";
import type { Change } from "../../src/domain/scene.ts";
import { makeDirty, makeSnapshot, type SnapshotParts } from "../verification/make-snapshot.ts";
import { codes } from "./check.ts";

const names: readonly (readonly [path: string, kind: TempKind | null])[] = [
  ["a.py.bak", "temp"],
  ["deep/in/a.bak2", "temp"],
  ["a.tmp", "temp"],
  ["a.old", "temp"],
  ["a.swp", "temp"],
  [".a.txt.swo", "temp"],
  ["a.txt~", "temp"],
  ["#a.txt#", "temp"],
  [".DS_Store", "temp"],
  ["docs/.DS_Store", "temp"],
  ["scratch", "temp"],
  ["scratch.py", "temp"],
  ["scratch_2.py", "temp"],
  ["scratch/notes.md", "temp"],
  ["run_tests_tmp.py", "temp"],
  ["tmp_check.py", "temp"],
  ["x.tmp.json", "temp"],
  ["_debug.py", "temp"],
  ["_debug_login.js", "temp"],
  ["debug.log", "temp"],
  ["nohup.out", "temp"],
  ["core.4711", "temp"],
  ["tmp/a.txt", "temp"],
  ["src/tmp/a.txt", "temp"],
  ["npm-debug.log", "temp"],
  ["yarn-error.log", "temp"],
  ["test_output.txt", "temp"],
  ["test-output.log", "temp"],
  ["pkg/__pycache__/a.cpython-311.pyc", "temp"],
  ["heap.heapsnapshot", "temp"],
  ["report copy.md", "temp"],
  ["a.c.rej", "reject"],
  ["src/a.c.orig", "reject"],
  ["a.py", null],
  ["core.ts", null],
  ["src/core/index.ts", null],
  ["template.html", null],
  ["templates/a.html", null],
  ["src/temperature.ts", null],
  ["temp_sensor.py", null],
  ["debug.ts", null],
  ["src/debug/print.ts", null],
  ["debug_toolbar.py", null],
  ["backup.ts", null],
  ["old.ts", null],
  ["threshold.ts", null],
  ["scratchcard.ts", null],
  ["tmpfs.c", null],
  ["copy.ts", null],
  ["output.txt", null],
  ["test_output_format.py", null],
  ["swp.ts", null],
  [".gitignore", null],
  ["test/fixtures/a.bak", null],
  ["testdata/a.c.orig", null],
];

describe("the name", () => {
  it.each(names)("%s: %s", (path, kind) => {
    expect(tempKindOf(path, [])).toBe(kind);
  });

  it("may be added to or taken out by the config", () => {
    expect(tempKindOf("a.dump", ["*.dump"])).toBe("temp");
    expect(tempKindOf("a.bak", ["!*.bak"])).toBeNull();
    expect(tempKindOf("keep/a.c.orig", ["!keep/**"])).toBeNull();
    expect(tempKindOf("test/fixtures/a.dump", ["*.dump"])).toBe("temp");
  });
});

function change(path: string, parts: Partial<Change> = {}): Change {
  return {
    path,
    from: null,
    status: "added",
    additions: 1,
    deletions: 0,
    binary: false,
    sha256: "s",
    committed: true,
    ...parts,
  };
}

const untracked = { status: "untracked" } as const;
const cases: readonly (readonly [what: string, parts: SnapshotParts, expected: readonly string[]])[] = [
  [
    "made by this session",
    { scene: { dirty: [makeDirty("a.bak", untracked)] } },
    ["uncommitted_changes a.bak", "temp_files a.bak"],
  ],
  [
    "left by a patch",
    { scene: { dirty: [makeDirty("a.rej", untracked)] } },
    ["uncommitted_changes a.rej", "reject_files a.rej"],
  ],
  [
    "the user's",
    {
      scene: { dirty: [makeDirty("a.bak", untracked)] },
      session: { baseline: { commit: null, tree: null, dirty: [["a.bak", "sha of a.bak"]] } },
    },
    ["(untracked_files a.bak)"],
  ],
  [
    "the user's, changed by this session",
    {
      scene: { dirty: [makeDirty("a.bak", untracked)] },
      session: { baseline: { commit: null, tree: null, dirty: [["a.bak", "other"]] } },
    },
    ["uncommitted_changes a.bak"],
  ],
  ["committed by this work", { work: { changes: [change("a.bak")] } }, ["temp_files a.bak"]],
  [
    "renamed to a temp name",
    { work: { changes: [change("a.bak", { status: "renamed", from: "a" })] } },
    ["temp_files a.bak"],
  ],
  ["committed long ago and changed now", { work: { changes: [change("a.bak", { status: "modified" })] } }, []],
  ["deleted by this work", { work: { changes: [change("a.bak", { status: "deleted" })] } }, []],
  [
    "taken out by the config",
    {
      work: { changes: [change("a.bak")] },
      config: { clean: { ignore: [], tempFiles: ["!*.bak"], debugCode: [], debugAllowedIn: [] } },
    },
    [],
  ],
  [
    "not checked by this project",
    {
      work: { changes: [change("a.bak")] },
      config: { clean: { ignore: ["temp_files"], tempFiles: [], debugCode: [], debugAllowedIn: [] } },
    },
    [],
  ],
];

describe("a temp file", () => {
  it.each(cases)("%s", (_, parts, expected) => {
    expect(codes(makeSnapshot(parts))).toEqual(expected);
  });
});
