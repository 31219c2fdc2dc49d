import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeMachines, type Machine, type Machines } from "./machines.ts";

const codes = (document: Record<string, unknown>): readonly string[] =>
  (document["reasons"] as readonly { readonly code: string }[]).map(({ code }) => code);
const detail = (document: Record<string, unknown>, wanted: string): string =>
  (document["reasons"] as readonly { readonly code: string; readonly detail: string }[]).find(
    ({ code }) => code === wanted,
  )?.detail ?? "";
const holders = (document: Record<string, unknown>): readonly Record<string, unknown>[] =>
  document["holders"] as readonly Record<string, unknown>[];

/** What two machines with the built command line see of each other, through any store. */
export function describeCommands(name: string, address: () => string, options: { readonly shells: boolean }): void {
  describe(`two machines through ${name}`, { timeout: 60_000 }, () => {
    let machines: Machines;
    let ada: Machine;
    let bob: Machine;
    beforeEach(() => {
      machines = makeMachines(address(), options);
      ada = machines.join("ada");
      bob = machines.join("bob");
    });
    afterEach(() => machines.remove());

    test("what one packs the other picks up, and hears who made it", async () => {
      const id = await ada.pack("ada's");
      const picked = await bob.json("pickup");
      expect(picked).toMatchObject({ packet_id: id, next_action: "ada's", decision: "proceed" });
      expect(detail(picked, "origin_trusted")).toContain("ada <ada@example.com>");
      const second = await bob.pack("bob's");
      expect(await ada.json("pickup")).toMatchObject({ packet_id: second, next_action: "bob's" });
    });

    test("of two who claim one holds it; the other hears who and since when, and is stopped", async () => {
      const id = await ada.pack("ada's");
      await bob.json("pickup");
      const both = await Promise.all([ada, bob].map((one) => one.json("pickup", "--claim")));
      const winners = both.filter(({ team_claim: claim }) => claim !== null);
      const losers = both.filter(({ team_claim: claim }) => claim === null);
      expect(winners).toHaveLength(1);
      expect(losers).toMatchObject([{ decision: "stop", packet_id: id, next_action: null, claim: null }]);
      expect(codes(losers[0] ?? {})).toContain("claimed");
      const loser = both[0]?.["team_claim"] === null ? ada : bob;
      const holder = loser === ada ? "bob" : "ada";
      expect(detail(losers[0] ?? {}, "claimed")).toContain(`${holder}@example.com`);
      const seen = await loser.json("status");
      expect(holders(seen)).toMatchObject([
        { where: "store", own: false, state: "live", branch: "main", topic: "main" },
      ]);
      expect(holders(seen)[0]?.["who"]).toContain(`${holder}@example.com`);
    });

    test("whoever does not hold the work packs for himself alone, and hears it; released, it goes through", async () => {
      await ada.pack("ada's");
      await bob.json("pickup");
      expect(await bob.json("pickup", "--claim")).toMatchObject({ decision: "proceed" });
      await ada.run("note", "next", "ada again");
      const packed = await ada.run("pack");
      expect(packed.stderr).toContain("held, bob <bob@example.com>");
      expect(codes(await ada.json("pickup"))).toEqual(expect.arrayContaining(["claimed", "packet_refused"]));
      expect(await ada.json("release")).toMatchObject({ result: "not_held" });
      expect(await bob.json("release")).toMatchObject({ result: "released" });
      expect(await ada.json("pack")).toMatchObject({ result: "unchanged" });
      expect(codes(await ada.json("pickup"))).not.toContain("packet_refused");
      expect(await bob.json("pickup")).toMatchObject({ next_action: "ada again" });
    });

    test("two who packed beside each other keep both; the one who packs by hand after it was told follows both", async () => {
      await ada.pack("first");
      await bob.json("pickup");
      const mine = await ada.pack("ada's");
      await bob.run("note", "next", "bob's");
      const beside = await bob.run("pack");
      expect(beside.stderr).toContain(`raced, ${mine}`);
      const told = await bob.json("pickup");
      expect(told).toMatchObject({ decision: "needs_human" });
      expect(detail(told, "packets_diverged")).toContain(mine);
      const both = await bob.pack("of both");
      expect(await ada.json("pickup")).toMatchObject({ packet_id: both, next_action: "of both" });
      expect(codes(await bob.json("pickup"))).not.toContain("packets_diverged");
    });

    test("an archived packet is archived for everybody, and a command that ran is told once", async () => {
      await ada.run("exec", "--", "true", "before the store was known");
      await ada.pack("first");
      await ada.run("exec", "--", "true");
      const id = await ada.pack("ada's");
      await ada.run("archive");
      const store = await machines.open();
      expect(await store.packets.history({ branch: "main", topic: "main" }, 10)).toMatchObject([
        { packetId: id, status: "archived" },
        { status: "superseded" },
      ]);
      const lines = await store.feedback.read({ after: 0, limit: 100 });
      expect(lines.filter(({ line }) => line.includes('"exit_code":0'))).toHaveLength(1);
      expect(await store.events.verify()).toBeNull();
      await store.close();
      expect(codes(await bob.json("pickup"))).toContain("no_packet");
    });

    test("one who has the packet already hears that it was archived", async () => {
      const id = await ada.pack("ada's");
      expect(await bob.json("pickup")).toMatchObject({ packet_id: id, decision: "proceed" });
      await ada.run("archive");
      const picked = await bob.json("pickup");
      expect(picked).toMatchObject({ packet_id: null, decision: "needs_human" });
      const next = await bob.pack("bob's");
      expect(await ada.json("pickup")).toMatchObject({ packet_id: next, decision: "proceed" });
    });

    test("what is on its way and cannot be read stops nothing but the telling", async () => {
      await ada.pack("first");
      const outbox = readdirSync(join(ada.root, ".git/passdown/team"), { recursive: true, encoding: "utf8" });
      for (const path of outbox.filter((one) => /outbox\/\d+\.json$/.test(one)))
        ada.write(`.git/passdown/team/${path}`, "garbage");
      const picked = await ada.json("pickup");
      expect(picked).toMatchObject({ next_action: "first", decision: "reverify" });
      expect(detail(picked, "store_unreachable")).toContain("outbox");
      await ada.run("note", "next", "second");
      expect(await ada.run("pack")).toMatchObject({ code: 0 });
      expect(await ada.json("status")).toMatchObject({ team: { problem: expect.stringContaining("outbox") } });
    });

    test("another session of the same machine does not let go of what one holds", async () => {
      await ada.pack("first");
      expect(await ada.json("pickup", "--claim")).toMatchObject({ team_claim: { fence: 1 } });
      expect(await ada.json("release", "--session", "another")).toMatchObject({ result: "not_held" });
      expect(await ada.json("release")).toMatchObject({ result: "released" });
    });

    test("ten packs and pickups at once, each killed at random: every command is told exactly once, in order", async () => {
      await ada.pack("first");
      const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
      for (const one of names) await ada.run("exec", "--", "true", one);
      await ada.run("note", "next", "second");
      const rounds = Array.from({ length: 10 }, async (_, index) => {
        const child = ada.start(index % 2 === 0 ? "pack" : "pickup");
        const gone = new Promise((resolve) => child.once("close", resolve));
        if (index > 3) setTimeout(() => child.kill("SIGKILL"), 150 + index * 70);
        await gone;
      });
      await Promise.all(rounds);
      expect(await ada.json("pack")).toMatchObject({ result: expect.stringMatching(/published|unchanged/) });
      const store = await machines.open();
      const told = (await store.feedback.read({ after: 0, limit: 1000 })).flatMap(
        ({ line }) => /"command":\["true","(n\d+)"\].*"exit_code":0/.exec(line)?.[1] ?? [],
      );
      expect(told).toEqual(names);
      const history = await store.packets.history({ branch: "main", topic: "main" }, 100);
      expect(new Set(history.map(({ packetId }) => packetId)).size).toBe(history.length);
      const { packet_id: last } = await ada.json("pickup");
      expect(history[0]).toMatchObject({ packetId: last, status: "active" });
      await store.close();
    });

    test("a store that only the repository's configuration names is not used before somebody says so", async () => {
      const carol = machines.join("carol", { PASSDOWN_STORE: "" });
      carol.write("passdown.config.json", JSON.stringify({ store: address() }));
      carol.git("add", ".");
      carol.git("commit", "-q", "-m", "a store");
      await carol.pack("carol's");
      const picked = await carol.json("pickup");
      expect(picked).toMatchObject({ decision: "proceed" });
      expect(detail(picked, "store_unused")).toContain("passdown trust store");
      const store = await machines.open();
      expect(await store.packets.activeAll()).toEqual([]);
      expect(await carol.json("trust", "store")).toMatchObject({ result: "added" });
      await carol.json("pickup");
      expect(await store.packets.activeAll()).toMatchObject([{ writer: { author: "carol <carol@example.com>" } }]);
      await store.close();
    });
  });
}
