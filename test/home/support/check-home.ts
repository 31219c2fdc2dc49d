import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Home } from "../../../src/adapters/home/open-home.ts";
import { packetDigest, parsePacket } from "../../../src/domain/packet-file.ts";
import { makePacket, makePublication, time } from "./make-packet.ts";
import { openAt } from "./folders.ts";

export const thread = { branch: "main", topic: "main" } as const;

export function activeId(home: Home): string | null {
  const { record, damage } = home.chain.active(thread);
  expect(damage).toEqual([]);
  return record?.packetId ?? null;
}

/** What must hold of the home at `path` at every moment, whoever died there and when. */
export function expectSound(path: string): void {
  const home = openAt(path);
  expect(home.chain.verifyChain()).toEqual([]);
  for (const { record } of home.chain.history().entries) {
    const { handoffJson, handoffMd } = home.packets.read(record.packetId);
    const packet = parsePacket(handoffJson ?? "");
    expect(packetDigest(packet)).toBe(record.digest);
    expect(handoffMd).toBe(`# ${packet.summary}\n`);
  }
  expect(home.notes.read().damage).toEqual([]);
}

/** After a mend every packet's file says what the chain says; publishing goes on. */
export function expectGoesOn(path: string): void {
  const home = openAt(path);
  expect(home.chain.mend().failed).toBeNull();
  expectFilesAgree(home);
  const before = activeId(home);
  const next = makePacket(999_999);
  const result = home.chain.publish(makePublication(next, before, time(99)));
  expect(result).toMatchObject({ result: "published", record: { supersedes: before } });
  expect(activeId(home)).toBe(next.packet_id);
  expectSound(path);
  expectFilesAgree(home);
}

/** Exactly one packet is active in each thread, in the files as well. */
export function expectFilesAgree(home: Home): void {
  for (const { record, lifecycle } of home.chain.history().entries) {
    expect(JSON.parse(home.packets.read(record.packetId).handoffJson ?? "")).toMatchObject(lifecycle);
  }
}

/** Every file below a folder: path → bytes as text. */
export function readAll(path: string): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    if (entry.isFile())
      files[join(entry.parentPath, entry.name)] = readFileSync(join(entry.parentPath, entry.name), "latin1");
  }
  return files;
}
