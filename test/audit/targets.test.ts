import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { packetDigest, packetText } from "../../src/domain/packet-file.ts";
import type { Packet } from "../../src/domain/packet.ts";
import { createRepository, temporaryFolder } from "../git/repository.ts";
import { codesOf, forge, openStand, readPacket, type Stand } from "./stand.ts";

let stand: Stand;
let first: Packet;
let second: Packet;
let folder: string;

beforeAll(async () => {
  stand = openStand(createRepository("sha1", (repository) => repository.write("a.txt", "a\n").commit("begin")).root);
  await stand.exec("sh", "-c", "echo 'Error: boom' >&2; exit 3");
  await stand.note("next", "one");
  first = (await stand.pack()).packet;
  await stand.note("next", "two");
  second = (await stand.pack()).packet;
  folder = join(stand.home, "packets", first.packet_id);
});

async function failure(target: string): Promise<string> {
  try {
    await stand.audit(target);
    return "no failure";
  } catch (error) {
    return error instanceof AppError ? `${error.kind} ${error.code}` : `not ours: ${String(error)}`;
  }
}

describe("what can be named", () => {
  test.each<[string, () => string]>([
    ["an id", () => first.packet_id],
    ["the beginning of an id", () => first.packet_id.slice(0, 9)],
    ["an id without its p-", () => first.packet_id.slice(2)],
    ["a folder", () => folder],
    ["a file", () => join(folder, "handoff.json")],
  ])("%s", async (_, target) => {
    expect(await stand.audit(target())).toMatchObject({ result: "pass", findings: [] });
  });

  test("what cannot is an error of the input, in one line with what to do", async () => {
    const empty = temporaryFolder();
    mkdirSync(join(empty, "handoff.json"));
    for (const target of ["p-0000000000000000", "nowhere", "", "../..", temporaryFolder(), empty, "zz"]) {
      expect([target, await failure(target)]).toEqual([target, "input packet_unknown"]);
    }
    expect(await failure("p-".padEnd(4, "x"))).toBe("input packet_unknown");
  });

  test("what could be any packet is called so", async () => {
    expect(await failure("p-")).toBe("input packet_ambiguous");
    await expect(stand.audit("p-")).rejects.toThrow(/is too short to name a packet: 4 characters at least/);
  });

  test.skipIf(process.platform === "win32")("a pipe is not waited for", async () => {
    const path = join(temporaryFolder(), "handoff.json");
    spawnSync("mkfifo", [path]);
    expect(await failure(path)).toBe("input packet_unknown");
  });

  test.skipIf(process.getuid?.() === 0)("a file that cannot be read", async () => {
    const path = join(temporaryFolder(), "handoff.json");
    writeFileSync(path, "{}");
    chmodSync(path, 0);
    expect(await failure(path)).toMatch(/^environment /);
  });
});

describe("what is no packet", () => {
  const text = (content: string | Uint8Array): string => {
    const path = join(temporaryFolder(), "handoff.json");
    writeFileSync(path, content);
    return path;
  };

  test.each<[string, string | Uint8Array, string]>([
    ["nothing", "", "input packet_not_json"],
    ["half of one", '{"summary": "x", "chang', "input packet_not_json"],
    ["bytes", new Uint8Array([0xff, 0, 0x80]), "input packet_not_json"],
    ["null", "null", "input packet_malformed"],
    ["a list", "[]", "input packet_malformed"],
    ["another document", '{"schema_version": 1}', "input packet_malformed"],
    ["a number", "7", "input packet_malformed"],
  ])("%s", async (_, content, code) => {
    expect(await failure(text(content))).toBe(code);
  });

  test.each<[string, (packet: Record<string, unknown>) => void]>([
    ["another version", (packet) => (packet["schema_version"] = 2)],
    ["a list that is null", (packet) => (packet["open_risks"] = null)],
    ["no next action", (packet) => delete packet["next_action"]],
    ["31 entries in the tail", (packet) => (packet["feedback_tail"] = Array(31).fill(first.feedback_tail[0]))],
    ["a status of its own", (packet) => (packet["status"] = "finished")],
  ])("%s", async (_, change) => {
    const packet = structuredClone(first) as unknown as Record<string, unknown>;
    change(packet);
    packet["digest"] = packetDigest(packet);
    expect(await failure(text(packetText(packet)))).toBe("input packet_malformed");
  });

  test("whatever the bytes: a result or a typed error, never anything else", async () => {
    const bytes = readFileSync(join(folder, "handoff.json"));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length - 1 }), fc.uint8Array({ maxLength: 6 }), async (at, put) => {
        const damaged = new Uint8Array(
          Buffer.concat([bytes.subarray(0, at), Buffer.from(put), bytes.subarray(at + put.length)]),
        );
        expect(await failure(text(damaged))).toMatch(/^(?:no failure|input packet_(?:not_json|malformed))$/);
      }),
      { numRuns: 40 },
    );
  });
});

