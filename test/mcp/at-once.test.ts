import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeSandbox } from "../cli/run-cli.ts";
import { endOf, hello, picture, request, serve, startRaw } from "./server.ts";

describe("several calls at once", () => {
  it("are all answered, notes in the order of the calls, and two servers share a home", async () => {
    const box = makeSandbox();
    const [one, two] = await Promise.all([serve({ cwd: box.root }), serve({ cwd: box.root })]);
    const notes = Array.from({ length: 12 }, (_, nth) => one.call("note", { kind: "risk", text: `risk ${nth}` }));
    const others = Array.from({ length: 6 }, (_, nth) => two.call("note", { kind: "assume", text: `guess ${nth}` }));
    const reads = ["status", "check", "pickup", "status", "check"].map((name) => one.call(name));
    const results = await Promise.all([...notes, ...others, ...reads]);
    expect(results.filter(({ isError }) => isError)).toEqual([]);
    const kept = readFileSync(join(box.root, ".git", "passdown", "notes.jsonl"), "utf8")
      .trim()
      .split("\n");
    const texts = kept.map((line) => (JSON.parse(line) as { text: string }).text);
    expect(texts).toHaveLength(18);
    expect(texts.filter((text) => text.startsWith("risk"))).toEqual(notes.map((_, nth) => `risk ${nth}`));
    await one.call("note", { kind: "next", text: "go on" });
    const packs = await Promise.all([one.call("pack"), two.call("pack"), one.call("pack")]);
    expect(new Set(packs.map(({ document }) => document["packet_id"])).size).toBe(1);
    expect(packs.map(({ document }) => document["result"]).sort()).toEqual(["published", "unchanged", "unchanged"]);
    await Promise.all([one.client.close(), two.client.close()]);
    box.remove();
  }, 60_000);

  it.each(["SIGKILL", "SIGTERM", "end"] as const)(
    "broken off by %s leave the home whole, and nothing running",
    async (how) => {
      const box = makeSandbox();
      box.passdown(["note", "next", "before"]);
      const before = picture(box.root);
      for (const afterMs of [0, 30, 90, 200]) {
        const child = startRaw(box.root);
        child.stdin.write(hello);
        await new Promise((resolve) => child.stdout.once("data", resolve));
        child.stdin.write(
          ["note", "pack", "note", "pack"]
            .map((name, at) => {
              const args = name === "note" ? { kind: "next", text: `${how} ${afterMs} ${at}` } : {};
              return request(10 + at, "tools/call", { name, arguments: args });
            })
            .join(""),
        );
        await new Promise((resolve) => setTimeout(resolve, afterMs));
        if (how === "end") child.stdin.end();
        else child.kill(how);
        await endOf(child);
        expect(existsSync(`/proc/${child.pid}`)).toBe(false);
      }
      expect(picture(box.root)).toEqual(before);
      const locks = readdirSync(join(box.root, ".git"), { recursive: true }).filter((name) =>
        String(name).endsWith("index.lock"),
      );
      expect(locks).toEqual([]);
      box.passdown(["note", "next", "after"]);
      expect(box.passdown(["pack"]).exit).toBe(0);
      const picked = box.passdown(["pickup", "--json"]);
      expect([picked.exit, picked.json()["next_action"]]).toEqual([0, "after"]);
      const log = box.passdown(["log", "--json"]).json() as {
        damage: unknown[];
        packets: { packet_id: string; readable: boolean }[];
      };
      expect(log.damage).toEqual([]);
      for (const { packet_id: id, readable } of log.packets) {
        expect(readable).toBe(true);
        expect(box.passdown(["audit", id, "--json"]).json()["result"]).toBe("pass");
      }
      box.remove();
    },
    120_000,
  );
});
