import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isWholeRecord } from "../check-record.ts";
import type { Inspection, RunSnapshot } from "../core.ts";
import type { Violation } from "../invariants.ts";
import { choose, type Bench, type Cut, type Found, type Matrix } from "../matrix.ts";
import { snapshotStore } from "../memory-store.ts";
import { recordRecovery } from "../record-recovery.ts";
import { contextOf, deadPid, makePlace } from "../run-folder.ts";
import { execute } from "../scenario.ts";
import { seeded } from "../seeded.ts";

interface Damage {
  readonly id: string;
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly kind: "cut" | "flip";
}

/** Two executors, the second of which lost one receipt: sealed and unsealed segments, done and reusable steps. */
async function makeRun(bench: Bench): Promise<{ readonly root: string; readonly snapshot: RunSnapshot }> {
  const { core } = bench;
  const { root, order } = makePlace(bench, "run", { end: "close" });
  const context = contextOf(core, root, { pid: deadPid });
  const steps = ["file", "note-a", "folder"];
  await execute(core, context, { ...order, steps: steps.slice(0, 2), options: { steps } });
  const store = core.createRunStore(root);
  const forgetful = {
    ...store,
    openSegment: (run: string, epoch: number, begun: boolean) => {
      const segment = store.openSegment(run, epoch, begun);
      const append = (line: string): void => {
        if (line.includes('"type":"receipt","key":"folder"')) throw new Error("cut here");
        segment.append(line);
      };
      return { ...segment, append };
    },
  };
  const lost = execute({ ...core, createRunStore: () => forgetful }, context, { ...order, steps });
  await lost.catch(() => null);
  // Else nothing would rest on a manifest, and no damage to it could show.
  const { decision } = await core.inspectIn(context, { run: order.run, store });
  if (decision !== "reuse_existing_artifact") throw new Error(`the run has nothing to reuse: ${decision}`);
  const snapshot = store.read(order.run);
  if (snapshot === null) throw new Error("the run is not there");
  if ((await recordRecovery(core, contextOf(core, root), { root, run: order.run, record: "r1" })) !== "created")
    throw new Error("the run cannot be recorded");
  return { root, snapshot };
}

function damagesOf(file: string, bytes: Uint8Array, random: () => number): readonly Damage[] {
  const damages: Damage[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    damages.push({ id: `${file}/cut:${at}`, file, bytes: bytes.subarray(0, at), kind: "cut" });
    const flipped = Uint8Array.from(bytes);
    const bit = Math.floor(random() * 8);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
    damages.push({ id: `${file}/flip:${at}.${bit}`, file, bytes: flipped, kind: "flip" });
  }
  return damages;
}