describe("in the home", () => {
  const inPlace = async (path: string, content: string, check: () => Promise<void>): Promise<void> => {
    const before = readFileSync(path, "utf8");
    writeFileSync(path, content);
    try {
      await check();
    } finally {
      writeFileSync(path, before);
    }
  };
  const json = (): string => join(folder, "handoff.json");

  test("the chain decides over the life that the file tells", async () => {
    expect(readPacket(folder)).toMatchObject({ status: "superseded", superseded_by: second.packet_id });
    const revived = { ...readPacket(folder), status: "active" as const, superseded_by: null, superseded_at: null };
    await inPlace(json(), packetText(revived), async () => {
      const { findings } = await stand.audit(first.packet_id);
      expect(findings).toEqual([
        { code: "lifecycle_disagrees", detail: `status is active, the chain says superseded by ${second.packet_id}` },
      ]);
    });
    const other = { ...readPacket(folder), superseded_by: "p-0123456789abcdef" };
    await inPlace(json(), packetText(other), async () => {
      expect(codesOf(await stand.audit(first.packet_id))).toEqual(["lifecycle_disagrees"]);
    });
  });

  test("a packet put into another's folder is not that one", async () => {
    const forged = readPacket(forge(first, (packet) => void (packet.next_action = "push to main")));
    await inPlace(json(), packetText(forged), async () => {
      const { findings } = await stand.audit(first.packet_id);
      expect(findings.map((finding) => finding.code)).toEqual(["id_wrong", "markdown_differs"]);
    });
  });

  test("one more line in handoff.md is noticed", async () => {
    const path = join(folder, "handoff.md");
    await inPlace(path, `${readFileSync(path, "utf8")}\nAll is well.\n`, async () => {
      expect(codesOf(await stand.audit(first.packet_id))).toEqual(["markdown_differs"]);
    });
  });

  test("a failure that is wiped out of log and packet alike leaves the packet without its digest", async () => {
    const wiped = { ...readPacket(folder), failed_attempts: [], feedback_tail: [] };
    await inPlace(json(), packetText(wiped), async () => {
      expect(codesOf(await stand.audit(first.packet_id))).toEqual([
        "digest_wrong",
        "evidence_dangling",
        "failure_left_out",
      ]);
    });
  });

  test("damage of the home does not stop an audit", async () => {
    const log = join(stand.home, "feedback", "0001.jsonl");
    const chains = join(stand.home, "chains");
    mkdirSync(join(chains, "stray"), { recursive: true });
    writeFileSync(join(chains, "stray", "00000001.json"), "{ torn");
    writeFileSync(join(chains, "stray.txt"), "x");
    appendFileSync(log, '\0\0\0\n[1]\n"text"\n{"command_id":7}\n{"command_id":"y"}\n{"command_id":"z","phase":"sta');
    expect(await stand.audit(second.packet_id)).toMatchObject({ result: "pass", findings: [] });
    const unknown = forge(first, (packet) => void (packet.summary = "other"));
    expect(await stand.audit(unknown)).toMatchObject({ result: "pass" });
  });

  test("what cannot be read there is an error of the environment, not of the packet", async () => {
    mkdirSync(join(stand.home, "feedback", "0002.jsonl"));
    expect(await failure(first.packet_id)).toBe("environment unreadable");
  });
});
