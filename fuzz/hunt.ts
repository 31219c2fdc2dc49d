import type { Coverage } from "./coverage.ts";
import { type Fault, judge } from "./judge.ts";
import { minimise } from "./minimise.ts";
import { collectWords, longestInput, mutate } from "./mutate.ts";
import { createRandom, seedOf } from "./random.ts";
import type { Target } from "./target.ts";

export interface HuntOptions {
  readonly seed: number;
  /** Inputs beside the seeds: kept by earlier runs, or real ones. */
  readonly corpus: readonly Buffer[];
  /** null: inputs are told apart by the shape of what was read. */
  readonly coverage: Coverage | null;
  readonly goesOn: (runs: number) => boolean;
  /** Told before each run, so that a run without an end can be told. */
  readonly before?: (input: Buffer) => void;
  readonly kept?: (input: Buffer) => void;
}

export interface Hunted {
  readonly runs: number;
  readonly kept: number;
  readonly faults: readonly { readonly fault: Fault; readonly input: Buffer }[];
}

/** Inputs between two looks at the coverage: one look costs as much as some of them. */
const batch = 48;
const mostKept = 3000;

/** Runs a target on changed inputs. The same seed and corpus give the same inputs. */
export async function hunt(target: Target, options: HuntOptions): Promise<Hunted> {
  const { coverage, goesOn } = options;
  const random = createRandom(seedOf(target.name, options.seed));
  const seeds = target.seeds().map((seed) => Buffer.from(seed));
  const pool = [...seeds, ...options.corpus];
  const words = collectWords(seeds, target.words ?? []);
  const material = { shape: target.shape, words, random };
  const faults = new Map<string, { fault: Fault; input: Buffer }>();
  const shapes = new Set<string>();
  let runs = 0;
  let kept = 0;

  const run = async (input: Buffer, again: boolean): Promise<{ readonly isNew: boolean }> => {
    runs += 1;
    options.before?.(input);
    const verdict = await judge(target, input, again);
    if (verdict.kind === "fault") {
      await enter(verdict.fault, input);
      return { isNew: false };
    }
    const shape = shapeOf(verdict.outcome, 0);
    const isNew = coverage === null && !shapes.has(shape);
    shapes.add(shape);
    return { isNew };
  };
  const enter = async (fault: Fault, input: Buffer): Promise<void> => {
    if (faults.has(fault.key)) return;
    faults.set(fault.key, { fault, input });
    const shows = async (smaller: Buffer): Promise<boolean> => {
      options.before?.(smaller);
      const verdict = await judge(target, smaller, fault.kind === "unstable");
      return verdict.kind === "fault" && verdict.fault.key === fault.key;
    };
    const small = await minimise(input, shows, fault.kind === "slow" ? 60 : 2000);
    const last = await judge(target, small, fault.kind === "unstable");
    faults.set(fault.key, { fault: last.kind === "fault" ? last.fault : fault, input: small });
  };
  const keep = (input: Buffer): void => {
    if (pool.length >= mostKept || input.length > longestInput) return;
    kept += 1;
    pool.push(input);
    options.kept?.(input);
  };

  for (const input of pool.slice()) {
    await run(input, true);
    if (!goesOn(runs)) break;
  }
  coverage?.learn(coverage.fresh());
  while (goesOn(runs)) {
    const inputs = Array.from({ length: batch }, () => mutate(choose(pool, random), random.pick(pool), material));
    for (const input of inputs) {
      const { isNew } = await run(input, random.chance(16));
      if (isNew) keep(input);
      if (!goesOn(runs)) break;
    }
    const fresh = coverage?.fresh() ?? [];
    if (coverage === null || fresh.length === 0) continue;
    for (const input of inputs) {
      await run(input, true);
      const own = coverage.fresh();
      coverage.learn(own);
      if (own.length > 0) keep(input);
      if (!goesOn(runs)) break;
    }
    // What is remembered from an earlier run of an input does not run again.
    coverage.learn(fresh);
  }
  return { runs, kept, faults: [...faults.values()] };
}

/** Newer inputs are taken more often: they stand where nothing has been tried yet. */
function choose(pool: readonly Buffer[], random: ReturnType<typeof createRandom>): Buffer {
  const newest = pool.slice(-Math.max(8, pool.length >> 2));
  return random.pick(random.chance(2) ? newest : pool);
}

/** What a value is made of, without its contents. */
function shapeOf(value: unknown, depth: number): string {
  if (value instanceof Map) return shapeOf([...value], depth);
  if (Array.isArray(value)) {
    const inner = depth > 4 ? [] : [...new Set(value.slice(0, 50).map((one) => shapeOf(one, depth + 1)))].sort();
    return `[${Math.min(3, value.length)}${inner.join("|")}]`;
  }
  if (value === null || typeof value !== "object" || value instanceof Uint8Array) return shapeOfScalar(value);
  if (depth > 4) return "{}";
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key.slice(0, 20)}:${shapeOf(inner, depth + 1)}`)
    .slice(0, 60)
    .join()}}`;
}

/** Short words are mostly names of states: they count; other texts do not. */
function shapeOfScalar(value: unknown): string {
  return typeof value === "string" && /^[a-z_]{1,20}$/.test(value) ? value : value === null ? "null" : typeof value;
}