async function cut(bench: Bench): Promise<Cut> {
  const { core } = bench;
  const { root, snapshot } = await makeRun(bench);
  const random = seeded(bench.seed);
  const record = (name: string): Uint8Array => readFileSync(join(root, "recovery-records", "r1", name));
  const recovery = { "recovery.json": record("recovery.json"), "HANDOFF.md": record("HANDOFF.md") };
  const documents = [...snapshot.bytes].filter(([path]) => path.endsWith(".jsonl") || path.endsWith("manifest.json"));
  const damages = [...documents, ...Object.entries(recovery)].flatMap(([file, bytes]) =>
    damagesOf(file, bytes, random),
  );
  const points = choose(bench, damages, 1_500);
  const found: Found[] = [];
  const whole = await inspect(snapshot);
  let fired = 0;
  for (const damage of points) {
    for (const violation of await look(damage)) found.push({ ...violation, point: damage.id });
    fired += 1;
    if (bench.bug !== null && found.some(({ invariant }) => invariant === bench.bug?.invariant)) break;
  }
  return { planned: points.length, fired, found };

  async function inspect(from: RunSnapshot): Promise<Inspection> {
    const context = contextOf(core, root, { pid: deadPid });
    return core.inspectIn(context, { run: "r", store: snapshotStore(from) });
  }

  async function look(damage: Damage): Promise<readonly Violation[]> {
    const unnoticed = (text: string): readonly Violation[] => [{ invariant: "damage_never_unnoticed", text }];
    try {
      if (damage.file in recovery) {
        const texts = { ...recovery, [damage.file]: damage.bytes };
        const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");
        const holds = isWholeRecord(core, {
          recovery: text(texts["recovery.json"]),
          handoff: text(texts["HANDOFF.md"]),
        });
        return holds ? unnoticed("the record passes for whole") : [];
      }
      const damaged = withBytes(snapshot, damage.file, damage.bytes, core.sha256);
      const inspection = await inspect(damaged);
      return judge(damage, inspection, damaged);
    } catch (error) {
      return unnoticed(`the reader throws: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  function judge(damage: Damage, inspection: Inspection, damaged: RunSnapshot): readonly Violation[] {
    const allows = inspection.decision === "continue" || inspection.decision === "reuse_existing_artifact";
    const newest = damage.file === "journal.0002.jsonl";
    if (damage.kind === "flip" || !newest) {
      return allows ? [{ invariant: "damage_never_unnoticed", text: `${inspection.decision} in spite of it` }] : [];
    }
    // The end of the newest segment may be cut by any crash: what is left of it counts, and no more.
    const text = Buffer.from(damaged.bytes.get(damage.file) ?? []).toString("utf8");
    const torn = text !== "" && !text.endsWith("\n");
    const told = inspection.notes.some((note) => note.includes("was cut")) || inspection.reason === "journal_damaged";
    const violations: Violation[] = [];
    if (torn && !told) violations.push({ invariant: "torn_tail_told", text: "a cut line is not told" });
    const lines = text.slice(0, text.lastIndexOf("\n") + 1);
    for (const { key, verdict } of inspection.steps) {
      if (verdict === "reuse" && !lines.includes(`"type":"intent","key":"${key}"`))
        violations.push({ invariant: "half_never_reused", text: `${key} is reused without an intent` });
    }
    const before = whole.steps.filter(({ verdict }) => verdict === "done").map(({ key }) => key);
    const lost = before.filter((key) => !inspection.steps.some((step) => step.key === key && step.verdict === "done"));
    if (lost.length > 0 && lines !== "") violations.push({ invariant: "receipt_never_lost", text: lost.join() });
    return violations;
  }
}

function withBytes(
  snapshot: RunSnapshot,
  path: string,
  bytes: Uint8Array,
  digest: (bytes: Uint8Array) => string,
): RunSnapshot {
  return {
    ...snapshot,
    files: snapshot.files.map((file) =>
      file.path === path ? { path, sha256: digest(bytes), size: bytes.length } : file,
    ),
    bytes: new Map([...snapshot.bytes, [path, bytes]]),
  };
}

export const damagedBytes: Matrix = {
  id: "M5",
  title: "each truncation and a flipped bit in each byte of journal, manifests and recovery record",
  missing: () => null,
  cut,
  bugs: [
    {
      name: "the reader skips the separators of a record",
      invariant: "damage_never_unnoticed",
      edits: [
        [
          /header = \/\^v1 \(0\|\[1-9\]\\d\{0,8\}\) \(\[0-9a-f\]\{16\}\) \//,
          "header = /^v1.(0|[1-9]\\d{0,8}).([0-9a-f]{16})./",
        ],
      ],
      shows: /^journal/,
    },
    {
      name: "a cut line is not reported",
      invariant: "torn_tail_told",
      edits: [[/if \(frames\.torn > 0\)/, "if (false)"]],
      shows: /^journal.0002.jsonl\/cut/,
    },
    {
      name: "a seal is not compared",
      invariant: "damage_never_unnoticed",
      edits: [
        [/if \(bytes\.length < seal\.length\) return/, "if (false) return"],
        [/if \(sha256\(bytes\.subarray\(0, seal\.length\)\) !== seal\.sha256\) return/, "if (false) return"],
      ],
      shows: /^journal.0001.jsonl\/cut/,
    },
    {
      name: "the digests of an artifact are not compared with its manifest",
      invariant: "damage_never_unnoticed",
      edits: [[/file\.sha256 !== sha256(\$\d)? \|\| file\.size !== size\) return found/, "false) return found"]],
      shows: /^artifact\/folder\/manifest/,
    },
  ],
};
