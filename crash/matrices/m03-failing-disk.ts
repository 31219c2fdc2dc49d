import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { checkExecutions, checkInspection, type Violation } from "../invariants.ts";
import { choose, forEachPoint, type Bench, type Cut, type Matrix } from "../matrix.ts";
import { inspectUntouched, makePlace } from "../run-folder.ts";
import { injectAt, straceMissing, strike, traceCalls, type Call } from "../trace.ts";
import { readTruth } from "../truth.ts";

/** What each kind of call may answer. */
const errors: Readonly<Record<string, readonly string[]>> = {
  openat: ["EMFILE", "EIO"],
  mkdir: ["ENOSPC", "EDQUOT"],
  write: ["EIO", "ENOSPC", "EDQUOT"],
  fsync: ["EIO", "ENOSPC", "EDQUOT"],
  rename: ["EIO", "ENOSPC", "EDQUOT"],
  link: ["EIO", "ENOSPC", "EDQUOT"],
};

async function cut(bench: Bench): Promise<Cut> {
  const order = { steps: ["file", "note-a"], end: "interrupt", stubborn: true } as const;
  const whole = makePlace(bench, "whole", order);
  const { calls, ended } = await traceCalls(bench, whole.order, whole.log);
  if (ended.code !== 0) throw new Error(`the run fails without a fault: ${ended.stderr}`);
  const faults = calls
    .filter(mayFail)
    .flatMap((call) => errorsOf(call).map((error) => ({ id: `${call.id}:${error}`, call, error })));
  const points = choose(bench, faults, 10);
  let fired = 0;
  const found = await forEachPoint(bench, points, async ({ call, error }) => {
    const struck = await strike(call, async (aimed, name) => {
      const tried = makePlace(bench, `${name}-${error}`, order);
      const result = await injectAt(bench, tried.order, { call: aimed, fault: `error=${error}`, log: tried.log });
      return { struck: result.fired ? { place: tried, injected: result } : null, calls: result.calls };
    });
    if (struck === null) return [];
    const { place, injected } = struck;
    fired += 1;
    const violations: Violation[] = [];
    if (injected.ended.code === 0)
      violations.push({ invariant: "failure_never_hidden", text: `${error} at ${call.what}, and the run ended well` });
    if (call.name === "fsync") violations.push(...checkAfterSync(injected.calls));
    if (bench.core.createRunStore(place.root).read("r") !== null) {
      const truth = readTruth(place.order.truth, place.root, "r");
      const { inspection, violations: traces } = await inspectUntouched(bench.core, place.root, "r");
      violations.push(...traces, ...checkInspection(inspection, truth), ...checkExecutions(truth, new Set()));
    }
    rmSync(dirname(place.root), { recursive: true });
    return violations;
  });
  return { planned: points.length, fired, found };
}

/** A read can fail in one way as well as in another; what is created can fail in all. */
function errorsOf({ name, text }: Call): readonly string[] {
  const all = errors[name] ?? [];
  return name === "openat" && !text.includes("O_CREAT") ? all.slice(0, 1) : all;
}

/** Not what only tidies up: the product may go on when a temporary file cannot be removed. */
function mayFail({ name, text }: Call): boolean {
  return name in errors && !text.includes("= -1 EEXIST");
}

/** After a failed fsync: nothing more into that file, and no receipt anywhere. */
function checkAfterSync(calls: readonly Call[]): readonly Violation[] {
  const at = calls.findIndex(({ text }) => text.includes("(INJECTED)"));
  const failed = calls[at];
  if (failed === undefined) return [];
  const file = pathOf(failed);
  const later = calls.slice(at + 1);
  const again = later.find(
    (call) => (call.name === "fsync" || call.name === "write") && isFile(file) && pathOf(call) === file,
  );
  const receipt = later.find(({ name, text }) => name === "write" && text.includes('\\"type\\":\\"receipt\\"'));
  return [
    ...(again === undefined
      ? []
      : [
          {
            invariant: "fsync_never_retried",
            text: `${again.name} of ${again.what} after its fsync had failed`,
          } as const,
        ]),
    ...(receipt === undefined
      ? []
      : [{ invariant: "fsync_never_retried", text: `a receipt was written after ${failed.what} had failed` } as const]),
  ];
}

function pathOf({ text }: Call): string {
  return /<([^>]*)>/.exec(text)?.[1] ?? "";
}

/** Folders are synced again for other names; what went wrong before shows in what was kept of it. */
function isFile(path: string): boolean {
  return /\.(?:jsonl|json|txt)$|\.tmp-[^/]*$|\/epoch\/\d+$/.test(path);
}

export const failingDisk: Matrix = {
  id: "M3",
  title: "EIO, ENOSPC, EDQUOT, EMFILE at each open, mkdir, write, fsync, rename, link; the caller goes on",
  missing: straceMissing,
  cut,
  bugs: [
    {
      name: "a failed fsync is tried once more",
      invariant: "fsync_never_retried",
      edits: [
        [
          /throw shortWrite\(path\);\s*fsyncSync\(file\);/,
          "throw shortWrite(path);\ntry { fsyncSync(file); } catch { fsyncSync(file); }",
        ],
      ],
      shows: /^fsync/,
    },
    {
      name: "a segment takes more lines after a failure",
      invariant: "fsync_never_retried",
      edits: [
        [
          /poisoned = storageError\(error, "append to", path\);\s*throw poisoned;/,
          'throw storageError(error, "append to", path);',
        ],
        [/failure = \{ cause \};/, ""],
      ],
      shows: /^fsync/,
    },
    {
      name: "a failed write of state.json is swallowed",
      invariant: "failure_never_hidden",
      edits: [
        [
          /writeState: \(run, text\) => writeAtomic\(at\(run, "state\.json"\), text\)/,
          'writeState: (run, text) => { try { writeAtomic(at(run, "state.json"), text); } catch {} }',
        ],
      ],
      shows: /^rename/,
    },
  ],
};
