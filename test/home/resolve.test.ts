import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Packets } from "../../src/adapters/home/packets.ts";
import { makeHome } from "./support/folders.ts";

function packetsNamed(...names: readonly string[]): Packets {
  const home = makeHome();
  for (const name of names) mkdirSync(join(home.path, "packets", name), { recursive: true });
  return home.packets;
}

const packets = (): Packets =>
  packetsNamed("p-aaaa000000000001", "p-aaaa000000000002", "p-bbbb000000000001", ".tmp-1-0");

test.each([
  ["p-aaaa000000000001", "p-aaaa000000000001"],
  ["p-bbbb", "p-bbbb000000000001"],
  ["bbbb", "p-bbbb000000000001"],
  ["P-BBBB", "p-bbbb000000000001"],
  ["p-bb", "p-bbbb000000000001"],
])("%s means %s", (given, meant) => {
  expect(packets().resolve(given)).toBe(meant);
});

test.each([
  ["p-aaaa", "packet_ambiguous", "p-aaaa000000000001, p-aaaa000000000002"],
  ["p-cccc", "packet_unknown", "p-cccc"],
  ["bbb", "packet_id_invalid", "bbb"],
  ["", "packet_id_invalid", '""'],
  ["p-../../etc", "packet_id_invalid", "../../etc"],
  [".tmp-1-0", "packet_id_invalid", ".tmp"],
  ["p-bbbb0000000000011", "packet_id_invalid", "p-bbbb"],
  ["x".repeat(9999), "packet_id_invalid", "xxx…"],
  ["a\nb\u001b[31m", "packet_id_invalid", "a\\nb\\u001b"],
])("%j is refused as %s and says what was given", (given, code, part) => {
  expect(() => packets().resolve(given)).toThrow(
    expect.objectContaining({ kind: "input", code, message: expect.stringContaining(part) }),
  );
});

test("without a home no packet is known", () => {
  expect(() => makeHome().packets.resolve("p-aaaa")).toThrow(expect.objectContaining({ code: "packet_unknown" }));
});
