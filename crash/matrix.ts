import type { Core } from "./load-core.ts";
import type { Invariant, Violation } from "./invariants.ts";

/** What a matrix works with: the product, or a copy with a planted bug. */
export interface Bench {
  /** Folder of its own for everything that it makes. */
  readonly folder: string;
  /** Folder of core.mjs and driver.mjs. */
  readonly built: string;
  readonly core: Core;
  readonly port: number;
  readonly seed: number;
  /** The shorter part: a sample of the points. */
  readonly quick: boolean;
  /** Plant bugs into what a matrix records, too. */
  readonly plant: boolean;
  /** A single point to look at again; null: all. */
  readonly at: string | null;
  /** The planted bug, which is caught as soon as its invariant breaks; null: the product as it is. */
  readonly bug: Bug | null;
}

/** Places of the built product and what a bug makes of them; each must be found exactly once. */
export interface Bug {
  readonly name: string;
  readonly invariant: Invariant;
  readonly edits: readonly (readonly [RegExp, string])[];
  /** Points at which it shows, by the beginning of their name; default: all. */
  readonly shows?: RegExp;
}

export interface Found extends Violation {
  readonly point: string;
}

export interface Cut {
  readonly planned: number;
  readonly fired: number;
  readonly found: readonly Found[];
  /** Bugs that the matrix plants by itself: in a recorded log, not in the code. */
  readonly planted?: readonly { readonly name: string; readonly caught: boolean }[];
  /** Words for the table: how many of what. */
  readonly note?: string;
}

export interface Matrix {
  readonly id: string;
  readonly title: string;
  readonly bugs: readonly Bug[];
  /** Why it cannot run here; null: it can. */
  readonly missing: () => string | null;
  readonly cut: (bench: Bench) => Promise<Cut>;
}

/** The points to look at: all of them, a sample when it has to be quick, one when it is to be seen again. */
export function choose<T extends { readonly id: string }>(
  bench: Bench,
  points: readonly T[],
  sample: number,
): readonly T[] {
  if (bench.at !== null) return points.filter(({ id }) => id === bench.at);
  const shows = bench.bug?.shows;
  const fitting = shows === undefined ? points : points.filter(({ id }) => shows.test(id));
  // A planted bug shows somewhere: far-apart points first find it sooner.
  if (bench.bug !== null) return spread(fitting);
  if (!bench.quick || fitting.length <= sample) return fitting;
  return Array.from({ length: sample }, (_, at) => fitting[Math.floor((at * fitting.length) / sample)]).flatMap(
    (one) => one ?? [],
  );
}

function spread<T>(items: readonly T[]): readonly T[] {
  const stride = Math.max(1, Math.round(items.length / 7));
  return Array.from({ length: stride }, (_, first) => items.filter((_item, at) => at % stride === first)).flat();
}

/** Two at a time. Ends early when a planted bug was caught. */
export async function forEachPoint<T extends { readonly id: string }>(
  bench: Bench,
  points: readonly T[],
  look: (point: T) => Promise<readonly Violation[]>,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  const queue = [...points];
  const caught = (): boolean => bench.bug !== null && found.some(({ invariant }) => invariant === bench.bug?.invariant);
  const worker = async (): Promise<void> => {
    try {
      for (let point = queue.shift(); point !== undefined && !caught(); point = queue.shift()) {
        for (const violation of await look(point)) found.push({ ...violation, point: point.id });
      }
    } finally {
      // Nothing to do any more after a failure, too: the other one ends with the point that it is at.
      queue.length = 0;
    }
  };
  const ended = await Promise.allSettled([worker(), worker()]);
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return found;
}
