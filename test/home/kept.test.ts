import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../src/domain/digest.ts";
import type { Home } from "../../src/adapters/home/open-home.ts";
import type { KeepSource } from "../../src/adapters/home/kept.ts";
import { readAll } from "./support/check-home.ts";
import { makeFolder, makeHome, openAt } from "./support/folders.ts";
import { recordSteps } from "../../crash/model/record-steps.ts";

function makeSources(...contents: readonly (string | Uint8Array)[]): readonly KeepSource[] {
  const folder = makeFolder();
  return contents.map((content, index) => {
    const path = join(folder, `file ${index}`);
    writeFileSync(path, content);
    return { path, sha256: sha256(content) };
  });
}

function text(home: Home, content: string): string | null {
  const read = home.kept.read(sha256(content));
  return read.state === "whole" ? Buffer.from(read.bytes).toString() : read.state;
}

const large = "large".repeat(100_000);

describe("kept copies", () => {
  test("come back byte for byte, small and large, empty and binary", () => {
    const home = makeHome();
    const binary = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
    const result = home.kept.keep(makeSources("a", "", large, binary, "\n"));
    expect(result.omitted).toEqual([]);
    const later = openAt(home.path);
    expect(["a", "", large, "\n"].map((content) => text(later, content))).toEqual(["a", "", large, "\n"]);
    expect(later.kept.read(sha256(binary))).toEqual({ state: "whole", bytes: binary });
  });

  test("that are there already are not written again", () => {
    const home = makeHome();
    const sources = makeSources("a", large);
    home.kept.keep(sources);
    const before = readAll(home.path);
    for (const source of sources) rmSync(source.path);
    expect(openAt(home.path).kept.keep(sources)).toEqual({ kept: sources.map((source) => source.sha256), omitted: [] });
    expect(home.kept.keep(sources).omitted).toEqual([]);
    expect(readAll(home.path)).toEqual(before);
  });

  test("a file that changed, went away or is no regular file is left out, with the reason", () => {
    const home = makeHome();
    const [changed, gone, link, folder, good] = makeSources("a", "b", "c", "d", "e");
    writeFileSync(changed?.path ?? "", "changed since");
    rmSync(gone?.path ?? "");
    rmSync(link?.path ?? "");
    symlinkSync(good?.path ?? "", link?.path ?? "");
    rmSync(folder?.path ?? "");
    mkdirSync(folder?.path ?? "");
    const sources = [changed, gone, link, folder, good].filter((source) => source !== undefined);
    const result = home.kept.keep(sources);
    expect(result.kept).toEqual([sha256("e")]);
    expect(result.omitted.map(({ reason }) => reason)).toEqual([
      "it changed while it was being kept",
      "it was gone when it was to be kept",
      "it could not be read: a symbolic link",
      "it could not be read: not a regular file",
    ]);
  });

  test("the same content under two names is kept once", () => {
    const home = makeHome();
    expect(home.kept.keep(makeSources("a", "a")).kept).toEqual([sha256("a")]);
  });

  test.each([
    ["cut", (path: string): void => truncateSync(path, readFileSync(path).length - 1)],
    [
      "altered",
      (path: string): void => writeFileSync(path, readFileSync(path, "utf8").replace("precious", "precioux")),
    ],
  ])("a bundle that was %s is damaged, not somebody else's content", (_name, damage) => {
    const home = makeHome();
    home.kept.keep(makeSources("precious"));
    const bundles = join(home.path, "kept", "bundles");
    damage(join(bundles, readdirSync(bundles)[0] ?? ""));
    expect(openAt(home.path).kept.read(sha256("precious"))).toMatchObject({ state: "damaged" });
  });

  test("a damaged large copy is told", () => {
    const home = makeHome();
    home.kept.keep(makeSources(large));
    truncateSync(join(home.path, "kept", sha256(large)), 5);
    expect(home.kept.read(sha256(large))).toMatchObject({ state: "damaged" });
  });

  test("a bundle whose list is broken hides none of the others", () => {
    const home = makeHome();
    home.kept.keep(makeSources("a"));
    home.kept.keep(makeSources("b"));
    writeFileSync(join(home.path, "kept", "bundles", "00000002"), "no list");
    expect([text(openAt(home.path), "a"), text(openAt(home.path), "b")]).toEqual(["a", "missing"]);
  });

  test("of many packets ago are still found", () => {
    const home = makeHome();
    for (let round = 0; round < 20; round += 1) home.kept.keep(makeSources(`round ${round}`));
    const later = openAt(home.path);
    expect(text(later, "round 0")).toBe("round 0");
    expect([later.kept.has(sha256("round 19")), later.kept.has(sha256("never"))]).toEqual([true, false]);
  });

  test("two homes that number a bundle alike lose none", () => {
    const home = makeHome();
    const other = openAt(home.path);
    home.kept.has(sha256("x"));
    other.kept.has(sha256("x"));
    home.kept.keep(makeSources("a"));
    other.kept.keep(makeSources("b"));
    expect([text(openAt(home.path), "a"), text(openAt(home.path), "b")]).toEqual(["a", "b"]);
  });

  test.each(["../../etc/passwd", "", "A".repeat(64), "a".repeat(63)])("%j is no hash and names no file", (hash) => {
    const home = makeHome();
    expect([home.kept.read(hash), home.kept.has(hash)]).toEqual([{ state: "missing" }, false]);
  });

  test("300 small files cost a few syncs, not 300", () => {
    const home = makeHome();
    const sources = makeSources(...Array.from({ length: 300 }, (_, index) => `file ${index}`));
    const steps = recordSteps(() => home.kept.keep(sources));
    expect(steps.filter(({ kind }) => kind === "sync").length).toBeLessThan(12);
    expect(sources.every((source) => openAt(home.path).kept.has(source.sha256))).toBe(true);
    expect(readdirSync(join(home.path, "tmp"))).toEqual([]);
  });
});
