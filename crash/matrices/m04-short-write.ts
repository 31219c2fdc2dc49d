import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Order } from "../driver.ts";
import { checkInspection, type Violation } from "../invariants.ts";
import { choose, forEachPoint, type Bench, type Cut, type Matrix } from "../matrix.ts";
import { driverCommand, runDriver, runProgram } from "../run-driver.ts";
import { contextOf, inspectUntouched, makePlace, type Place } from "../run-folder.ts";
import { execute } from "../scenario.ts";
import { readTruth } from "../truth.ts";

interface Point {
  readonly id: string;
  /** No file may grow beyond these bytes; or the whole disk has no more. */
  readonly limit: { readonly file: number } | { readonly disk: number };
}

const steps = ["note-a", "note-b", "note-c"];

async function cut(bench: Bench): Promise<Cut> {
  const whole = makePlace(bench, "whole", { steps, end: "close" });
  await runDriver(bench, whole.order);
  const lines = readFileSync(join(whole.root, "runs", "r", "journal.0001.jsonl"), "utf8").split("\n");
  const before = Buffer.byteLength(lines.slice(0, 2).join("\n")) + 1;
  // Every fourth byte of the third record, and of nothing else: the documents of the run are smaller.
  const bytes = Array.from({ length: Buffer.byteLength(lines[2] ?? "") }, (_, at) => ({
    id: `file:${at}`,
    limit: { file: before + at + 1 },
  })).filter((_, at) => at % 4 === 0);
  const disks =
    tmpfsMissing() === null
      ? Array.from({ length: 16 }, (_, at) => ({ id: `disk:${(at + 1) * 4}k`, limit: { disk: (at + 1) * 4 } }))
      : [];
  const points = choose<Point>(bench, [...bytes, ...disks], 10);
  let fired = 0;
  const found = await forEachPoint(bench, points, async ({ id, limit }) => {
    const deep = "disk" in limit;
    const place = makePlace(bench, id, { steps: deep ? ["file", "folder", ...steps] : steps, end: "close" });
    const ended = deep
      ? await onSmallDisk(bench, place, limit.disk)
      : await runDriver(bench, place.order, { through: ["prlimit", `--fsize=${limit.file}`] });
    if (deep || cutAt(place) === limit.file) fired += 1;
    const violations = [...(await look(bench, place))];
    if (!deep && ended.code === 0)
      violations.push({ invariant: "failure_never_hidden", text: "the write was cut, and the run ended well" });
    return violations;
  });
  return {
    planned: points.length,
    fired,
    found,
    note: disks.length === 0 ? "without small disks: no right to mount" : "16 of them small disks",
  };
}

/** Bytes of the journal: the limit, where it was the journal that met it. */
function cutAt({ root, order }: Place): number {
  return readFileSync(join(root, "runs", order.run, "journal.0001.jsonl")).length;
}

function tmpfsMissing(): string | null {
  return spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", "/mnt"]).status === 0
    ? null
    : "no right to mount";
}

/** A disk of that many KiB in a mount namespace of its own; what lies there in the end is copied out. */
async function onSmallDisk(
  bench: Bench,
  { root, order }: Place,
  size: number,
): Promise<{ readonly code: number | null }> {
  const disk = `${root}-disk`;
  mkdirSync(disk);
  const inner: Order = { ...order, root: disk };
  const script =
    'mount -t tmpfs -o "size=$1k" tmpfs "$2" || exit 9; out=$3; from=$2; shift 3; "$@"; code=$?; cp -a "$from/." "$out/" || exit 9; exit $code';
  const words = ["unshare", "-m", "sh", "-c", script, "sh", String(size), disk, root, ...driverCommand(bench, inner)];
  const ended = await runProgram(words);
  if (ended.code === 9) throw new Error(`the small disk could not be used: ${ended.stderr}`);
  return ended;
}

async function look(bench: Bench, { root, order }: Place): Promise<readonly Violation[]> {
  const { core } = bench;
  if (!existsSync(join(root, "runs", order.run))) return [];
  const { inspection, violations } = await inspectUntouched(core, root, order.run);
  const journal = join(root, "runs", order.run, "journal.0001.jsonl");
  const bytes = existsSync(journal) ? readFileSync(journal) : Buffer.alloc(0);
  const torn = bytes.length > 0 && bytes.at(-1) !== 10;
  const found: Violation[] = [...violations, ...checkInspection(inspection, readTruth(order.truth, root, order.run))];
  if (torn && !inspection.notes.some((note) => note.includes("was cut")))
    found.push({ invariant: "torn_tail_told", text: "a cut line is not told" });
  const next = await execute(core, contextOf(core, root), order);
  if (next.refused !== null) found.push({ invariant: "way_on", text: next.refused });
  if (existsSync(journal) && !readFileSync(journal).equals(bytes))
    found.push({ invariant: "torn_tail_told", text: "the cut line was repaired in silence" });
  return found;
}

export const shortWrite: Matrix = {
  id: "M4",
  title: "a record cut at every fourth of its bytes by a size limit, and disks of 4 to 64 KiB",
  missing: () => (spawnSync("prlimit", ["--version"]).status === 0 ? null : "prlimit is missing"),
  cut,
  bugs: [
    {
      name: "a cut line is not reported",
      invariant: "torn_tail_told",
      edits: [[/if \(frames\.torn > 0\)/, "if (false)"]],
      shows: /^file/,
    },
    {
      name: "a short write passes for a whole one",
      invariant: "receipt_never_lost",
      edits: [[/throw shortWrite\(path\);/, "return;"]],
      shows: /^file/,
    },
  ],
};
