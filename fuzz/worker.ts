/** One target in a thread of its own, which can be ended while it hangs. */
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { keepInput, readCorpus } from "./corpus.ts";
import { startCoverage } from "./coverage.ts";
import { hunt, type Hunted } from "./hunt.ts";
import { judge } from "./judge.ts";
import type { Target } from "./target.ts";
import { targets } from "./targets.ts";
import { watched } from "./watched.ts";

/** `input`: this one alone; else inputs are looked for. */
export interface Work {
  readonly target: string;
  readonly buffer: SharedArrayBuffer;
  readonly input: Uint8Array | null;
  readonly seed: number;
  readonly seconds: number;
  readonly cache: string;
}

export type WorkDone = Hunted & { readonly blocks: number };

const work = workerData as Work;
const target = targets.find(({ name }) => name === work.target);
if (target !== undefined) {
  const done = await execute(target);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(done);
}

async function execute(of: Target): Promise<WorkDone> {
  const watch = watched(work.buffer);
  if (work.input !== null) {
    watch.enter(Buffer.from(work.input));
    await judge(of, Buffer.from(work.input), false);
    return { runs: 1, kept: 0, faults: [], blocks: 0 };
  }
  const folder = join(work.cache, of.name);
  const coverage = startCoverage();
  const until = performance.now() + work.seconds * 1000;
  const real = (of.more?.() ?? []).map((bytes) => Buffer.from(bytes));
  const hunted = await hunt(of, {
    seed: work.seed,
    corpus: [...readCorpus(folder), ...real],
    coverage,
    goesOn: () => performance.now() < until,
    before: watch.enter,
    kept: (input) => keepInput(folder, input),
  });
  const blocks = coverage.known();
  coverage.stop();
  return { ...hunted, blocks };
}
