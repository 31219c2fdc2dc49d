import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { archive } from "../../src/app/archive.ts";
import { addTrust } from "../../src/app/trust.ts";
import { mainRef, makeTeam, publicKey, type Machine, type Team } from "./team.ts";

describe("two who both moved on", () => {
  let team: Team;
  let ada: Machine;
  let bob: Machine;

  beforeEach(async () => {
    team = makeTeam();
    ada = team.join("ada");
    bob = team.join("bob");
    await addTrust(bob.context(), { key: publicKey(ada), name: null });
    await addTrust(ada.context(), { key: publicKey(bob), name: null });
  });
  afterEach(() => team.remove());

  test("the second goes beside, hears whose is there, and nothing is lost", async () => {
    const first = await ada.pack("ada's");
    await ada.push();
    const second = await bob.pack("bob's");
    const result = await bob.push();
    expect(result).toMatchObject({
      result: "conflict",
      packets: [
        { packet_id: second, conflict: { packet_id: first, author: "ada <ada@example.com>", at: expect.any(String) } },
      ],
    });
    const rival = result.packets[0]?.ref ?? "";
    expect(rival).toMatch(new RegExp(`^refs/passdown/rivals/main-main-[0-9a-f]{32}/${second}$`));
    expect(Object.keys(team.refs()).sort()).toEqual([mainRef, rival].sort());
    expect(team.git("show", `${mainRef}:handoff.json`)).toContain(first);
    expect(await bob.push()).toMatchObject({ result: "conflict" });
    expect(Object.keys(team.refs())).toHaveLength(2);
  });

  test("both hear of it at pickup, with both packets and who made them", async () => {
    const first = await ada.pack("ada's");
    await ada.push();
    const second = await bob.pack("bob's");
    await bob.push();
    expect((await bob.fetch()).packets).toMatchObject([{ state: "diverged", packet_id: first }, { state: "current" }]);
    expect((await ada.fetch()).packets).toMatchObject([{ state: "current" }, { state: "diverged", packet_id: second }]);
    for (const [machine, own, other, name] of [
      [bob, first, second, "ada"],
      [ada, first, second, "bob"],
    ] as const) {
      const picked = await machine.pickup();
      expect(picked.decision).toBe("needs_human");
      const detail = picked.reasons.find(({ code }) => code === "packets_diverged")?.detail;
      expect(detail).toContain(own);
      expect(detail).toContain(other);
      expect(detail).toContain(`${name}@example.com`);
    }
  });

  test("fetch, pack and push again: the new packet follows both, on both sides", async () => {
    await ada.pack("ada's");
    await ada.push();
    await bob.pack("bob's");
    await bob.push();
    await bob.fetch();
    const both = await bob.pack("both, in this order");
    expect((await bob.pickup()).reasons.map(({ code }) => code)).not.toContain("packets_diverged");
    expect(await bob.push()).toMatchObject({ result: "pushed" });
    expect(Object.keys(team.refs())).toEqual([mainRef]);
    expect(team.git("rev-list", "--count", mainRef)).toBe("3");
    expect((await ada.fetch()).packets).toMatchObject([{ state: "taken", packet_id: both }]);
    expect(await ada.pickup()).toMatchObject({ packet_id: both, next_action: "both, in this order" });
  });

  test("packing without having fetched does not push over the other", async () => {
    await ada.pack("ada's");
    await ada.push();
    await bob.pack("bob's");
    await bob.pack("bob's, again");
    expect(await bob.push()).toMatchObject({ result: "conflict" });
  });

  test("two at once: one wins, the other hears it, both packets are there", async () => {
    const ids = [await ada.pack("ada's"), await bob.pack("bob's")];
    const results = await Promise.all([ada.push(), bob.push()]);
    expect(results.map(({ result }) => result).toSorted()).toEqual(["conflict", "pushed"]);
    const all = Object.keys(team.refs()).map((ref) => team.git("show", `${ref}:handoff.json`));
    for (const id of ids) expect(all.some((text) => text.includes(id))).toBe(true);
  });

  test("a remote that goes back makes no old packet active", async () => {
    await ada.pack("one");
    await ada.push();
    const old = team.refs()[mainRef] ?? "";
    await bob.fetch();
    const second = await ada.pack("two");
    await ada.push();
    await bob.fetch();
    team.git("update-ref", mainRef, old);
    expect((await bob.fetch()).packets).toMatchObject([{ state: "past", rolled_back: true }]);
    expect(await bob.pickup()).toMatchObject({ packet_id: second });
    // Whoever pushes next puts it right again, with all that was there.
    expect(await ada.push()).toMatchObject({ result: "pushed" });
    expect((await bob.fetch()).packets).toMatchObject([{ state: "current", rolled_back: false }]);
    team.git("update-ref", "-d", mainRef);
    expect((await bob.fetch()).packets).toEqual([]);
    expect(await bob.pickup()).toMatchObject({ packet_id: second });
  });

  test.each([
    ["wrapped in a commit of its own", (old: string) => ["commit-tree", `${old}^{tree}`, "-m", "x"], () => {}],
    [
      "where the objects were thrown away",
      () => null,
      (home: string) => rmSync(join(home, "share.git"), { recursive: true }),
    ],
  ])("an old packet does not come back %s, nor after the newer one was archived", async (_name, wrap, forget) => {
    await ada.pack("one");
    await ada.push();
    const old = team.refs()[mainRef] ?? "";
    const second = await ada.pack("two");
    await ada.push();
    await bob.fetch();
    const who = ["-c", "user.name=x", "-c", "user.email=x@example.com"];
    const args = wrap(old);
    team.git("update-ref", mainRef, args === null ? old : team.git(...who, ...args));
    forget(bob.home);
    expect((await bob.fetch()).packets).toMatchObject([{ state: "past", rolled_back: true }]);
    expect(await bob.pickup()).toMatchObject({ packet_id: second });
    await archive(bob.context(), {});
    expect((await bob.fetch()).packets).toMatchObject([{ state: "past", rolled_back: true }]);
    expect(bob.openHome().chain.activeAll().records).toEqual([]);
  });

  test("a signed packet of another repository is none of here", async () => {
    const other = makeTeam();
    const eve = other.join("eve");
    eve.git("commit", "-q", "--amend", "-m", "another root");
    await eve.pack("theirs");
    await eve.push();
    team.git("fetch", "-q", other.remote, `+${mainRef}:${mainRef}`);
    await addTrust(bob.context(), { key: publicKey(eve), name: null });
    expect((await bob.fetch()).packets).toMatchObject([
      { state: "malformed", why: expect.stringMatching(/another repository/) },
    ]);
    expect((await bob.pickup()).packet).toBeNull();
    other.remove();
  });

  test("a signed packet set upon another's is malformed: the signature holds its place", async () => {
    const old = await ada.pack("old");
    await ada.push();
    const tree = team.git("rev-parse", `${mainRef}^{tree}`);
    team.git("update-ref", "-d", mainRef);
    const own = await bob.pack("bob's");
    await bob.push();
    const who = ["-c", "user.name=x", "-c", "user.email=x@example.com"];
    const above = team.git(...who, "commit-tree", tree, "-p", mainRef, "-m", `passdown packet ${old}`);
    team.git("update-ref", mainRef, above);
    expect((await bob.fetch()).packets).toMatchObject([
      { state: "current", packet_id: own, newer_untrusted: 1 },
      { state: "malformed" },
    ]);
    expect(await bob.pickup()).toMatchObject({ packet_id: own });
  });
});
