import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openStand } from "../audit/stand.ts";
import { createRepository, fingerprint, type TestRepository } from "../git/repository.ts";

const begin = (repository: TestRepository): string => repository.write("a.txt", "a\n").commit("begin");

describe("a session or topic named like a path (D13)", () => {
  test.each([
    [{ session: "../../../x" }, { session_id: "../../../x" }],
    [{ topic: "../../../x" }, { topic: "../../../x" }],
    [
      { session: "/etc/x", topic: "a/b" },
      { session_id: "/etc/x", topic: "a/b" },
    ],
    [
      { session: "x\0y", topic: "." },
      { session_id: "x\0y", topic: "." },
    ],
  ])("%j writes nothing outside the home", async (options, named) => {
    const stand = openStand(createRepository("sha1", begin).root);
    await stand.note("next", "go on");
    const outside = (): string =>
      fingerprint(join(stand.root, "a.txt")) +
      readdirSync(join(stand.root, "..")).join() +
      readdirSync(stand.root).join();
    const before = outside();
    const { packet, path } = await stand.pack(options);
    expect(outside()).toBe(before);
    expect(path).toBe(join(stand.home, "packets", packet.packet_id));
    expect(existsSync(join(path, "handoff.json"))).toBe(true);
    expect(packet).toMatchObject(named);
  });
});

test("two packets made in the same second are two packets (D15)", async () => {
  const stand = openStand(createRepository("sha1", begin).root);
  await stand.note("next", "one");
  const first = await stand.pack();
  await stand.note("next", "two");
  const second = await stand.pack();
  expect(second.superseded).toBe(first.packet_id);
  expect(readdirSync(join(stand.home, "packets")).toSorted()).toEqual([first.packet_id, second.packet_id].toSorted());
});
