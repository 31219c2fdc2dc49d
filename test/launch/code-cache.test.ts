import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { codeCachePath, isOursAlone } from "../../src/launch/code-cache-path.ts";
import { keepCode } from "../../src/launch/keep-code.ts";
import { openSeal, sealCode } from "../../src/launch/seal-code.ts";
import { version } from "../../src/version.ts";

const bin = fileURLToPath(new URL("../../dist/cli/bin.cjs", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "passdown-code-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A cache folder of its own, as XDG_CACHE_HOME names it. */
function makeCache(): string {
  return mkdtempSync(join(scratch, "cache-"));
}

function envOf(cache: string | undefined, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH } = process.env;
  return { PATH, HOME: join(scratch, "nobody"), ...(cache === undefined ? {} : { XDG_CACHE_HOME: cache }), ...more };
}

/** Fails unless the command says what it should. */
function start(cache: string | undefined, more: Readonly<Record<string, string>> = {}): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "--version"], {
    cwd: scratch,
    env: envOf(cache, more),
    encoding: "utf8",
  });
  expect({ status, stdout: stdout.trim(), stderr }).toEqual({ status: 0, stdout: version, stderr: "" });
}

function codeFolder(cache: string): string {
  return join(cache, "passdown", "code");
}

function codeFile(cache: string): string {
  const names = readdirSync(codeFolder(cache));
  expect(names).toHaveLength(1);
  return join(codeFolder(cache), names[0] ?? "");
}

function inodeOf(path: string): number {
  return statSync(path).ino;
}

function filled(): { readonly cache: string; readonly file: string; readonly bytes: Buffer } {
  const cache = makeCache();
  start(cache);
  const file = codeFile(cache);
  return { cache, file, bytes: readFileSync(file) };
}

