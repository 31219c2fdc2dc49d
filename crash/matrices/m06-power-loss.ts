import { join } from "node:path";
import type { Context, RunSnapshot } from "../core.ts";
import { checkInspection, type Truth, type Violation } from "../invariants.ts";
import { choose, type Bench, type Cut, type Found, type Matrix } from "../matrix.ts";
import { memoryStore, noHazard, snapshotStore } from "../memory-store.ts";
import { readDisk, statesAfterCut, type DiskState } from "../model/disk-model.ts";
import { Died, startRecording, type Step } from "../model/record-steps.ts";
import { contextOf, deadPid, makePlace } from "../run-folder.ts";
import { execute } from "../scenario.ts";
import { files, type StepName } from "../step-names.ts";

/** What was really done to the disk, and where from on a cut is looked at. */
interface Log {
  readonly id: string;
  readonly root: string;
  readonly base: DiskState;
  readonly steps: readonly Step[];
  readonly from: number;
}

/** The same clock and folder for every log: then they hold the same states, and each is judged once. */
function steadyContext({ core, folder }: Bench, day: number): Context {
  let time = Date.UTC(2026, 0, 1 + day);
  return contextOf(core, folder, { pid: deadPid, now: () => new Date((time += 1000)) });
}

/** One executor from beginning to end. */
async function recordRun(bench: Bench, names: readonly string[]): Promise<Log> {
  const id = `steps-${names.length}`;
  const { root, order } = makePlace(bench, id, { steps: names, end: "interrupt" });
  const base = readDisk(root);
  const recording = startRecording({ under: root });
  try {
    await execute(bench.core, steadyContext(bench, 0), order);
  } finally {
    recording.stop();
  }
  return {
    id,
    root,
    base,
    steps: [...recording.steps, { kind: "mark", about: "ended", text: "interrupted" }],
    from: 0,
  };
}

/** One that is killed before its call number `at`, and another that goes on: a kill loses nothing, the later cut may. */
async function recordResumed(bench: Bench, names: readonly string[], at: number): Promise<Log | null> {
  const id = `resumed-${at}`;
  const { root, order } = makePlace(bench, id, { steps: names, end: "interrupt" });
  const base = readDisk(root);
  const first = startRecording({ under: root, dieBefore: at });
  let died = false;
  try {
    await execute(bench.core, steadyContext(bench, 0), order);
  } catch (error) {
    if (!isDeath(error)) throw error;
    died = true;
  } finally {
    first.stop();
  }
  if (!died) return null;
  const second = startRecording({ under: root });
  try {
    await execute(bench.core, steadyContext(bench, 1), order);
  } finally {
    second.stop();
  }
  const steps: Step[] = [...first.steps, ...second.steps, { kind: "mark", about: "ended", text: "interrupted" }];
  return { id, root, base, steps, from: first.steps.length };
}

function isDeath(error: unknown): boolean {
  return error instanceof Died || (error instanceof Error && "cause" in error && isDeath(error.cause));
}

const digests = new WeakMap<Uint8Array, string>();

function digest({ core }: Bench, bytes: Uint8Array): string {
  const known = digests.get(bytes) ?? core.sha256(bytes);
  digests.set(bytes, known);
  return known;
}

