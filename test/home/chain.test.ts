import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createChain } from "../../src/adapters/home/chain.ts";
import { chainKey } from "../../src/adapters/home/chain-files.ts";
import { createHomeFolder } from "../../src/adapters/home/home-folder.ts";
import { createPackets } from "../../src/adapters/home/packets.ts";
import type { Home } from "../../src/adapters/home/open-home.ts";
import { parsePacket, serializePacket, withLifecycle } from "../../src/domain/packet-file.ts";
import { activeId, expectFilesAgree, readAll, thread } from "./support/check-home.ts";
import { makeHome, openAt } from "./support/folders.ts";
import { makePacket, makePublication, time } from "./support/make-packet.ts";

const packet = (number: number): ReturnType<typeof makePacket> => makePacket(number);
const id = (number: number): string => packet(number).packet_id;

function publish(home: Home, ...numbers: readonly number[]): void {
  for (const number of numbers) {
    const result = home.chain.publish(makePublication(packet(number), activeId(home), time(number)));
    expect(result.result).toBe("published");
  }
}

function lifecycle(home: Home, number: number): unknown {
  const { status, superseded_by, superseded_at, archived_at } = parsePacket(
    home.packets.read(id(number)).handoffJson ?? "",
  );
  return [status, superseded_by, superseded_at, archived_at];
}

describe("publishing", () => {
  test("makes the packet active and supersedes the one before, in the chain and in its file", () => {
    const home = makeHome();
    publish(home, 1, 2);
    expect(home.chain.active(thread).record).toMatchObject({ seq: 2, packetId: id(2), supersedes: id(1), at: time(2) });
    expect(lifecycle(home, 1)).toEqual(["superseded", id(2), time(2), null]);
    expect(lifecycle(home, 2)).toEqual(["active", null, null, null]);
    expect(home.chain.verifyChain()).toEqual([]);
  });

  test("keeps the bytes that it was given, and all but the lifecycle of the old ones", () => {
    const home = makeHome();
    publish(home, 1, 2);
    const superseded = { status: "superseded", superseded_by: id(2), superseded_at: time(2) } as const;
    expect(home.packets.read(id(2))).toEqual({
      handoffJson: serializePacket(packet(2)),
      handoffMd: "# packet number 2\n",
    });
    expect(home.packets.read(id(1)).handoffJson).toBe(serializePacket(withLifecycle(packet(1), superseded)));
  });

  test("after somebody else is a lost race: nothing is superseded", () => {
    const home = makeHome();
    publish(home, 1, 2);
    const late = home.chain.publish(makePublication(packet(3), id(1)));
    expect(late).toEqual({ result: "raced", active: id(2) });
    expect(home.chain.publish(makePublication(packet(3), null))).toEqual({ result: "raced", active: id(2) });
    expect(activeId(home)).toBe(id(2));
    expectFilesAgree(home);
  });

  test("the active packet again changes no byte, whatever was expected", () => {
    const home = makeHome();
    publish(home, 1, 2);
    const before = readAll(home.path);
    for (const expected of [id(2), id(1), null]) {
      expect(home.chain.publish(makePublication(packet(2), expected)).result).toBe("unchanged");
    }
    expect(readAll(home.path)).toEqual(before);
  });

  test("an old packet again makes it active again", () => {
    const home = makeHome();
    publish(home, 1, 2, 1);
    expect(lifecycle(home, 1)).toEqual(["active", null, null, null]);
    expect(lifecycle(home, 2)).toEqual(["superseded", id(1), time(1), null]);
    expect(home.chain.history().entries.map(({ record }) => [record.seq, record.packetId])).toEqual([
      [3, id(1)],
      [2, id(2)],
    ]);
  });

  test("repairs a folder whose files were damaged", () => {
    const home = makeHome();
    publish(home, 1);
    writeFileSync(join(home.packets.path(id(1)), "handoff.json"), '{"half');
    rmSync(join(home.packets.path(id(1)), "handoff.md"));
    expect(home.chain.publish(makePublication(packet(1), id(1))).result).toBe("unchanged");
    expect(home.packets.read(id(1))).toEqual({
      handoffJson: serializePacket(packet(1)),
      handoffMd: "# packet number 1\n",
    });
  });

  test("threads do not touch each other, hostile names included", () => {
    const home = makeHome();
    const threads = [
      { branch: "main", topic: "main" },
      { branch: null, topic: "main" },
      { branch: "", topic: "main" },
      { branch: "../../etc", topic: "passwd" },
      { branch: "a\0b", topic: "c" },
      { branch: "a", topic: "b\0c" },
      { branch: "\ud800", topic: "c" },
      { branch: "\ud801", topic: "c" },
      { branch: "x".repeat(5000), topic: "/" },
    ];
    for (const [index, one] of threads.entries()) {
      const own = { ...makePacket(index), ...one };
      home.chain.publish(makePublication(own, null, time(index)));
    }
    for (const [index, one] of threads.entries()) {
      expect(home.chain.active(one).record).toMatchObject({ ...one, packetId: makePacket(index).packet_id });
    }
    expect(home.chain.activeAll().records.map(({ at }) => at)).toEqual(
      threads.map((_, index) => time(index)).reverse(),
    );
    expect(readdirSync(join(home.path, "chains")).every((name) => /^[0-9a-f]{16}$/.test(name))).toBe(true);
  });

  test("an id that is no packet id never becomes a path", () => {
    const home = makeHome();
    const publication = { ...makePublication(packet(1), null), packetId: "../../outside" };
    expect(() => home.chain.publish(publication)).toThrow(expect.objectContaining({ kind: "input" }));
    expect(() => home.packets.read("p-0123456789abcdef/..")).toThrow(expect.objectContaining({ kind: "input" }));
  });
});

