import { mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { sha256 } from "../../src/domain/digest.ts";
import type { Home } from "../../src/adapters/home/open-home.ts";
import { packetDigest, parsePacket } from "../../src/domain/packet-file.ts";
import { readDisk, statesAfterCut, writeDisk, type DiskState } from "../../crash/model/disk-model.ts";
import { makeFolder, openAt } from "./support/folders.ts";
import { makePacket, makePublication, time } from "./support/make-packet.ts";
import { recordSteps, type Step } from "../../crash/model/record-steps.ts";

// Hundreds of real processes and syncs: seconds on a quiet machine, minutes on a crowded one.
vi.setConfig({ testTimeout: 300_000 });

const main = { branch: "main", topic: "main" };

interface Scene {
  readonly name: string;
  readonly before: (home: Home) => void;
  readonly deed: (home: Home) => void;
  /** What may be found before the deed is acknowledged; the last one must be found after it. */
  readonly outcomes: readonly string[];
  readonly look: (home: Home) => string;
  /** Syncs without which some power cut would do harm, as the folder or file that is synced. */
  readonly needed: readonly string[];
}

const first = makePacket(1);
const second = makePacket(2);
const nothing = (): void => {};

function activeOf(home: Home): string {
  const { record, damage } = home.chain.active(main);
  if (damage.length > 0 || home.chain.verifyChain().length > 0) return "a damaged chain";
  // Not the active packet alone: the one before it is being rewritten.
  for (const entry of home.chain.history().entries) {
    const { handoffJson, handoffMd } = home.packets.read(entry.record.packetId);
    try {
      const packet = parsePacket(handoffJson ?? "");
      if (packetDigest(packet) !== entry.record.digest || handoffMd !== `# ${packet.summary}\n`)
        return "another packet";
    } catch {
      return "half a packet";
    }
  }
  return record?.packetId ?? "none";
}

const publishing = ["packets", "chains/K", "tmp/T/handoff.json", "tmp/T/handoff.md", "tmp/T"];

const scenes: readonly Scene[] = [
  {
    name: "the first packet",
    before: nothing,
    deed: (home) => home.chain.publish(makePublication(first, null)),
    outcomes: ["none", first.packet_id],
    look: activeOf,
    needed: [...publishing, "", "home", "chains"],
  },
  {
    name: "a packet over another",
    before: (home) => home.chain.publish(makePublication(first, null)),
    deed: (home) => home.chain.publish(makePublication(second, first.packet_id, time(2))),
    outcomes: [first.packet_id, second.packet_id],
    look: activeOf,
    needed: publishing,
  },
  {
    name: "two notes",
    before: nothing,
    deed: (home) => [1, 2].forEach((number) => home.feedback.append(`{"note":${number}}`)),
    outcomes: ["", '{"note":1}', '{"note":1},{"note":2}'],
    look: (home) =>
      home.feedback
        .read()
        .segments.flatMap(({ lines }) => lines.map(({ text }) => text))
        .join(),
    needed: ["", "home", "feedback", "feedback/0001.jsonl"],
  },
];

/** Names without what differs from run to run. */
function label(root: string, path: string): string {
  const inside = relative(join(root, "home"), path);
  if (inside === "") return "home";
  if (inside === "..") return "";
  return inside.replace(/\.tmp-\d+-[0-9a-f]+/, "T").replace(/chains\/[0-9a-f]{16}/, "chains/K");
}

/** All states that a cut after each step may leave, once each, with whether the deed was acknowledged by then. */
function allStates(root: string, base: DiskState, steps: readonly Step[]): readonly [DiskState, boolean][] {
  const states = new Map<string, [DiskState, boolean]>();
  for (let cut = 0; cut <= steps.length; cut += 1) {
    const acknowledged = cut === steps.length;
    for (const state of statesAfterCut(root, base, steps.slice(0, cut))) {
      const parts = [...state].map(([path, bytes]) => `${path} ${bytes === null ? "" : sha256(bytes)}`);
      states.set(`${acknowledged} ${parts.sort().join("\n")}`, [state, acknowledged]);
    }
  }
  return [...states.values()];
}

function countHarm(scene: Scene, folder: string, states: readonly [DiskState, boolean][], enough: number): number {
  let harm = 0;
  for (const [state, acknowledged] of states) {
    const disk = join(folder, "after");
    writeDisk(disk, state);
    const found = scene.look(openAt(join(disk, "home")));
    rmSync(disk, { recursive: true });
    const allowed = acknowledged ? scene.outcomes.slice(-1) : scene.outcomes;
    if (!allowed.includes(found)) harm += 1;
    if (harm >= enough) break;
  }
  return harm;
}

describe.each(scenes)("a power cut while keeping $name", (scene) => {
  test("leaves the old state or the new one, and the new one once it was acknowledged", () => {
    const { folder, root, base, steps } = act(scene);
    const states = allStates(root, base, steps);
    expect(states.length).toBeGreaterThan(5);
    expect(countHarm(scene, folder, states, Number.POSITIVE_INFINITY)).toBe(0);
  });

  test.each(scene.needed)("would do harm without the sync of '%s'", (needed) => {
    const { folder, root, base, steps } = act(scene);
    const without = steps.filter((step) => step.kind !== "sync" || label(root, step.path) !== needed);
    expect(without.length).toBeLessThan(steps.length);
    expect(countHarm(scene, folder, allStates(root, base, without), 1)).toBe(1);
  });
});

function act(scene: Scene): { folder: string; root: string; base: DiskState; steps: readonly Step[] } {
  const folder = makeFolder();
  const root = join(folder, "disk");
  mkdirSync(root);
  scene.before(openAt(join(root, "home")));
  const base = readDisk(root);
  const steps = recordSteps(() => scene.deed(openAt(join(root, "home"))));
  return { folder, root, base, steps };
}
