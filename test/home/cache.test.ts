import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createCache } from "../../src/adapters/home/cache.ts";
import { createHomeFolder, type HomeFolder } from "../../src/adapters/home/home-folder.ts";
import { makeFolder, makeHome } from "./support/folders.ts";

function makeHomeFolder(): HomeFolder {
  const folder = createHomeFolder(join(makeFolder(), "home"));
  mkdirSync(folder.path);
  return folder;
}

describe("the cache", () => {
  test("gives back what was set, whatever the words", () => {
    const cache = createCache(makeHomeFolder(), "trees");
    for (const key of ["key", "", "../../x", "a\0b", "\ud800", "k".repeat(9000)])
      cache.set(key, `value of ${key.length}\n`);
    for (const key of ["key", "", "../../x", "a\0b", "k".repeat(9000)])
      expect(cache.get(key)).toBe(`value of ${key.length}\n`);
    expect(cache.get("another")).toBeNull();
  });

  test.each([
    ["cut", (path: string): void => truncateSync(path, 70)],
    ["empty", (path: string): void => truncateSync(path, 0)],
    ["filled with zeros", (path: string): void => writeFileSync(path, Buffer.alloc(readFileSync(path).length))],
    ["altered", (path: string): void => writeFileSync(path, readFileSync(path, "utf8").replace("value", "valve"))],
  ])("a file that is %s is a miss", (_name, damage) => {
    const folder = makeHomeFolder();
    const cache = createCache(folder, "trees");
    cache.set("key", "a value that is long enough");
    const dir = folder.at("cache", "trees");
    damage(join(dir, readdirSync(dir)[0] ?? ""));
    expect(cache.get("key")).toBeNull();
    cache.set("key", "again");
    expect(cache.get("key")).toBe("again");
  });

  test("keeps no more than its limit, and the newest among them", () => {
    const folder = makeHomeFolder();
    const cache = createCache(folder, "roots", 10);
    for (let number = 0; number < 100; number += 1) cache.set(`key ${number}`, `value ${number}`);
    expect(readdirSync(folder.at("cache", "roots")).length).toBeLessThanOrEqual(10);
    expect(cache.get("key 99")).toBe("value 99");
  });

  test("neither makes a home nor fails where it cannot write", () => {
    const folder = createHomeFolder(join(makeFolder(), "home"));
    createCache(folder, "trees").set("key", "value");
    expect(existsSync(folder.path)).toBe(false);
    mkdirSync(folder.path);
    writeFileSync(folder.at("cache"), "in the way");
    createCache(folder, "trees").set("key", "value");
    expect(createCache(folder, "trees").get("key")).toBeNull();
    chmodSync(folder.path, 0o700);
  });
});

describe("reports", () => {
  test("are kept under a name that a packet can point at", () => {
    const home = makeHome();
    expect(home.reports.writeCleanState('{"clean":true}\n')).toBe("home:clean_state.json");
    expect(home.reports.writeVerification("T-001", "1")).toBe("home:verification/T-001.json");
    expect(home.reports.writeVerification("T-001", "2")).toBe("home:verification/T-001.json");
    expect([home.reports.readCleanState(), home.reports.readVerification("T-001")]).toEqual(['{"clean":true}\n', "2"]);
    expect(home.reports.locateVerification("T-001")).toBe("home:verification/T-001.json");
  });

  test("of hostile task ids stay in their folder and apart", () => {
    const home = makeHome();
    const ids = ["../../x", "", ".", "a/b", "a\0b", "\ud800", "\ud801", "_x", "T-001.json", "名", "x".repeat(300)];
    for (const id of ids) home.reports.writeVerification(id, `report of ${JSON.stringify(id)}`);
    expect(ids.map((id) => home.reports.readVerification(id))).toEqual(
      ids.map((id) => `report of ${JSON.stringify(id)}`),
    );
    expect(readdirSync(join(home.path, "verification"))).toHaveLength(ids.length);
  });

  test("that do not exist are null", () => {
    const home = makeHome();
    expect([
      home.reports.readCleanState(),
      home.reports.readVerification("T"),
      home.reports.locateVerification("T"),
    ]).toEqual([null, null, null]);
  });
});
