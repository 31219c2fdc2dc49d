import type { EvidenceView, PacketView } from "../../src/domain/view/view-model.ts";
import { samplePacket } from "../render/sample-packet.ts";

/** A packet with something in every field, and evidence behind most of it; `say` wraps every text. */
export function fixturePacket(id: string, say: (plain: string) => string): PacketView {
  const packet = mapTexts(samplePacket, say);
  const failed: EvidenceView = {
    source: "feedback",
    locator: "f-3",
    sha256: null,
    run: {
      command: say("npm test"),
      exitCode: 1,
      outcome: "failed",
      why: "exit 1 on this tree",
      at: "2026-11-30T07:29:21.000Z",
      tree: "2".repeat(40),
      cwd: "",
      output: say("RUN v4\nAssertionError: expected 3 to be 4\n  at test/round.test.ts:12\nTests 1 failed | 41 passed"),
    },
  };
  return {
    packet: { ...packet, packet_id: id },
    altered: false,
    evidence: {
      "/next_action": [{ source: "note", locator: "n-0a1b2c3d4e5f", sha256: null, run: null }],
      "/changes": [{ source: "git", locator: say(`diff ${"a".repeat(40)}`), sha256: null, run: null }],
      "/head_commit": [{ source: "git", locator: `commit ${"a".repeat(40)}`, sha256: null, run: null }],
      "/verification/commands/0": [failed],
      "/feedback_tail/0": [failed],
      "/feedback_tail/2": [failed],
    },
  };
}

/** Codes, times and ids stay: only what people and programs write is wrapped. */
const written = new Set(["text", "detail", "what", "why", "next_action", "summary", "subject", "path", "command"]);

function mapTexts<T>(value: T, say: (plain: string) => string, key = ""): T {
  if (typeof value === "string") return (written.has(key) ? say(value) : value) as T;
  if (Array.isArray(value)) return value.map((entry: unknown) => mapTexts(entry, say, key)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapTexts(part, say, name)])) as T;
}
