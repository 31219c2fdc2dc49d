import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { createDir } from "../../src/adapters/durable/create-dir.ts";
import { createExclusive } from "../../src/adapters/durable/create-exclusive.ts";
import { ensureDir } from "../../src/adapters/durable/ensure-dir.ts";
import { storageError } from "../../src/adapters/durable/storage-error.ts";
import { sweepTemps, tempPath } from "../../src/adapters/durable/temp-file.ts";
import { writeAtomic } from "../../src/adapters/durable/write-atomic.ts";
import { AppError } from "../../src/domain/errors.ts";
import { makeFolder } from "./folder.ts";

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe("writeAtomic", () => {
  test("replaces the whole file, for this user alone, and leaves nothing else", () => {
    const folder = makeFolder();
    writeFileSync(join(folder, "file"), "a much longer text than the new one", { mode: 0o644 });
    writeAtomic(join(folder, "file"), "new");
    expect(readFileSync(join(folder, "file"), "utf8")).toBe("new");
    expect(mode(join(folder, "file"))).toBe("600");
    expect(readdirSync(folder)).toEqual(["file"]);
  });

  test("replaces a symbolic link, not the file that it points to", () => {
    const folder = makeFolder();
    writeFileSync(join(folder, "elsewhere"), "theirs");
    symlinkSync(join(folder, "elsewhere"), join(folder, "file"));
    writeAtomic(join(folder, "file"), "ours");
    expect(readFileSync(join(folder, "elsewhere"), "utf8")).toBe("theirs");
  });

  test("a failure names the path and what to do, and leaves the old file alone", () => {
    const folder = makeFolder();
    mkdirSync(join(folder, "taken", "by a folder"), { recursive: true });
    expect(() => writeAtomic(join(folder, "taken"), "new")).toThrow(
      expect.objectContaining({ kind: "environment", code: "path_blocked", message: expect.stringContaining("taken") }),
    );
    expect(readdirSync(folder)).toEqual(["taken"]);
  });
});

describe("createExclusive", () => {
  test("creates a file once; the second one hears that it exists and changes nothing", () => {
    const folder = makeFolder();
    const path = join(folder, "1.json");
    expect(createExclusive(path, "first")).toBe("created");
    expect(createExclusive(path, "second")).toBe("exists");
    expect([readFileSync(path, "utf8"), readdirSync(folder), mode(path)]).toEqual(["first", ["1.json"], "600"]);
  });
});

describe("createDir", () => {
  test("a folder appears with all its files; another of that name is left alone", () => {
    const folder = makeFolder();
    const path = join(folder, "packet");
    expect(createDir(path, { a: "1", b: "2" }, folder)).toBe("created");
    expect(createDir(path, { a: "other" }, folder)).toBe("exists");
    expect([readdirSync(path).sort(), readFileSync(join(path, "a"), "utf8")]).toEqual([["a", "b"], "1"]);
    expect([readdirSync(folder), mode(path), mode(join(path, "a"))]).toEqual([["packet"], "700", "600"]);
  });

  test("a file of that name is told, and nothing is replaced", () => {
    const folder = makeFolder();
    writeFileSync(join(folder, "packet"), "file");
    expect(() => createDir(join(folder, "packet"), { a: "1" }, folder)).toThrow(
      expect.objectContaining({ code: "path_blocked" }),
    );
    expect(readdirSync(folder)).toEqual(["packet"]);
  });
});

describe("ensureDir", () => {
  test("makes all missing folders for this user alone, and again does nothing", () => {
    const path = join(makeFolder(), "a", "b", "c");
    ensureDir(path);
    ensureDir(path);
    expect([mode(path), mode(join(path, ".."))]).toEqual(["700", "700"]);
  });

  test.each(["file", "file/below"])("something else in the way (%s) is told", (name) => {
    const folder = makeFolder();
    writeFileSync(join(folder, "file"), "");
    expect(() => ensureDir(join(folder, name))).toThrow(expect.objectContaining({ code: "path_blocked" }));
  });
});

describe("sweepTemps", () => {
  const dead = spawnSync(process.execPath, ["-e", "0"]).pid;
  const twoHoursAgo = Date.now() / 1000 - 7200;
  const cases = [
    { name: `.tmp-${dead}-0123456789ab`, old: true, swept: true, why: "dead and old" },
    { name: `.tmp-${dead}-0123456789ab`, old: false, swept: false, why: "dead, but of this hour" },
    { name: `.tmp-${process.pid}-0123456789ab`, old: true, swept: false, why: "old, but its writer lives" },
    { name: "notes.jsonl", old: true, swept: false, why: "not a temp file" },
    { name: `.tmp-${dead}-0123456789ab.json`, old: true, swept: false, why: "not a name of ours" },
  ];
  test.each(cases)("$why: swept $swept", ({ name, old, swept }) => {
    const folder = makeFolder();
    writeFileSync(join(folder, name), "left");
    if (old) utimesSync(join(folder, name), twoHoursAgo, twoHoursAgo);
    sweepTemps(folder, Date.now());
    expect(readdirSync(folder)).toEqual(swept ? [] : [name]);
  });

  test("a folder that a writer left goes with its files", () => {
    const folder = makeFolder();
    const left = join(folder, `.tmp-${dead}-0123456789ab`);
    mkdirSync(left);
    writeFileSync(join(left, "handoff.json"), "{");
    utimesSync(left, twoHoursAgo, twoHoursAgo);
    sweepTemps(folder, Date.now());
    expect(readdirSync(folder)).toEqual([]);
  });

  test("temp names tell their writer and never repeat", () => {
    const names = new Set(Array.from({ length: 100 }, () => tempPath("/x")));
    expect(names.size).toBe(100);
    expect([...names][0]).toMatch(new RegExp(`^/x/\\.tmp-${process.pid}-[0-9a-f]{12}$`));
  });
});

describe("storageError", () => {
  test.each([
    ["ENOSPC", "disk_full", "free some space"],
    ["EDQUOT", "disk_full", "free some space"],
    ["EROFS", "read_only", "writable"],
    ["EACCES", "permission_denied", "right to write"],
    ["EPERM", "permission_denied", "right to write"],
    ["EMFILE", "too_many_files", "ulimit"],
    ["EIO", "io_error", "disk"],
    ["EXDEV", "file_system_unsupported", "local disk"],
    ["ENOTDIR", "path_blocked", "move away"],
    ["EWHATEVER", "storage_failed", "look at that path"],
  ])("%s is %s of the environment, in one line with a way on", (errno, code, hint) => {
    const error = storageError(Object.assign(new Error("x"), { code: errno }), "write", "/a\nb");
    expect(error).toMatchObject({ kind: "environment", code, hint: expect.stringContaining(hint) });
    expect(String(error)).toBe(`AppError: ${error instanceof Error ? error.message : ""}`);
    expect(String(error)).toMatch(/^AppError: cannot write "\/a\\nb": .+ \([A-Z]+\)$/);
  });

  test("what does not come from the system stays what it is", () => {
    const bug = new TypeError("x is undefined");
    const known = new AppError({ kind: "input", code: "any", message: "any" });
    expect([storageError(bug, "write", "/a"), storageError(known, "write", "/a")]).toEqual([bug, known]);
  });
});
