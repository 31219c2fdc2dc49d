import { join } from "node:path";
import type { RunSnapshot } from "../core.ts";
import { checkInspection, type Truth, type Violation } from "../invariants.ts";
import { choose, type Bench, type Cut, type Found, type Matrix } from "../matrix.ts";
import { snapshotStore } from "../memory-store.ts";
import { readDisk, statesAfterCut, type DiskState } from "../model/disk-model.ts";
import { Died, startRecording, type Step } from "../model/record-steps.ts";
import { contextOf, deadPid, makePlace } from "../run-folder.ts";
import { execute } from "../scenario.ts";
import { files, type StepName } from "../steps.ts";

/** What was really done to the disk, and where from on a cut is looked at. */
interface Log {
  readonly id: string;
  readonly root: string;
  readonly base: DiskState;
  readonly steps: readonly Step[];
  readonly from: number;
}

/** One executor from beginning to end. */
async function recordRun(bench: Bench, names: readonly string[]): Promise<Log> {
  const id = `steps-${names.length}`;
  const { root, order } = makePlace(bench, id, { steps: names, end: "interrupt" });
  const base = readDisk(root);
  const recording = startRecording({ under: root });
  try {
    await execute(bench.core, contextOf(bench.core, root, { pid: deadPid }), order);
  } finally {
    recording.stop();
  }
  return { id, root, base, steps: [...recording.steps, { kind: "mark", about: "ended", text: "interrupted" }], from: 0 };
}

/** One that is killed before its call number `at`, and another that goes on: a kill loses nothing, the later cut may. */
async function recordResumed(bench: Bench, names: readonly string[], at: number): Promise<Log | null> {
  const id = `resumed-${at}`;
  const { root, order } = makePlace(bench, id, { steps: names, end: "interrupt" });
  const base = readDisk(root);
  const context = contextOf(bench.core, root, { pid: deadPid });
  const first = startRecording({ under: root, dieBefore: at });
  let died = false;
  try {
    await execute(bench.core, context, order);
  } catch (error) {
    if (!isDeath(error)) throw error;
    died = true;
  } finally {
    first.stop();
  }
  if (!died) return null;
  const second = startRecording({ under: root });
  try {
    await execute(bench.core, context, order);
  } finally {
    second.stop();
  }
  const steps: Step[] = [...first.steps, ...second.steps, { kind: "mark", about: "ended", text: "interrupted" }];
  return { id, root, base, steps, from: first.steps.length };
}

function isDeath(error: unknown): boolean {
  return error instanceof Died || (error instanceof Error && "cause" in error && isDeath(error.cause));
}

function truthAt(steps: readonly Step[], state: DiskState): Truth {
  const marks = (about: string): string[] => steps.flatMap((step) => (step.kind === "mark" && step.about === about ? [step.text] : []));
  const happened = new Map<string, number>();
  for (const key of marks("noted")) happened.set(key, (happened.get(key) ?? 0) + 1);
  return {
    begun: marks("begun"),
    acknowledged: new Set(marks("acknowledged")),
    happened,
    whole: (artifact) =>
      Object.entries(files[artifact.slice("artifact/".length) as StepName] ?? {}).every(([name, content]) => {
        const bytes = state.get(join("runs/r", artifact, name));
        return bytes !== undefined && bytes !== null && Buffer.from(bytes).toString("utf8") === content;
      }),
  };
}

function snapshotOf(bench: Bench, state: DiskState): RunSnapshot | null {
  if (!state.has("runs/r")) return null;
  const inside = [...state].flatMap(([path, bytes]) => (path.startsWith("runs/r/") && bytes !== null ? [[path.slice(7), bytes] as const] : []));
  return {
    files: inside.map(([path, bytes]) => ({ path, sha256: bench.core.sha256(bytes), size: bytes.length })).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    strange: [],
    bytes: new Map(inside),
  };
}

