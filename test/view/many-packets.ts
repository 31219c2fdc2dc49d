import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../src/domain/digest.ts";
import type { Packet } from "../../src/domain/packet.ts";
import { packetDigest, packetIdOf, parsePacket, serializePacket } from "../../src/domain/packet-file.ts";
import type { Stand } from "../pickup/stand.ts";

const perThread = 100;

/**
 * So many packets, with the chains that publishing them would have left: half of them on this branch and topic, the others on
 * branches of a hundred each. Ids, newest first of each thread, this branch first.
 */
export function fillHome(stand: Stand, count: number): readonly string[] {
  const home = join(stand.dir, ".git/passdown");
  const template = parsePacket(readFileSync(join(home, "packets", stand.packetId, "handoff.json"), "utf8"));
  for (const part of ["packets", "chains"]) rmSync(join(home, part), { recursive: true });
  const here = Math.ceil(count / 2);
  const ids = [...writeThread({ home, template, branch: template.branch, count: here, from: 0 })];
  for (let made = here; made < count; made += perThread) {
    const thread = { home, template, branch: `feature-${made}`, count: Math.min(perThread, count - made), from: made };
    ids.push(...writeThread(thread));
  }
  return ids;
}

interface ThreadOfPackets {
  readonly home: string;
  readonly template: Packet;
  readonly branch: string | null;
  readonly count: number;
  readonly from: number;
}

function writeThread({ home, template, branch, count, from }: ThreadOfPackets): readonly string[] {
  const packets = Array.from({ length: count }, (_, n): Packet => {
    const draft = { ...template, branch, next_action: `step ${from + n} of the work` };
    const digest = packetDigest(draft);
    return { ...draft, digest, packet_id: packetIdOf(digest) };
  });
  const chain = join(home, "chains", sha256(JSON.stringify([branch, template.topic])).slice(0, 16));
  mkdirSync(chain, { recursive: true, mode: 0o700 });
  let prev: string | null = null;
  for (const [index, packet] of packets.entries()) {
    const next = packets[index + 1];
    const at = new Date(Date.UTC(2026, 0, 1) + (from + index) * 1_000).toISOString();
    const life =
      next === undefined ? {} : ({ status: "superseded", superseded_by: next.packet_id, superseded_at: at } as const);
    const folder = join(home, "packets", packet.packet_id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const markdown = `# ${packet.next_action}\n`;
    writeFileSync(join(folder, "handoff.json"), serializePacket({ ...packet, ...life }));
    writeFileSync(join(folder, "handoff.md"), markdown);
    const record = {
      v: 1,
      seq: index + 1,
      kind: "published",
      packetId: packet.packet_id,
      digest: packet.digest,
      branch,
      topic: packet.topic,
      supersedes: packets[index - 1]?.packet_id ?? null,
      at,
      reason: null,
      files: { json: sha256(serializePacket(packet)), markdown: sha256(markdown) },
      prev,
    };
    const line = `${JSON.stringify(record)}\n`;
    writeFileSync(join(chain, `${String(index + 1).padStart(8, "0")}.json`), line);
    prev = sha256(line);
  }
  return packets.map(({ packet_id: id }) => id).reverse();
}