function truthAt(steps: readonly Step[], state: DiskState): Truth {
  const marks = (about: string): string[] =>
    steps.flatMap((step) => (step.kind === "mark" && step.about === about ? [step.text] : []));
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
  const inside = [...state].flatMap(([path, bytes]) =>
    path.startsWith("runs/r/") && bytes !== null ? [[path.slice(7), bytes] as const] : [],
  );
  return {
    files: inside
      .map(([path, bytes]) => ({ path, sha256: digest(bench, bytes), size: bytes.length }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    strange: [],
    bytes: new Map(inside),
  };
}

/** Every state that a cut after each step may leave; ends with the first harm when `enough` is 1. */
async function look(
  bench: Bench,
  log: Log,
  { enough }: { readonly enough: number },
): Promise<{ readonly states: number; readonly found: readonly Found[] }> {
  const { steps, from } = log;
  const found: Found[] = [];
  const seen = new Set<string>();
  for (let moment = from; moment <= steps.length; moment += 1) {
    // What is pending may be missing: the moments before something becomes durable or is told hold all states between.
    const next = steps[moment];
    if (next !== undefined && next.kind !== "sync" && next.kind !== "mark") continue;
    const done = steps.slice(0, moment);
    const marks = done.filter(({ kind }) => kind === "mark").length;
    for (const state of statesAfterCut(log.root, log.base, done)) {
      const name = [
        marks,
        ...[...state].map(([path, bytes]) => `${path} ${bytes === null ? "" : digest(bench, bytes)}`).sort(),
      ].join("\n");
      if (seen.has(name)) continue;
      seen.add(name);
      for (const violation of await judge(bench, log, done, state))
        found.push({ ...violation, point: `${log.id}/cut:${moment}` });
      if (found.length >= enough) return { states: seen.size, found };
    }
  }
  return { states: seen.size, found };
}

const judged = new WeakMap<Bench, Map<string, readonly Violation[]>>();

/** What is true, and what is there: with names of temporary files as they are in every run. */
function caseOf(bench: Bench, log: Log, done: readonly Step[], state: DiskState): string {
  const marks = done.flatMap((step) => (step.kind === "mark" ? `${step.about} ${step.text}` : []));
  const entries = [...state].map(
    ([path, bytes]) =>
      `${label(log, join(log.root, path))} ${bytes === null ? "" : bytes.length === 0 ? "empty" : digest(bench, bytes)}`,
  );
  return [...marks, ...entries.sort()].join("\n");
}

async function judge(bench: Bench, log: Log, done: readonly Step[], state: DiskState): Promise<readonly Violation[]> {
  const known = judged.get(bench) ?? new Map<string, readonly Violation[]>();
  judged.set(bench, known);
  const name = caseOf(bench, log, done, state);
  const result = known.get(name) ?? (await judgeAnew(bench, done, state));
  known.set(name, result);
  return result;
}

async function judgeAnew(bench: Bench, done: readonly Step[], state: DiskState): Promise<readonly Violation[]> {
  const truth = truthAt(done, state);
  const snapshot = snapshotOf(bench, state);
  if (snapshot === null) {
    return truth.begun.length === 0
      ? []
      : [{ invariant: "effect_never_forgotten", text: "a step began, and there is no run" }];
  }
  const context = steadyContext(bench, 2);
  const inspection = await bench.core.inspectIn(context, { run: "r", store: snapshotStore(snapshot) });
  const violations = [...checkInspection(inspection, truth)];
  const bad = (text: string): void => void violations.push({ invariant: "way_on", text });
  if (inspection.scope === null || inspection.original_status === null) bad("the run is visible without its documents");
  const ended = done.some((step) => step.kind === "mark" && step.about === "ended");
  if (ended && inspection.original_status !== "interrupted")
    bad(`it was interrupted in good order, and is ${inspection.original_status ?? "unreadable"}`);
  // It appears whole, with its first claim and record in it: from its first moment on it can be gone on with.
  const store = memoryStore(bench.core, { files: new Map(snapshot.bytes) }, noHazard);
  const opened = await bench.core
    .openIn(context, { name: "r" }, store)
    .catch((error: unknown) => ({ result: "refused", reason: String(error) }) as const);
  if (opened.result === "refused") bad(`the run cannot be opened: ${opened.reason}`);
  return violations;
}

interface Mutant {
  readonly name: string;
  readonly spare: boolean;
  /** The logs in which it is looked for, changed. */
  readonly logs: readonly Log[];
}

/** Syncs without which nothing is lost that anybody was promised, and why. Each is left out too, and must do no harm. */
const spare: Readonly<Record<string, string>> = {
  "/runs/r/staging": "what is being made is no result, and that an old name is gone is no promise",
  "/runs/T/epoch": "the first segment became visible in the same rename, and says itself who began and in which epoch",
  "/runs/r/artifact/file": "synced before it became visible",
  "/runs/r/artifact/file/export.txt": "synced before it became visible",
  "/runs/r/artifact/file/manifest.json": "synced before it became visible",
};

/** Swaps after which the harm is told by the manifest: a folder that is visible without its files is half, never reused. */
const harmless = /staging\/\w+-1 after the rename/;

/** The logs without the syncs of one place in the code; and those in which one sync comes a step too late. */
function mutantsOf(logs: readonly Log[], quick: boolean): readonly Mutant[] {
  const places = new Set(
    logs.flatMap((log) => log.steps.map((step) => named(log, step))).filter((name) => name !== ""),
  );
  const unknown = Object.keys(spare).filter((place) => !places.has(place));
  if (!quick && unknown.length > 0) throw new Error(`exempted, and never synced: ${unknown.join(", ")}`);
  const without = [...places].map((place) => ({
    name: `no sync of ${place}`,
    spare: place in spare,
    logs: logs.flatMap((log) => {
      const steps = log.steps.filter((step) => named(log, step) !== place);
      return steps.length === log.steps.length
        ? []
        : [{ ...log, steps, from: Math.max(0, log.from - (log.steps.length - steps.length)) }];
    }),
  }));
  const late = new Map<string, Log[]>();
  for (const log of logs) {
    for (const [at, step] of log.steps.entries()) {
      const next = log.steps[at + 1];
      if (step.kind !== "sync" || next === undefined || !["rename", "link", "mark"].includes(next.kind)) continue;
      const name = `sync of ${named(log, step)} after the ${next.kind} that follows it`;
      const steps = [...log.steps.slice(0, at), next, step, ...log.steps.slice(at + 2)];
      late.set(name, [...(late.get(name) ?? []), { ...log, steps, from: at }]);
    }
  }
  const swapped = [...late].map(([name, changed]) => {
    const place = /^sync of (\S+) /.exec(name)?.[1] ?? "";
    return { name, spare: place in spare || harmless.test(name), logs: changed };
  });
  return [...without, ...swapped];
}

function named(log: Log, step: Step): string {
  return step.kind === "sync" ? `/${label(log, step.path)}` : "";
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
    const result = await look(bench, log, { enough: Number.POSITIVE_INFINITY });
    states += result.states;
    found.push(...result.found);
    if (bench.bug !== null && found.some(({ invariant }) => invariant === bench.bug?.invariant)) break;
  }
  const planted = [];
  for (const mutant of bench.plant && bench.bug === null && bench.at === null ? mutantsOf(logs, bench.quick) : []) {
    let first: Found | undefined;
    for (const log of mutant.logs) first ??= (await look(bench, log, { enough: 1 })).found[0];
    if (!mutant.spare) planted.push({ name: mutant.name, caught: first !== undefined });
    else if (first !== undefined)
      found.push({ ...first, text: `${mutant.name} is no harm, it was said; but ${first.text}` });
  }
  return {
    planned: points.length,
    fired: points.length,
    found,
    planted,
    note: `${states} states of ${points.length} recorded logs`,
  };
}

export const powerLoss: Matrix = {
  id: "M6",
  title: "power loss: any part of what was not synced, over recorded logs",
  missing: () => null,
  cut,
  bugs: [],
};
