import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ProcessIdentity } from "../../src/domain/home.ts";
import { openHome } from "../../src/adapters/home/open-home.ts";
import type { Claims, IsAlive } from "../../src/adapters/home/claims.ts";
import { makeFolder } from "./support/folders.ts";
import { time } from "./support/make-packet.ts";

const packetId = "p-0123456789abcdef";
const holder = (pid: number): ProcessIdentity => ({ pid, startTime: "1", bootId: "b", host: "h", command: "agent" });

function claims(isAlive: IsAlive): { claims: Claims; dir: string } {
  const path = join(makeFolder(), "home");
  return { claims: openHome({ path, isAlive }).claims, dir: join(path, "claims", packetId) };
}

const request = (sessionId: string | null, pid: number): Parameters<Claims["claim"]>[0] => ({
  packetId,
  sessionId,
  holder: holder(pid),
  at: time(pid),
});

describe("a claim", () => {
  test.each([
    ["lives", true, "held"],
    ["cannot be seen from here", "unknown", "held"],
    ["is proven dead", false, "claimed"],
  ] as const)("whose process %s leaves a second claimer with: %s -> %s", (_name, alive, result) => {
    const { claims: one } = claims(() => alive);
    const first = one.claim(request("s-1", 1));
    expect(first.result).toBe("claimed");
    const second = one.claim(request("s-2", 2));
    expect(second.result).toBe(result);
    expect(one.current(packetId)?.claim.sessionId).toBe(result === "held" ? "s-1" : "s-2");
  });

  test("tells the loser who holds it and since when", () => {
    const { claims: one } = claims(() => "unknown");
    one.claim(request("s-1", 1));
    expect(one.claim(request("s-2", 2))).toEqual({
      result: "held",
      by: { id: expect.stringMatching(/^c-[0-9a-f]{12}$/), ...request("s-1", 1) },
      alive: "unknown",
    });
  });

  test("made again by its own session writes nothing", () => {
    const { claims: one, dir } = claims(() => true);
    const first = one.claim(request("s-1", 1));
    expect(one.claim({ ...request("s-1", 1), at: time(9) })).toEqual(first);
    expect(readdirSync(dir)).toEqual(["00000001.json"]);
  });

  test("made again by its own session from a new process is held by that process", () => {
    const { claims: one } = claims(({ pid }) => pid === 2);
    one.claim(request("s-1", 1));
    expect(one.claim(request("s-1", 2)).result).toBe("claimed");
    expect(one.claim(request("s-2", 3))).toMatchObject({ result: "held", by: { holder: { pid: 2 } } });
  });

  test("without a session belongs to its process", () => {
    const { claims: one } = claims(() => true);
    one.claim(request(null, 1));
    expect(one.claim(request(null, 1)).result).toBe("claimed");
    expect(one.claim(request(null, 2)).result).toBe("held");
  });

  test("is released by its id alone, and then free for anybody", () => {
    const { claims: one } = claims(() => true);
    const first = one.claim(request("s-1", 1));
    const claimId = first.result === "claimed" ? first.claim.id : "";
    expect(one.release({ packetId, claimId: "c-000000000000", at: time(2) })).toMatchObject({
      result: "not_held",
      by: { id: claimId },
    });
    expect(one.release({ packetId, claimId, at: time(2) })).toEqual({ result: "released" });
    expect(one.current(packetId)).toBeNull();
    expect(one.claim(request("s-2", 2)).result).toBe("claimed");
    expect(one.release({ packetId, claimId, at: time(3) })).toMatchObject({
      result: "not_held",
      by: { sessionId: "s-2" },
    });
  });

  test("of one packet says nothing of another", () => {
    const { claims: one } = claims(() => true);
    one.claim(request("s-1", 1));
    expect(one.current("p-ffffffffffffffff")).toBeNull();
    expect(one.claim({ ...request("s-2", 2), packetId: "p-ffffffffffffffff" }).result).toBe("claimed");
  });

  test("that cannot be read is nobody's to take: the error names the file", () => {
    const { claims: one, dir } = claims(() => false);
    one.claim(request("s-1", 1));
    writeFileSync(join(dir, "00000001.json"), "{");
    expect(() => one.claim(request("s-2", 2))).toThrow(
      expect.objectContaining({
        code: "claim_unreadable",
        message: expect.stringContaining("00000001.json"),
        hint: expect.stringContaining("move that file away"),
      }),
    );
  });

  test("of something that is no packet id is refused", () => {
    const { claims: one } = claims(() => true);
    expect(() => one.claim({ ...request("s-1", 1), packetId: "../x" })).toThrow(
      expect.objectContaining({ kind: "input" }),
    );
  });
});
