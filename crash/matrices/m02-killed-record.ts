import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isWholeRecord } from "../check-record.ts";
import type { Violation } from "../invariants.ts";
import { choose, forEachPoint, type Bench, type Cut, type Matrix } from "../matrix.ts";
import { recordRecovery } from "../record-recovery.ts";
import { runDriver } from "../run-driver.ts";
import { contextOf, listAll, makePlace, type Place } from "../run-folder.ts";
import { injectAt, straceMissing, strike, traceCalls, type Call } from "../trace.ts";

interface Scene {
  readonly name: string;
  readonly steps: readonly string[];
  /** Where the run is cut first; null: it was interrupted in good order. */
  readonly at: ((calls: readonly Call[]) => Call | undefined) | null;
}

/** The receipt's write is the last but one of a step; the next write is the next step's intent. */
const writes = (calls: readonly Call[]): readonly Call[] =>
  calls.filter(({ name, what }) => name === "write" && what.includes("journal"));

const scenes: readonly Scene[] = [
  { name: "exported", steps: ["file", "folder"], at: (calls) => writes(calls)[2] },
  { name: "between-two-steps", steps: ["file", "folder"], at: (calls) => writes(calls)[3] },
  { name: "second-exported", steps: ["file", "folder"], at: (calls) => writes(calls)[4] },
  { name: "interrupted", steps: ["note-a"], at: null },
];

async function cut(bench: Bench): Promise<Cut> {
  const plans = [];
  for (const scene of scenes) {
    const whole = await prepare(bench, scene, await plan(bench, scene));
    const cutRun = join(bench.folder, `${scene.name}-cut`);
    cpSync(whole.root, cutRun, { recursive: true, preserveTimestamps: true });
    const record = { ...whole.order, deed: "record", record: "r1" } as const;
    const { calls } = await traceCalls(bench, record, whole.log);
    const own = calls.filter(({ what }) => !what.includes("/runs"));
    plans.push(...own.map((call) => ({ id: `${scene.name}/${call.id}`, call, scene, cutRun })));
  }
  const points = choose(bench, plans, 6);
  let fired = 0;
  const found = await forEachPoint(bench, points, async ({ call, scene, cutRun }) => {
    const struck = await strike(call, async (aimed, name) => {
      const tried = makePlace(bench, `${scene.name}-${name}`, { steps: scene.steps, end: "interrupt" });
      cpSync(cutRun, tried.root, { recursive: true, preserveTimestamps: true });
      const runs = listAll(join(tried.root, "runs"));
      const order = { ...tried.order, deed: "record", record: "r1" } as const;
      const injected = await injectAt(bench, order, { call: aimed, fault: "signal=SIGKILL", log: tried.log });
      return { struck: injected.fired ? { place: tried, before: runs } : null, calls: injected.calls };
    });
    if (struck === null) return [];
    const { place, before } = struck;
    fired += 1;
    const violations = await look(bench, place, before);
    rmSync(dirname(place.root), { recursive: true });
    return violations;
  });
  return { planned: points.length, fired, found };
}

/** The call at which a scene's run is cut, found in a whole run. */
async function plan(bench: Bench, { name, steps, at }: Scene): Promise<Call | null> {
  if (at === null) return null;
  const whole = makePlace(bench, `${name}-plan`, { steps, end: "interrupt" });
  const { calls, ended } = await traceCalls(bench, whole.order, whole.log);
  const call = at(calls);
  if (call === undefined) throw new Error(`${name}: the call at which it is cut was not made: ${ended.stderr}`);
  return call;
}

/** A run that was really cut there. */
async function prepare(bench: Bench, { name, steps }: Scene, first: Call | null): Promise<Place> {
  const fresh = (called: string): Place => makePlace(bench, `${name}-first-${called}`, { steps, end: "interrupt" });
  if (first === null) {
    const place = fresh("whole");
    const { code, stderr } = await runDriver(bench, place.order);
    if (code !== 0) throw new Error(stderr);
    return place;
  }
  const struck = await strike(first, async (aimed, called) => {
    const place = fresh(called);
    const fault = { call: aimed, fault: "signal=SIGKILL", log: place.log };
    const { fired, calls } = await injectAt(bench, place.order, fault);
    return { struck: fired ? place : null, calls };
  });
  if (struck === null) throw new Error("the first crash did not strike where it was planned");
  return struck;
}

async function look({ core }: Bench, { root, order }: Place, before: readonly string[]): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  const broken = (text: string): void => void violations.push({ invariant: "record_whole_or_absent", text });
  const record = join(root, "recovery-records", "r1");
  const there = existsSync(record);
  if (there && !isWholeRecord(core, read(record))) broken("the record is there, and not whole");
  const first = there ? JSON.stringify(read(record)) : null;
  const again = await recordRecovery(core, contextOf(core, root), { root, run: order.run, record: "r1" });
  if (again !== (there ? "exists" : "created"))
    broken(`recorded again: ${again}, although it was ${there ? "there" : "not there"}`);
  if (first !== null && JSON.stringify(read(record)) !== first)
    broken("a second record of that name replaced the first");
  if (!isWholeRecord(core, read(record))) broken("the record that was made again is not whole");
  if (listAll(join(root, "runs")).join("\n") !== before.join("\n")) broken("the old run changed");
  return violations;
}

function read(record: string): { readonly recovery: string | null; readonly handoff: string | null } {
  const text = (name: string): string | null =>
    existsSync(join(record, name)) ? readFileSync(join(record, name), "utf8") : null;
  return { recovery: text("recovery.json"), handoff: text("HANDOFF.md") };
}

export const killedRecord: Matrix = {
  id: "M2",
  title: "SIGKILL before each call of a recovery record, after four first crashes",
  missing: straceMissing,
  cut,
  bugs: [
    {
      name: "the record is written in its place instead of beside it",
      invariant: "record_whole_or_absent",
      edits: [
        [
          /(function createDir\(path, files, scratch\) \{\s*)const temp = tempPath\(scratch\);/,
          '$1const temp = path.includes("recovery-records") ? path : tempPath(scratch);',
        ],
      ],
      shows: /^interrupted/,
    },
  ],
};
