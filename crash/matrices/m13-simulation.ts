import type { Context, Inspection, RunStore, StepSpec } from "../core.ts";
import { checkExecutions, checkInspection, type Truth, type Violation } from "../invariants.ts";
import { choose, type Bench, type Cut, type Found, type Matrix } from "../matrix.ts";
import { memoryStore, noHazard, type Hazard, type MemoryRun } from "../memory-store.ts";
import { contextOf, deadPid } from "../run-folder.ts";
import { seeded } from "../seeded.ts";

interface World {
  readonly memory: MemoryRun;
  readonly begun: string[];
  readonly acknowledged: Set<string>;
  readonly happened: Map<string, number>;
  /** What the clock of whoever acts says; it may jump either way. */
  now: number;
}

interface Plan {
  readonly key: string;
  readonly kind: "artifact" | "asked" | "outside";
}

class Killed extends Error {}

const text = "what the step makes\n";

function makeStep({ key, kind }: Plan, world: World, random: () => number): StepSpec<unknown> {
  const effect = (): void => void world.happened.set(key, (world.happened.get(key) ?? 0) + 1);
  const base = { key, inputs: { key }, free: true };
  if (kind === "artifact") {
    return {
      ...base,
      artifact: `artifact/${key}`,
      do: ({ folder }) => {
        world.begun.push(key);
        world.memory.files?.set(`${folder ?? ""}/a.txt`, Buffer.from(text));
        if (random() < 0.1) throw new Error("it fails with half of its files");
        world.memory.files?.set(`${folder ?? ""}/b.txt`, Buffer.from(text));
      },
    };
  }
  const act = (): string => {
    world.begun.push(key);
    // The connection may be lost before the request arrives, or after it was acted upon.
    if (random() < 0.1) throw new Error("the request is lost");
    effect();
    if (random() < 0.2) throw new Error("the reply is lost");
    return "ok";
  };
  if (kind === "outside") return { ...base, do: act };
  return {
    ...base,
    safeToRetry: true,
    retry: true,
    probe: () =>
      random() < 0.2
        ? { answer: "unknown", detail: "it does not answer" }
        : { answer: (world.happened.get(key) ?? 0) > 0 ? "done" : "not_done", detail: "it counts" },
    do: act,
  };
}

function makeHazard(random: () => number): Hazard {
  // Some executors meet nothing, others die at one of their first calls, or soon.
  let left = random() < 0.25 ? Number.POSITIVE_INFINITY : Math.floor(random() * 14);
  let dead = false;
  const die = (): never => {
    dead = true;
    throw new Killed("killed");
  };
  const tick = (): void => {
    if (dead) die();
    left -= 1;
  };
  return {
    before: () => {
      tick();
      if (left < 0 && random() < 0.5) die();
    },
    after: () => {
      if (dead || left < 0) die();
    },
    tear: (line) => {
      if (left >= 0) return null;
      dead = true;
      return Math.floor(random() * (line.length + 1));
    },
  };
}

async function simulate(bench: Bench, seed: number): Promise<readonly Violation[]> {
  const { core } = bench;
  const random = seeded(seed);
  const world: World = {
    memory: { files: null },
    begun: [],
    acknowledged: new Set(),
    happened: new Map(),
    now: Date.parse("2026-01-01"),
  };
  const kinds = ["artifact", "asked", "outside"] as const;
  const plans: Plan[] = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, at) => ({
    key: `s${at}`,
    kind: kinds[Math.floor(random() * 3)] ?? "outside",
  }));
  const asked = new Set(plans.filter(({ kind }) => kind === "asked").map(({ key }) => key));
  const context: Context = contextOf(core, "/", {
    pid: deadPid,
    now: () => new Date((world.now += Math.floor((random() - 0.3) * 86_400_000))),
  });
  const violations: Violation[] = [];
  const executors = 1 + Math.floor(random() * 4);
  for (let number = 0; number < executors; number += 1) {
    const store = memoryStore(core, world.memory, number === executors - 1 ? noHazard : makeHazard(random));
    const refused = await work(bench, { context, store, plans, world, random });
    if (refused !== null && number === executors - 1) violations.push({ invariant: "way_on", text: refused });
    if (world.memory.files === null) continue;
    violations.push(...checkInspection(await look(bench, context, world), truthOf(world)));
  }
  violations.push(...checkExecutions(truthOf(world), asked), ...(await checkZombie(bench, context, world)));
  return violations;
}

