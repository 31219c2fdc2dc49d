import { describe, expect, test } from "vitest";
import { packetDigest, parsePacket, serializePacket, withLifecycle } from "../../src/domain/packet-file.ts";
import type { Packet } from "../../src/domain/packet.ts";
import { packetOf } from "../generate/generate.ts";
import { makePacket } from "../pickup/make-facts.ts";

/** The same value with a key that this version does not know in front of every object's own. */
function ofNewerVersion(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ofNewerVersion);
  if (value === null || typeof value !== "object") return value;
  return {
    from_a_newer_version: { kept: ["yes"] },
    ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, ofNewerVersion(inner)])),
  };
}

describe("a packet that a newer minor version wrote", () => {
  test.each([
    ["with what a session leaves", packetOf()],
    [
      "with an effect and a check",
      makePacket({ effects: [{ id: "e-1", what: "push", state: "done", probe: null, source: "f-1" }] }),
    ],
  ])("%s: every unknown key is kept, at every depth and at its place", (_, packet) => {
    const newer = ofNewerVersion(packet) as object;
    const text = `${JSON.stringify(newer, null, 2)}\n`;
    const read = parsePacket(text);
    expect(serializePacket(read)).toBe(text);
    expect(packetDigest(read)).toBe(packetDigest(newer));
    expect(packetDigest(read)).not.toBe(packetDigest(packet));
    expect(text.split("from_a_newer_version").length).toBeGreaterThan(10);
  });

  test("stays what it is but for its life", () => {
    const text = `${JSON.stringify(ofNewerVersion(packetOf()), null, 2)}\n`;
    const superseded = withLifecycle(parsePacket(text), { status: "superseded" });
    expect(serializePacket(superseded)).toBe(text.replace('"status": "active"', '"status": "superseded"'));
  });

  test("is refused where a key that is known holds something else", () => {
    const newer = { ...(ofNewerVersion(packetOf()) as object), effects: [{ id: 1 }] };
    expect(() => parsePacket(JSON.stringify(newer))).toThrow(/effects\.0/);
  });
});

test("a packet that is nested too deep to be written again is refused", () => {
  const deep = "[".repeat(9000) + "]".repeat(9000);
  const text = JSON.stringify(packetOf()).replace("{", `{"newer": ${deep}, `);
  expect(() => parsePacket(text)).toThrow("nested more than 200 levels deep");
});

test("a packet from before there were checks stays what it is, to the byte", () => {
  const { checks: _checks, last_message: _message, ...rest } = packetOf();
  const request = { text: "go on", at: null };
  const text = serializePacket({ ...rest, last_request: request } as Packet);
  const read = parsePacket(text);
  expect(serializePacket(withLifecycle(read, {}))).toBe(text);
  expect(packetDigest(read)).toBe(packetDigest(JSON.parse(text) as object));
});
