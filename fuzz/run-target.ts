import { Worker } from "node:worker_threads";
import type { Fault } from "./judge.ts";
import { minimise } from "./minimise.ts";
import { watched } from "./watched.ts";
import type { Work, WorkDone } from "./worker.ts";

export interface TargetOptions {
  readonly target: string;
  readonly seed: number;
  readonly seconds: number;
  readonly cache: string;
  /** The bundled worker. */
  readonly worker: string;
}

/** A run that takes longer has no end, as far as a user can tell. */
const hangMs = 12_000;
const lookMs = 250;
/** Each look at a smaller input that hangs takes seconds. */
const mostHangTests = 24;

/** Runs one target in a thread. A thread that hangs or runs out of memory is ended, and its input is the fault. */
export async function runTarget(options: TargetOptions): Promise<WorkDone> {
  const work = { ...options, input: null };
  const { done, ended, input } = await execute(work, options.worker, hangMs);
  // What comes from another thread has lost its class.
  if (done !== null)
    return { ...done, faults: done.faults.map(({ fault, input: bytes }) => ({ fault, input: Buffer.from(bytes) })) };
  const shows = async (smaller: Buffer): Promise<boolean> => {
    const again = await execute({ ...work, input: smaller }, options.worker, hangMs / 2);
    return again.done === null && again.ended === ended;
  };
  if (!(await shows(input))) return { runs: 0, kept: 0, faults: [], blocks: 0 };
  const small = await minimise(input, shows, mostHangTests);
  const fault: Fault = { kind: ended, key: ended, what: `${ended} for ${small.length} bytes` };
  return { runs: 0, kept: 0, blocks: 0, faults: [{ fault, input: small }] };
}

interface Executed {
  readonly done: WorkDone | null;
  readonly ended: "hang" | "memory";
  readonly input: Buffer;
}

function execute(work: Omit<Work, "buffer">, file: string, limitMs: number): Promise<Executed> {
  const watch = watched();
  const data: Work = { ...work, buffer: watch.buffer };
  const worker = new Worker(file, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: 700 } });
  return new Promise((resolve) => {
    let runs = -1;
    let since = performance.now();
    const look = setInterval(() => {
      const now = watch.runs();
      if (now !== runs) since = performance.now();
      runs = now;
      if (now > 0 && performance.now() - since > limitMs) end(null, "hang");
    }, lookMs);
    const end = (done: WorkDone | null, ended: Executed["ended"]): void => {
      clearInterval(look);
      const input = watch.input();
      void worker.terminate().then(() => resolve({ done, ended, input }));
    };
    worker.once("message", (done: WorkDone) => end(done, "hang"));
    worker.once("error", (error) => {
      if (!("code" in error) || error.code !== "ERR_WORKER_OUT_OF_MEMORY") process.stderr.write(`${error.stack}\n`);
      end(null, "memory");
    });
  });
}