describe("archiving", () => {
  test("ends the active packet; the next one follows nobody", () => {
    const home = makeHome();
    publish(home, 1, 2);
    const ended = home.chain.archive({ ...thread, packetId: id(2), reason: "done", at: time(5) });
    expect(ended).toMatchObject({ result: "archived", record: { seq: 3, kind: "archived", reason: "done" } });
    expect(home.chain.active(thread).record).toBeNull();
    expect(lifecycle(home, 2)).toEqual(["archived", null, null, time(5)]);
    expect(lifecycle(home, 1)).toEqual(["superseded", id(2), time(2), null]);
    publish(home, 3);
    expect(home.chain.active(thread).record).toMatchObject({ seq: 4, supersedes: null });
    expect(lifecycle(home, 2)).toEqual(["archived", null, null, time(5)]);
  });

  test.each([
    ["a superseded packet", 1, 2],
    ["a packet of nobody", 9, 2],
  ])("%s is not active", (_name, number, active) => {
    const home = makeHome();
    publish(home, 1, 2);
    const result = home.chain.archive({ ...thread, packetId: id(number), reason: null, at: time(5) });
    expect(result).toEqual({ result: "not_active", active: id(active) });
  });
});

describe("mending", () => {
  const active = { status: "active", superseded_by: null, superseded_at: null, archived_at: null } as const;

  test("brings a file in line that a killed publisher left behind", () => {
    const home = makeHome();
    publish(home, 1, 2);
    home.packets.rewrite(id(1), serializePacket(withLifecycle(packet(1), active)));
    expect(home.chain.lifecycle({ ...thread, packetId: id(1) })).toMatchObject({ status: "superseded" });
    expect(home.chain.mend(thread)).toEqual({ mended: [id(1)], failed: null });
    expect(lifecycle(home, 1)).toEqual(["superseded", id(2), time(2), null]);
    expect(home.chain.mend(thread)).toEqual({ mended: [], failed: null });
  });

  test("happens before the next publication, which would no longer name that packet", () => {
    const home = makeHome();
    publish(home, 1, 2);
    home.packets.rewrite(id(1), serializePacket(withLifecycle(packet(1), active)));
    publish(home, 3);
    expect(lifecycle(home, 1)).toEqual(["superseded", id(2), time(2), null]);
  });

  test("reaches every packet of the thread, however long ago it was superseded", () => {
    const home = makeHome();
    publish(home, 1, 2, 3, 4, 5);
    for (const number of [1, 3])
      home.packets.rewrite(id(number), serializePacket(withLifecycle(packet(number), active)));
    expect(home.chain.mend(thread).mended).toEqual([id(3), id(1)]);
    expect(lifecycle(home, 1)).toEqual(["superseded", id(2), time(2), null]);
    expect(home.chain.mend(thread)).toEqual({ mended: [], failed: null });
    expectFilesAgree(home);
  });

  test("reaches them without what it remembers, too", () => {
    const home = makeHome();
    publish(home, 1, 2, 3, 4);
    home.packets.rewrite(id(1), serializePacket(withLifecycle(packet(1), active)));
    rmSync(join(home.path, "cache"), { recursive: true });
    publish(home, 5);
    expect(lifecycle(home, 1)).toEqual(["superseded", id(2), time(2), null]);
    expectFilesAgree(home);
  });

  test("puts right what a process wrote late and did not live to look at again", () => {
    const home = makeHome();
    publish(home, 1, 2);
    const folder = createHomeFolder(home.path);
    const packets = createPackets(folder);
    let writes = 0;
    // It writes packet 1's file when the chain has gone on by three; then it is killed.
    const killed = createChain(folder, {
      ...packets,
      rewrite: (packetId, handoffJson) => {
        writes += 1;
        if (writes === 1) publish(openAt(home.path), 2, 3, 4);
        packets.rewrite(packetId, handoffJson);
        throw new Error("killed");
      },
    });
    expect(() => killed.publish(makePublication(packet(1), id(2), time(2)))).toThrow("killed");
    expect(lifecycle(home, 1)).toEqual(["active", null, null, null]);
    expect(home.chain.mend(thread).mended).toEqual([id(1)]);
    expectFilesAgree(home);
  });

  test("reads no packet of which nothing is new", () => {
    const home = makeHome();
    publish(home, 1, 2, 3, 4);
    home.chain.mend(thread);
    const folder = createHomeFolder(home.path);
    const packets = createPackets(folder);
    const quiet = createChain(folder, { ...packets, read: () => expect.fail("read although nothing is new") });
    expect(quiet.mend(thread)).toEqual({ mended: [], failed: null });
  });

  test("that comes late is put right when somebody published in its middle", () => {
    const home = makeHome();
    publish(home, 1, 2);
    const folder = createHomeFolder(home.path);
    const packets = createPackets(folder);
    let paused = false;
    // Stops before its first write, as a suspended process would, and lets another one publish and mend.
    const slow = createChain(folder, {
      ...packets,
      rewrite: (packetId, handoffJson) => {
        if (!paused) {
          paused = true;
          openAt(home.path).chain.publish(makePublication(packet(3), id(1), time(3)));
        }
        packets.rewrite(packetId, handoffJson);
      },
    });
    expect(slow.publish(makePublication(packet(1), id(2), time(2))).result).toBe("published");
    expect([paused, lifecycle(home, 1)]).toEqual([true, ["superseded", id(3), time(3), null]]);
    expectFilesAgree(home);
  });

  test("leaves a packet alone that somebody altered", () => {
    const home = makeHome();
    publish(home, 1, 2);
    const altered = serializePacket(packet(1)).replace('  "summary"', '   "summary"');
    writeFileSync(join(home.packets.path(id(1)), "handoff.json"), altered);
    expect(home.chain.mend(thread)).toEqual({ mended: [], failed: null });
    expect(home.packets.read(id(1)).handoffJson).toBe(altered);
  });

  test("writes nothing on the word of a chain whose newest record is damaged", () => {
    const home = makeHome();
    publish(home, 1, 2);
    writeFileSync(join(home.path, "chains", chainKey(thread), "00000002.json"), "");
    expect(home.chain.mend()).toEqual({ mended: [], failed: null });
    expect(lifecycle(home, 1)).toEqual(["superseded", id(2), time(2), null]);
  });
});