/** One executor's life; null, or why it was not let in. */
async function work(
  { core }: Bench,
  {
    context,
    store,
    plans,
    world,
    random,
  }: {
    readonly context: Context;
    readonly store: RunStore;
    readonly plans: readonly Plan[];
    readonly world: World;
    readonly random: () => number;
  },
): Promise<string | null> {
  try {
    const opened = await core.openIn(context, { name: "r", steps: plans.map(({ key }) => key) }, store);
    if (opened.result === "refused") return `${opened.reason}: ${opened.detail}`;
    for (const plan of plans) {
      const result = await opened.run.step(makeStep(plan, world, random));
      if (result.outcome === "done") world.acknowledged.add(plan.key);
    }
    opened.run.interrupt("enough for now");
  } catch {
    // It died, or its disk failed: the next one judges what it left.
  }
  return null;
}

async function look({ core }: Bench, context: Context, { memory }: World): Promise<Inspection> {
  return core.inspectIn(context, { run: "r", store: memoryStore(core, memory, noHazard) });
}

/** Whatever the oldest executor still writes after it was replaced changes nothing that counts, and shows. */
async function checkZombie(bench: Bench, context: Context, world: World): Promise<readonly Violation[]> {
  const { files } = world.memory;
  const bytes = files?.get("journal.0001.jsonl");
  if (files === null || bytes === undefined || !files.has("journal.0002.jsonl")) return [];
  const before = await look(bench, context, world);
  if (before.decision === "stop" || before.steps.length === 0) return [];
  files.set("journal.0001.jsonl", Buffer.concat([bytes, Buffer.from("v1 9 a zombie's line\n")]));
  const after = await look(bench, context, world);
  const same = JSON.stringify(after.steps) === JSON.stringify(before.steps);
  return same && after.reason === "zombie_writer"
    ? []
    : [
        {
          invariant: "old_executor_never_counts",
          text: `${after.reason}, and the steps are ${same ? "the same" : "others"}`,
        },
      ];
}

function truthOf({ memory, begun, acknowledged, happened }: World): Truth {
  const is = (path: string): boolean => Buffer.from(memory.files?.get(path) ?? []).toString("utf8") === text;
  return { begun, acknowledged, happened, whole: (artifact) => is(`${artifact}/a.txt`) && is(`${artifact}/b.txt`) };
}

async function cut(bench: Bench): Promise<Cut> {
  const seeds = Array.from({ length: 2_000 }, (_, at) => ({
    id: `seed:${bench.seed * 100_000 + at}`,
    seed: bench.seed * 100_000 + at,
  }));
  const points = choose(bench, seeds, 100);
  const found: Found[] = [];
  let fired = 0;
  for (const { id, seed } of points) {
    fired += 1;
    for (const violation of await simulate(bench, seed)) found.push({ ...violation, point: id });
    if (bench.bug !== null && found.some(({ invariant }) => invariant === bench.bug?.invariant)) break;
  }
  return { planned: points.length, fired, found, note: `seeds ${points[0]?.seed ?? 0} to ${points.at(-1)?.seed ?? 0}` };
}

export const simulation: Matrix = {
  id: "M13",
  title:
    "random lives of several executors in one process: kills, torn lines, lost requests and replies, jumping clocks",
  missing: () => null,
  cut,
  bugs: [
    {
      name: "an executor that failed is taken for one that did nothing",
      invariant: "effect_never_forgotten",
      edits: [[/error instanceof EffectNotDone \? "not_done" : "unknown"/, '"not_done"']],
    },
    {
      name: "what a probe calls not done is done again, asked or not",
      invariant: "effect_never_repeated",
      edits: [
        [/if \(verdict !== "not_done" && verdict !== "probed_not_done"\) return/, "if (false) return"],
        [/if \(spec\.retry !== true \|\| !found\.may_retry\) return/, "if (false) return"],
      ],
    },
    {
      name: "records beyond a seal count",
      invariant: "old_executor_never_counts",
      edits: [[/if \(bytes\.length > seal\.length\) grown\.push/, "if (false) grown.push"]],
    },
    {
      name: "an artifact is reused without a look at its manifest",
      invariant: "half_never_reused",
      edits: [[/found\("temp_only",/, 'found("whole",']],
    },
    {
      name: "a segment that was cut at its first record ends the run",
      invariant: "receipt_never_lost",
      edits: [
        [/seal === void 0 && ordered\.slice\(at \+ 1\)\.some\(isBegun\)/, "seal === void 0 && at < ordered.length - 1"],
      ],
    },
  ],
};
