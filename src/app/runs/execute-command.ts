import { join } from "node:path";
import process from "node:process";
import { writeNewFile } from "../../adapters/durable/temp-file.ts";
import { stepMarker } from "../../adapters/process/find-step-processes.ts";
import { ownIdentity } from "../../adapters/process/process-identity.ts";
import { runChild, type ReleasableEnd } from "../../adapters/process/run-child.ts";
import { watchOutcome, type OutcomeWatch } from "../../adapters/runs/watch-outcome.ts";
import type { Context } from "../../context.ts";
import { describeEnd } from "../../domain/feedback/child-end.ts";
import { execVariable } from "../../domain/feedback/exec-marker.ts";
import { parseOutcome } from "../../domain/runs/parse-outcome.ts";
import { EffectNotDone, type StepHandle } from "./step-types.ts";

/** A step's command, and how it ended as soon as it has. */
export interface StepChild {
  readonly context: Context;
  readonly run: string;
  /** sha256 of `context.json`. */
  readonly contextSha256: string;
  readonly argv: readonly string[];
  status: number | null;
  /** Signals are held back until the receipt is on the disk. */
  release: () => void;
}

/** Returns when the command says that it is done, throws otherwise. `folder` is a private one for what it declares. */
export async function executeCommand(child: StepChild, step: StepHandle, folder: string): Promise<void> {
  const { context } = child;
  const outcome = join(folder, "outcome");
  writeNewFile(outcome, "", { sync: false });
  const declared: { notDone: string | null } = { notDone: null };
  const watch = watchOutcome(outcome, (line) => {
    const found = parseOutcome(line);
    if (found.kind === "progress") step.progress(found.data);
    else if (found.kind === "spent") step.spend(found);
    else if (found.kind === "not_done") declared.notDone = found.reason;
    else context.stderr.write("passdown: a line in PASSDOWN_OUTCOME is not understood and does not count\n");
  });
  const run = (): Promise<ReleasableEnd> =>
    runChild({
      argv: child.argv,
      cwd: context.cwd,
      env: { ...context.env, ...variables(child, step), PASSDOWN_OUTCOME: outcome },
      timeoutMs: null,
      terminal: {
        stdout: process.stdout,
        stderr: process.stderr,
        signals: process,
        interactive: process.stdin.isTTY === true,
      },
      capture: { stdout: () => undefined, stderr: () => undefined },
    });
  const end = await watched(watch, run);
  child.release = end.release;
  const { exitCode, error, status } = describeEnd(end);
  child.status = status;
  watch.finish();
  // What never started did nothing.
  if (end.notStarted !== null) throw new EffectNotDone(end.notStarted.reason);
  if (exitCode === 0 && declared.notDone === null) return;
  // An exit code of 0 would tell the script that all is well.
  if (status === 0) child.status = 1;
  if (exitCode === 0) throw new Error("it declared that nothing happened, and ended with exit 0");
  if (declared.notDone !== null) throw new EffectNotDone(declared.notDone);
  throw new Error(error ?? (end.signal === null ? `exit ${status}` : `ended by ${end.signal.name}`));
}

/** Where it never comes to an end of its own, nobody reads on either. */
async function watched(watch: OutcomeWatch, work: () => Promise<ReleasableEnd>): Promise<ReleasableEnd> {
  try {
    return await work();
  } catch (error) {
    watch.stop();
    throw error;
  }
}

function variables(
  { context, run, contextSha256 }: StepChild,
  { key, attempt, operation, folder }: StepHandle,
): Readonly<Record<string, string | undefined>> {
  return {
    PASSDOWN_RUN: run,
    PASSDOWN_STEP: key,
    PASSDOWN_OPERATION: operation,
    PASSDOWN_ATTEMPT: String(attempt),
    PASSDOWN_ARTIFACT: folder ?? undefined,
    // Found by it when it outlives its executor.
    [execVariable]: stepMarker({ contextSha256, key, attempt }, ownIdentity(context.pid)),
  };
}