describe("history", () => {
  test("is newest first, with each packet's place in its life, by branch, topic and limit", () => {
    const home = makeHome();
    publish(home, 1, 2, 3);
    const other = makePacket(4, { branch: "other", topic: "T-1" });
    home.chain.publish(makePublication(other, null, time(4)));
    const ids = (filter: Parameters<Home["chain"]["history"]>[0]): string[] =>
      home.chain.history(filter).entries.map(({ record }) => record.packetId);
    expect(ids({})).toEqual([other.packet_id, id(3), id(2), id(1)]);
    expect(ids({ branch: "main" })).toEqual([id(3), id(2), id(1)]);
    expect(ids({ topic: "T-1" })).toEqual([other.packet_id]);
    expect(ids({ branch: "main", topic: "T-1" })).toEqual([]);
    expect(ids({ branch: null })).toEqual([]);
    expect(ids({ limit: 2 })).toEqual([other.packet_id, id(3)]);
    expect(ids({ branch: "main", topic: "main", limit: 1 })).toEqual([id(3)]);
    const lives = home.chain.history({ branch: "main" }).entries.map((entry) => entry.lifecycle.superseded_by);
    expect(lives).toEqual([null, id(3), id(2)]);
  });

  test("keeps the order of a chain although the clock went backwards", () => {
    const home = makeHome();
    publish(home, 5, 3, 4, 1);
    expect(home.chain.history().entries.map(({ record }) => record.packetId)).toEqual([id(1), id(4), id(3), id(5)]);
  });
});

