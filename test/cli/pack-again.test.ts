import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "./run-cli.ts";

interface Packed {
  readonly result: string;
  readonly packet_id: string;
  readonly superseded: string | null;
}

let box: Sandbox;
beforeEach(() => {
  box = makeSandbox();
  box.passdown(["note", "next", "go on"]);
});
afterEach(() => box.remove());

function pack(...more: readonly string[]): Packed {
  const result = box.passdown(["pack", "--json", ...more]);
  expect([result.exit, result.stderr]).toEqual([0, ""]);
  return result.json() as unknown as Packed;
}

describe("packing again", () => {
  it("unchanged: the same packet, published once", () => {
    const first = pack();
    expect(pack()).toMatchObject({ result: "unchanged", packet_id: first.packet_id, superseded: null });
  });

  it("after a commit: a packet that supersedes the one before", () => {
    const first = pack();
    box.write("a.txt", "x\n");
    box.commit("second");
    const second = pack();
    expect(second).toMatchObject({ result: "published", superseded: first.packet_id });
    expect(pack()).toMatchObject({ result: "unchanged", packet_id: second.packet_id });
  });

  it("after a commit that changes no file: likewise", () => {
    const first = pack();
    box.commit("empty");
    expect(pack()).toMatchObject({ result: "published", superseded: first.packet_id });
  });

  it("after an edit, and after it was taken back: a packet each", () => {
    const first = pack();
    box.write("README.md", "# other\n");
    const second = pack("--force", "half");
    expect(second).toMatchObject({ result: "published", superseded: first.packet_id });
    expect(pack("--force", "half")).toMatchObject({ result: "unchanged", packet_id: second.packet_id });
    box.git("checkout", "--", "README.md");
    const third = pack();
    expect(third).toMatchObject({ result: "published", superseded: second.packet_id });
    expect(third.packet_id).not.toBe(first.packet_id);
    expect(pack()).toMatchObject({ result: "unchanged", packet_id: third.packet_id });
  });

  it("after a commit that was taken back: not the first packet again", () => {
    const first = pack();
    box.commit("second");
    const second = pack();
    box.git("reset", "-q", "--hard", "HEAD^");
    const third = pack();
    expect([third.result, third.superseded]).toEqual(["published", second.packet_id]);
    expect(third.packet_id).not.toBe(first.packet_id);
  });

  it.each<readonly [string, string | null]>([
    ["empty", ""],
    ["of another shape", '[{"id":1}]'],
    ["no text at all", "\0\u0001"],
    ["a file of another key", null],
  ])("what the caches of the home hold does not matter: %s", (_, content) => {
    box.write("README.md", "# other\n");
    const first = pack("--force", "half");
    const cache = join(box.root, ".git", "passdown", "cache");
    const files = readdirSync(cache, { recursive: true, encoding: "utf8" })
      .map((name) => join(cache, name))
      .filter((path) => statSync(path).isFile());
    expect(files.length).toBeGreaterThanOrEqual(3);
    const [other = ""] = files;
    for (const path of files) writeFileSync(path, content ?? box.inShell(`cat '${other}'`).stdout);
    expect(pack("--force", "half")).toMatchObject({ result: "unchanged", packet_id: first.packet_id });
    expect(box.passdown(["pickup", "--json"]).json()).toMatchObject({ packet_id: first.packet_id });
  });
});
