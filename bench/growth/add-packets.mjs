import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/setup.mjs";
import { passdown } from "./programs.mjs";

const perThread = 100;
const sha256 = (data) => createHash("sha256").update(data).digest("hex");

/**
 * So many packets, with the chains that publishing them would have left: half of them on this branch and topic, the
 * others on branches of a hundred each. The last one here stays active and is the one that `pack` made.
 */
export async function addPackets(repository, count, env) {
  if (count === 1) return;
  const lib = await import(join(root, "dist", "lib", "index.js"));
  const home = join(repository, ".git", "passdown");
  const [own] = readdirSync(join(home, "packets"));
  const template = lib.parsePacket(readFileSync(join(home, "packets", own, "handoff.json"), "utf8"));
  rmSync(join(home, "packets"), { recursive: true });
  rmSync(join(home, "chains"), { recursive: true });
  const here = Math.ceil(count / 2);
  writeThread({ lib, home, template, branch: "main", count: here, from: 0 });
  for (let made = here; made < count; made += perThread) {
    const branch = `feature-${made}`;
    writeThread({ lib, home, template, branch, count: Math.min(perThread, count - made), from: made });
  }
  passdown(repository, env, ["pack", "--force", "growth"]);
  // Each file was looked at once before, as it would have been when it was superseded.
  passdown(repository, env, ["audit", newest(home)]);
}

function writeThread({ lib, home, template, branch, count, from }) {
  const packets = Array.from({ length: count }, (_, n) => {
    const draft = { ...template, branch, summary: `packet ${from + n}` };
    const digest = lib.packetDigest(draft);
    return { ...draft, digest, packet_id: `p-${digest.slice(0, 16)}` };
  });
  const chain = join(home, "chains", sha256(JSON.stringify([branch, template.topic])).slice(0, 16));
  mkdirSync(chain, { recursive: true, mode: 0o700 });
  let prev = null;
  for (const [index, packet] of packets.entries()) {
    const next = packets[index + 1];
    const at = new Date(Date.UTC(2026, 0, 1) + (from + index) * 1_000).toISOString();
    const published = lib.serializePacket(packet);
    const life = next === undefined ? {} : { status: "superseded", superseded_by: next.packet_id, superseded_at: at };
    const folder = join(home, "packets", packet.packet_id);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const markdown = `# ${packet.summary}\n`;
    writeFileSync(join(folder, "handoff.json"), lib.serializePacket({ ...packet, ...life }));
    writeFileSync(join(folder, "handoff.md"), markdown);
    const record = {
      v: 1,
      seq: index + 1,
      packetId: packet.packet_id,
      digest: packet.digest,
      branch,
      topic: packet.topic,
      supersedes: packets[index - 1]?.packet_id ?? null,
      at,
      reason: null,
      files: { json: sha256(published), markdown: sha256(markdown) },
      kind: "published",
      prev,
    };
    const line = `${JSON.stringify(record)}\n`;
    writeFileSync(join(chain, `${String(index + 1).padStart(8, "0")}.json`), line);
    prev = sha256(line);
  }
}

function newest(home) {
  const chain = join(home, "chains", sha256(JSON.stringify(["main", "main"])).slice(0, 16));
  return JSON.parse(readFileSync(join(chain, readdirSync(chain).sort().at(-1)), "utf8")).packetId;
}