describe("a home knows its own packets", () => {
  test("by id, digest, branch and topic", () => {
    const home = makeHome();
    publish(home, 1, 2);
    const own = { ...thread, packetId: id(1), digest: packet(1).digest };
    expect(home.chain.holds(own)).toBe(true);
    expect(home.chain.holds({ ...own, digest: packet(2).digest })).toBe(false);
    expect(home.chain.holds({ ...own, topic: "other" })).toBe(false);
    expect(makeHome().chain.holds(own)).toBe(false);
    expect(home.chain.lifecycle({ ...own, topic: "other" })).toBeNull();
  });
});

describe("damage to the chain", () => {
  const file = (home: Home, seq: number): string =>
    join(home.path, "chains", chainKey(thread), `${String(seq).padStart(8, "0")}.json`);
  const edit = (path: string, from: string, to: string): void =>
    writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
  const cases: readonly [string, (home: Home) => void, readonly string[]][] = [
    ["a record gone from the middle", (home) => rmSync(file(home, 2)), ["chain_gap"]],
    ["the first record gone", (home) => rmSync(file(home, 1)), ["chain_gap"]],
    ["a record edited", (home) => edit(file(home, 2), time(2), time(9)), ["chain_edited"]],
    [
      "a record replaced by another",
      (home) => renameSync(file(home, 1), file(home, 2)),
      ["chain_gap", "chain_edited", "chain_edited"],
    ],
    [
      "a record of another thread",
      (home) => edit(file(home, 2), '"topic":"main"', '"topic":"T"'),
      ["chain_edited", "chain_edited"],
    ],
    ["a record cut in half", (home) => writeFileSync(file(home, 2), '{"v":1,"seq"'), ["invalid_json", "chain_edited"]],
    ["an empty record", (home) => writeFileSync(file(home, 3), ""), ["invalid_json"]],
    ["something appended", (home) => appendFileSync(file(home, 1), " "), ["chain_edited"]],
    ["a newer version", (home) => edit(file(home, 3), '"v":1', '"v":2'), ["unknown_version"]],
  ];
  test.each(cases)("%s is told", (_name, damage, codes) => {
    const home = makeHome();
    publish(home, 1, 2, 3);
    damage(home);
    expect(home.chain.verifyChain().map(({ code }) => code)).toEqual(codes);
  });

  test("a damaged newest record is told with the newest readable one, and the chain goes on after it", () => {
    const home = makeHome();
    publish(home, 1, 2);
    writeFileSync(file(home, 2), "");
    const read = home.chain.active(thread);
    expect([read.record?.packetId, read.damage.map(({ code }) => code)]).toEqual([id(1), ["invalid_json"]]);
    expect(home.chain.publish(makePublication(packet(3), id(1))).result).toBe("published");
    expect(activeId(home)).toBe(id(3));
    expect(home.chain.verifyChain().map(({ code }) => code)).toEqual(["invalid_json"]);
  });

  test("a chain that a newer passdown continued is read but not continued", () => {
    const home = makeHome();
    publish(home, 1, 2);
    edit(file(home, 2), '"v":1', '"v":2');
    expect(() => home.chain.publish(makePublication(packet(3), id(1)))).toThrow(
      expect.objectContaining({ kind: "environment", code: "chain_unreadable" }),
    );
    expect(home.chain.active(thread).damage.map(({ code }) => code)).toEqual(["unknown_version"]);
  });
});

test("any sequence of publications and ends leaves exactly what a simple model says", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("publish" as const), number: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant("archive" as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const home = makeHome();
      const statuses = new Map<string, string>();
      let active: string | null = null;
      for (const [index, one] of steps.entries()) {
        if (one.kind === "publish") {
          openAt(home.path).chain.publish(makePublication(packet(one.number), active, time(index)));
          if (active !== null) statuses.set(active, "superseded");
          active = id(one.number);
          statuses.set(active, "active");
        } else if (active !== null) {
          home.chain.archive({ ...thread, packetId: active, reason: null, at: time(index) });
          statuses.set(active, "archived");
          active = null;
        }
      }
      expect(activeId(home)).toBe(active);
      const told = home.chain.history().entries.map(({ record, lifecycle: { status } }) => [record.packetId, status]);
      expect(new Map(told as [string, string][])).toEqual(statuses);
      expectFilesAgree(home);
      expect(home.chain.verifyChain()).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
