import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateHandoff, judgeSnapshot } from "../../src/app/generate-handoff.ts";
import { isFailure } from "../../src/domain/feedback/judge-record.ts";
import { quoteCommand } from "../../src/domain/feedback/quote-command.ts";
import { lifecycleKeys, type Packet } from "../../src/domain/packet.ts";
import { packetDigest, parsePacket, serializePacket, withLifecycle } from "../../src/domain/packet-file.ts";
import type { WorkbenchSnapshot } from "../../src/domain/snapshot.ts";
import { wellFormed } from "../../src/domain/text/well-formed.ts";
import { anySnapshot } from "./any-snapshot.ts";

const runs = { numRuns: 50 };

function packetOf(snapshot: WorkbenchSnapshot, redact?: (text: string) => string): Packet {
  const handoff = generateHandoff(snapshot, {
    dying: true,
    forced: "a law",
    ...(redact === undefined ? {} : { redact }),
  });
  if (handoff === null) throw new Error("a dying session always has a packet");
  return handoff.payload;
}

function shuffled(value: unknown, next: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, next));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, item]) => [next(), key, shuffled(item, next)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => a - b).map(([, key, item]) => [key, item]));
}

describe("whatever the texts", () => {
  test("the same snapshot gives the same bytes, and its own bytes are not touched", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const before = structuredClone(snapshot);
        const first = serializePacket(packetOf(snapshot));
        expect(snapshot).toEqual(before);
        expect(serializePacket(packetOf(before))).toBe(first);
      }),
      runs,
    );
  });

  test("parsing what was serialised gives the packet back, and serialising that the same bytes", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const packet = packetOf(snapshot);
        const bytes = serializePacket(packet);
        const read = parsePacket(bytes);
        expect(read).toEqual(packet);
        expect(serializePacket(read)).toBe(bytes);
        expect(packetDigest(read)).toBe(packet.digest);
      }),
      runs,
    );
  });

  test("the digest does not depend on the order of keys", () => {
    fc.assert(
      fc.property(anySnapshot, fc.array(fc.nat(), { minLength: 50, maxLength: 50 }), (snapshot, order) => {
        let at = 0;
        const next = (): number => order[(at += 1) % order.length] ?? 0;
        const packet = packetOf(snapshot);
        expect(packetDigest(shuffled(packet, next) as object)).toBe(packet.digest);
      }),
      runs,
    );
  });

  test("no change of its life changes the digest, and any other change does", () => {
    fc.assert(
      fc.property(anySnapshot, fc.constantFrom(...lifecycleKeys), (snapshot, key) => {
        const packet = packetOf(snapshot);
        const later = withLifecycle(packet, {
          status: "superseded",
          superseded_by: "p-0123456789abcdef",
          superseded_at: "2026-12-01T00:00:00.000Z",
        });
        expect(packetDigest(later)).toBe(packet.digest);
        expect(packetDigest({ ...packet, [key]: "anything" })).toBe(packet.digest);
        const { [key]: _, ...without } = packet;
        expect(packetDigest(without)).toBe(packet.digest);
        expect(packetDigest({ ...packet, next_action: `${packet.next_action}.` })).not.toBe(packet.digest);
      }),
      runs,
    );
  });

  test("all text is well-formed", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        for (const text of strings(packetOf(snapshot))) expect(wellFormed(text)).toBe(text);
      }),
      runs,
    );
  });

  test("every string of the packet went through the redactor", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const seen = new Set<string>();
        const packet = packetOf(snapshot, (text) => {
          seen.add(text);
          return text;
        });
        const { packet_id, digest, status, created_at, superseded_by, superseded_at, archived_at, ...content } = packet;
        expect([packet_id, digest, status, created_at, superseded_by, superseded_at, archived_at]).toHaveLength(7);
        for (const text of strings(content)) expect(seen).toContain(text);
      }),
      runs,
    );
  });

  function strings(value: unknown): readonly string[] {
    if (typeof value === "string") return [value];
    return value !== null && typeof value === "object" ? Object.values(value).flatMap(strings) : [];
  }
});

describe("failures", () => {
  const own = (snapshot: WorkbenchSnapshot): WorkbenchSnapshot["feedback"] =>
    snapshot.feedback.filter(
      (record) =>
        (record.branch === null ||
          snapshot.scene.head.branch === null ||
          record.branch === snapshot.scene.head.branch) &&
        (record.topic === null || record.topic === "main" || record.topic === snapshot.topic),
    );

  test("the command of every failed run stands in failed_attempts, or is counted as left out", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const packet = packetOf(snapshot);
        const missing = own(snapshot)
          .filter((record) => isFailure(record))
          .map((record) => wellFormed(quoteCommand(record.command)))
          .filter((command) => !packet.failed_attempts.some((attempt) => attempt.startsWith(`${command} -> `)));
        expect(missing.length).toBeLessThanOrEqual(packet.feedback_omitted.failed);
      }),
      runs,
    );
  });

  test("no run is lost: each is an entry, folded into one, or counted", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const { feedback_tail: tail, feedback_omitted: omitted } = packetOf(snapshot);
        const counted = tail.reduce((sum, entry) => sum + entry.count, 0) + omitted.passed + omitted.failed;
        expect(counted).toBe(own(snapshot).length);
        expect(tail.length).toBeLessThanOrEqual(30);
      }),
      runs,
    );
  });

  test("a failing verdict is an open risk that names the command", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const { verification, open_risks: risks } = packetOf(snapshot);
        for (const command of verification.commands.filter((one) => one.state === "failed")) {
          expect(risks).toContainEqual(
            expect.objectContaining({ severity: "block", detail: expect.stringContaining(command.command) }),
          );
        }
        const named = risks.some((risk) => risk.code.startsWith("verification_"));
        expect(named).toBe(verification.verdict !== "passed");
      }),
      runs,
    );
  });

  test("the verdict is that of the snapshot, never better", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        expect(packetOf(snapshot).verification.verdict).toBe(judgeSnapshot(snapshot).verification.verdict);
      }),
      runs,
    );
  });
});

describe("commands_run", () => {
  const word = fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replaceAll("\0", ""));

  test("every recorded argv is a line that a shell can read, and reads the same words from", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("run", "if", "a=b", "-x", "!", "~"), word, word), {
          minLength: 30,
          maxLength: 30,
        }),
        (argvs) => {
          const lines = argvs.map((argv) => quoteCommand({ argv: ["printf", "%s\\0", ...argv] }));
          execFileSync("sh", ["-n"], {
            input: argvs.map((argv) => quoteCommand({ argv })).join("\n"),
            stdio: ["pipe", "ignore", "pipe"],
          });
          const said = execFileSync("sh", [], { input: lines.join("\n") }).toString("utf8");
          expect(said.split("\0").slice(0, -1)).toEqual(argvs.flat());
        },
      ),
      { numRuns: 10 },
    );
  });

  test("they stand in the packet as they were quoted", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const quoted = new Set(snapshot.feedback.map((record) => wellFormed(quoteCommand(record.command))));
        for (const command of packetOf(snapshot).commands_run) expect(quoted).toContain(command);
      }),
      runs,
    );
  });
});

test("created_at is the newest time of head, session, notes and commands", () => {
  fc.assert(
    fc.property(anySnapshot, (snapshot) => {
      const times = [
        snapshot.scene.head.at,
        snapshot.session.startedAt,
        ...snapshot.notes.map((note) => note.at),
        ...snapshot.feedback.map((record) => record.startedAt),
      ].filter((at) => at !== null);
      expect(packetOf(snapshot).created_at).toBe(times.toSorted().at(-1));
    }),
    runs,
  );
});