describe("code that an earlier start compiled", () => {
  it("is written by the first start and used, not written again, by the second", () => {
    const { cache, file } = filled();
    const before = inodeOf(file);
    start(cache);
    expect(inodeOf(codeFile(cache))).toBe(before);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  });

  it.each([-1, 1])("is kept again, with what it holds already, when it is older than ten minutes (%i)", (sign) => {
    const { cache, file, bytes } = filled();
    const at = Date.now() / 1_000 + sign * 660;
    utimesSync(file, at, at);
    const before = inodeOf(file);
    start(cache);
    expect(inodeOf(codeFile(cache))).not.toBe(before);
    expect(readFileSync(file).length).toBeGreaterThan(bytes.length * 0.9);
    const again = inodeOf(file);
    start(cache);
    expect(inodeOf(codeFile(cache))).toBe(again);
  });

  it.each<readonly [string, (bytes: Buffer) => Buffer]>([
    ["empty", () => Buffer.alloc(0)],
    ["cut in its head", (bytes) => bytes.subarray(0, 40)],
    ["cut in the middle", (bytes) => bytes.subarray(0, bytes.length / 2)],
    ["zeros of the same length", (bytes) => Buffer.alloc(bytes.length)],
    [
      "zeros after the first block",
      (bytes) => Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096)]),
    ],
    ["one byte turned", (bytes) => Buffer.from(bytes.map((byte, at) => (at === 90_000 ? byte ^ 0xff : byte)))],
    ["text", () => Buffer.from("not code\n".repeat(9_000))],
    ["longer than it was", (bytes) => Buffer.concat([bytes, bytes])],
  ])("breaks nothing when its file is %s, and is written anew", (_, damage) => {
    const { cache, file, bytes } = filled();
    writeFileSync(file, damage(bytes));
    start(cache);
    const mended = inodeOf(codeFile(cache));
    start(cache);
    expect(inodeOf(codeFile(cache))).toBe(mended);
    expect(readFileSync(file).length).toBeGreaterThan(100_000);
  });

  it("is not taken under another name", () => {
    const sealed = Buffer.from(sealCode("one", Buffer.from("code")));
    expect(openSeal("one", sealed)?.toString()).toBe("code");
    expect(openSeal("two", sealed)).toBeNull();
  });

  it.each([0o620, 0o602, 0o666])("is not read from a file of mode %o, which is replaced", (mode) => {
    const { cache, file } = filled();
    chmodSync(file, mode);
    const before = inodeOf(file);
    start(cache);
    expect(inodeOf(file)).not.toBe(before);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("is not read through a link, which is replaced", () => {
    const { cache, file } = filled();
    const moved = join(cache, "moved");
    renameSync(file, moved);
    symlinkSync(moved, file);
    expect(isOursAlone(file, process.geteuid?.() ?? null)).toBe(false);
    start(cache);
    expect(inodeOf(file)).not.toBe(inodeOf(moved));
  });

  it.each([0o770, 0o707, 0o777])("is neither read nor written in a folder of mode %o", (mode) => {
    const { cache, file } = filled();
    chmodSync(dirname(file), mode);
    writeFileSync(file, "theirs");
    start(cache);
    expect(readFileSync(file, "utf8")).toBe("theirs");
  });

  it("is neither read nor written in a folder that is a link", () => {
    const { cache, file } = filled();
    const moved = join(cache, "moved");
    renameSync(dirname(file), moved);
    symlinkSync(moved, codeFolder(cache));
    writeFileSync(file, "theirs");
    start(cache);
    expect(readFileSync(file, "utf8")).toBe("theirs");
  });

  it("belongs to this user: what is another's, or nobody's, is not ours", () => {
    const { file } = filled();
    const user = process.geteuid?.() ?? -1;
    expect([user, user + 1, null].map((one) => isOursAlone(file, one))).toEqual([true, false, false]);
    expect(isOursAlone(join(scratch, "absent"), user)).toBe(false);
  });

  it("need not be kept: a cache folder that cannot be made, none at all, or kept code switched off", () => {
    const cache = join(scratch, "a-file");
    writeFileSync(cache, "");
    start(cache);
    start(undefined, { HOME: "" });
    const off = makeCache();
    start(off, { NODE_DISABLE_COMPILE_CACHE: "1" });
    expect(existsSync(codeFolder(off))).toBe(false);
  });

  it.skipIf(process.geteuid?.() === 0)("need not be kept: a cache folder that cannot be written", () => {
    const cache = makeCache();
    chmodSync(cache, 0o500);
    start(cache);
    expect(readdirSync(cache)).toEqual([]);
    chmodSync(cache, 0o700);
  });

  it("is written whole by starts at the same time", async () => {
    const cache = makeCache();
    const ends = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, [bin, "--version"], { cwd: scratch, env: envOf(cache) });
      return new Promise((resolve) => child.once("close", resolve));
    });
    expect(await Promise.all(ends)).toEqual([0, 0, 0, 0]);
    const before = inodeOf(codeFile(cache));
    start(cache);
    expect(inodeOf(codeFile(cache))).toBe(before);
  });

  it("makes room: of many files the older half goes", () => {
    const folder = codeFolder(makeCache());
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (let at = 0; at < 80; at += 1) {
      writeFileSync(join(folder, `old-${at}`), "");
      utimesSync(join(folder, `old-${at}`), 1_000 + at, 1_000 + at);
    }
    keepCode(join(folder, "new"), Buffer.from("code"));
    const names = readdirSync(folder);
    expect(names).toHaveLength(41);
    expect(names).toEqual(expect.arrayContaining(["new", "old-79", "old-40"]));
  });
});

describe("where compiled code lies", () => {
  const query = { programId: "abc", command: "pack", runtime: "v20.0.0-x64" };

  it.each<readonly [string, Readonly<Record<string, string>>, string | null]>([
    [
      "the cache folder that the user named",
      { XDG_CACHE_HOME: "/c", HOME: "/h" },
      "/c/passdown/code/abc-v20.0.0-x64-pack",
    ],
    ["the usual one", { HOME: "/h" }, "/h/.cache/passdown/code/abc-v20.0.0-x64-pack"],
    [
      "the usual one, when a relative one is named",
      { XDG_CACHE_HOME: "c", HOME: "/h" },
      "/h/.cache/passdown/code/abc-v20.0.0-x64-pack",
    ],
    ["nowhere, without a home", {}, null],
    ["nowhere, when it is switched off", { HOME: "/h", NODE_DISABLE_COMPILE_CACHE: "1" }, null],
  ])("%s", (_, env, path) => {
    expect(codeCachePath({ ...query, env })).toBe(path);
  });

  it("words that are no command share one file, and no path comes of them", () => {
    for (const command of ["../../x", "--json", "PACK", undefined, "a".repeat(21)]) {
      expect(codeCachePath({ ...query, command, env: { HOME: "/h" } })).toMatch(/code\/abc-v20\.0\.0-x64-other$/);
    }
  });

  it("nowhere, when it is not known which program it is", () => {
    expect(codeCachePath({ ...query, programId: "", env: { HOME: "/h" } })).toBeNull();
  });
});