/** Every state that a cut after each step may leave; ends with the first harm when `enough` is 1. */
async function look(bench: Bench, log: Log, { steps, from, enough }: { readonly steps: readonly Step[]; readonly from: number; readonly enough: number }): Promise<{ readonly states: number; readonly found: readonly Found[] }> {
  const found: Found[] = [];
  const seen = new Set<string>();
  for (let cut = from; cut <= steps.length; cut += 1) {
    // Nothing new can be found right after a call that neither changes nor promises anything.
    const last = steps[cut - 1];
    if (last?.kind === "open" && !last.isNew) continue;
    const done = steps.slice(0, cut);
    const marks = done.filter(({ kind }) => kind === "mark").length;
    for (const state of statesAfterCut(log.root, log.base, done)) {
      const name = [marks, ...[...state].map(([path, bytes]) => `${path} ${bytes === null ? "" : bench.core.sha256(bytes)}`).sort()].join("\n");
      if (seen.has(name)) continue;
      seen.add(name);
      for (const violation of await judge(bench, log, done, state)) found.push({ ...violation, point: `${log.id}/cut:${cut}` });
      if (found.length >= enough) return { states: seen.size, found };
    }
  }
  return { states: seen.size, found };
}

async function judge(bench: Bench, log: Log, done: readonly Step[], state: DiskState): Promise<readonly Violation[]> {
  const truth = truthAt(done, state);
  const snapshot = snapshotOf(bench, state);
  if (snapshot === null) {
    return truth.begun.length === 0 ? [] : [{ invariant: "effect_never_forgotten", text: "a step began, and there is no run" }];
  }
  const context = contextOf(bench.core, log.root, { pid: deadPid });
  const inspection = await bench.core.inspectIn(context, { run: "r", store: snapshotStore(snapshot) });
  const violations = [...checkInspection(inspection, truth)];
  const ended = done.some((step) => step.kind === "mark" && step.about === "ended");
  if (ended && inspection.decision === "stop") violations.push({ invariant: "way_on", text: `it was interrupted in good order, and ${inspection.detail}` });
  return violations;
}

interface Mutant {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly from: number;
}

/** Syncs without which nothing is lost that anybody was promised, and why. */
const spare: Readonly<Record<string, string>> = {};

/** The log without one sync, or with it one step too late. */
function mutantsOf(log: Log): readonly Mutant[] {
  return log.steps.flatMap((step, at) => {
    if (step.kind !== "sync") return [];
    const name = label(log, step.path);
    if (name in spare) return [];
    const next = log.steps[at + 1];
    const without = { name: `${log.id}: no sync of ${name} (${at})`, steps: log.steps.filter((_one, index) => index !== at), from: at };
    const swapped =
      next === undefined || !["rename", "link", "mark"].includes(next.kind)
        ? []
        : [{ name: `${log.id}: sync of ${name} (${at}) after the ${next.kind} that follows it`, steps: [...log.steps.slice(0, at), next, step, ...log.steps.slice(at + 2)], from: at }];
    return [without, ...swapped];
  });
}

function label({ root }: Log, path: string): string {
  return path.slice(root.length + 1).replace(/\.tmp-\d+-[0-9a-f]+/, "T");
}

async function cut(bench: Bench): Promise<Cut> {
  const logs: Log[] = [];
  const names = ["file", "note-a", "folder", "note-b"];
  for (const count of bench.quick ? [2] : [1, 2, 3, 4]) logs.push(await recordRun(bench, names.slice(0, count)));
  for (let at = 1; ; at += bench.quick ? 9 : 1) {
    const log = await recordResumed(bench, ["file", "note-a"], at);
    if (log === null) break;
    logs.push(log);
  }
  const points = choose(bench, logs, logs.length).filter(({ id }) => bench.at === null || bench.at.startsWith(id));
  let states = 0;
  const found: Found[] = [];
  for (const log of points) {
    const result = await look(bench, log, { steps: log.steps, from: log.from, enough: Number.POSITIVE_INFINITY });
    states += result.states;
    found.push(...result.found);
    if (bench.bug !== null && found.some(({ invariant }) => invariant === bench.bug?.invariant)) break;
  }
  const planted = [];
  const whole = logs.find(({ id }) => id === "steps-2");
  for (const mutant of bench.bug === null && whole !== undefined ? mutantsOf(whole) : []) {
    const result = await look(bench, whole ?? logs[0]!, { steps: mutant.steps, from: mutant.from, enough: 1 });
    planted.push({ name: mutant.name, caught: result.found.length > 0 });
  }
  return { planned: points.length, fired: points.length, found, planted, note: `${states} states of ${points.length} recorded logs` };
}

export const powerLoss: Matrix = {
  id: "M6",
  title: "power loss: any part of what was not synced, over recorded logs",
  missing: () => null,
  cut,
  bugs: [],
};
