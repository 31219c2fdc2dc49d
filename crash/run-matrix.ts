import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCounter } from "./counter.ts";
import { loadCore } from "./load-core.ts";
import type { Bench, Bug, Found, Matrix } from "./matrix.ts";
import { plantBug } from "./plant-bug.ts";

export interface MatrixOptions {
  readonly built: string;
  readonly seed: number;
  readonly quick: boolean;
  readonly at: string | null;
  /** One planted bug, to see how it shows; null: the product, then all bugs. */
  readonly bug: string | null;
  /** Plant the bugs too. */
  readonly plant: boolean;
}

export interface Line {
  readonly id: string;
  readonly title: string;
  readonly skipped: string | null;
  readonly planned: number;
  readonly fired: number;
  readonly violations: readonly {
    readonly point: string;
    readonly invariant: string;
    readonly text: string;
    readonly again: string;
  }[];
  readonly planted: readonly { readonly name: string; readonly caught: boolean }[];
  readonly seconds: number;
  readonly note: string;
}

/** One matrix over the product, then over each of its planted bugs. */
export async function runMatrix(matrix: Matrix, options: MatrixOptions): Promise<Line> {
  const start = performance.now();
  const skipped = matrix.missing();
  const line = {
    id: matrix.id,
    title: matrix.title,
    skipped,
    planned: 0,
    fired: 0,
    violations: [],
    planted: [],
    seconds: 0,
    note: "",
  };
  if (skipped !== null) return line;
  const folder = mkdtempSync(join(tmpdir(), "passdown-crash-"));
  const counter = await startCounter();
  const { built, seed, quick, at } = options;
  const base = { port: counter.port, seed, quick, at, plant: options.plant };
  const again = (found: Found, bug: Bug | null): string =>
    `npm run crash -- --only ${matrix.id} --at ${found.point} --seed ${seed}${bug === null ? "" : ` --bug ${JSON.stringify(bug.name)}`}`;
  try {
    const bugs = matrix.bugs.filter(({ name }) => options.bug === null || name === options.bug);
    const shown = options.bug === null ? null : (bugs[0] ?? null);
    const bench = async (bug: Bug | null, name: string): Promise<Bench> => {
      const own = join(folder, name);
      mkdirSync(own);
      const code = bug === null ? built : join(own, "built");
      if (bug !== null) plantBug(built, code, bug);
      return { ...base, folder: own, built: code, core: await loadCore(code), bug };
    };
    const result = await matrix.cut(await bench(shown, "product"));
    const planted = [...(result.planted ?? [])];
    for (const [number, bug] of (options.plant && options.bug === null && at === null ? bugs : []).entries()) {
      const { found } = await matrix.cut(await bench(bug, `bug-${number}`));
      planted.push({ name: bug.name, caught: found.some(({ invariant }) => invariant === bug.invariant) });
    }
    return {
      ...line,
      planned: result.planned,
      fired: result.fired,
      violations: result.found.map((found) => ({ ...found, again: again(found, shown) })),
      planted,
      seconds: (performance.now() - start) / 1000,
      note: result.note ?? "",
    };
  } finally {
    counter.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether this line lets the whole run pass. */
export function passes({ skipped, planned, fired, violations, planted }: Line, strict: boolean): boolean {
  if (skipped !== null) return !strict;
  return planned > 0 && planned === fired && violations.length === 0 && planted.every(({ caught }) => caught);
}
