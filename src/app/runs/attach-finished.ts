import type { Context } from "../../context.ts";
import { keepLedger } from "../../domain/runs/ledger.ts";
import { readJournal } from "../../domain/runs/read-journal.ts";
import { readContext } from "../../domain/runs/shapes.ts";
import type { RunStore } from "../../domain/runs/store.ts";
import type { OpenedRun } from "./opened-run.ts";
import type { OpenRunResult } from "./open-types.ts";
import { segmentsOf } from "./read-facts.ts";
import type { StepResult, StepSpec } from "./step-types.ts";
import { runStep } from "./step.ts";

export type RefusedRun = Extract<OpenRunResult, { readonly result: "refused" }>;

/** It was refused because its work is complete, and for no other reason. */
export function hasFinished({ reason, inspection }: RefusedRun): boolean {
  if (reason !== "run_ended" || inspection?.original_status !== "finished") return false;
  // What it once depended on may have changed since: that is no matter of a run that is over.
  return inspection.reason === "unsupported_state" || inspection.reason === "context_changed";
}

/**
 * A step of a run that has finished: what was done is attached to, so that a script may be run again. Nothing is executed
 * and nothing is written. null: that step was not done there.
 */
export async function attachFinished<T>(
  context: Context,
  store: RunStore,
  { refused, spec }: { readonly refused: RefusedRun; readonly spec: StepSpec<T> },
): Promise<StepResult<T> | null> {
  const { inspection } = refused;
  const found = inspection?.steps.find(({ key }) => key === spec.key)?.verdict;
  if (inspection === null || (found !== "done" && found !== "probed_done")) return null;
  const { run } = inspection;
  const snapshot = store.read(run);
  const runContext = readContext(new TextDecoder().decode(snapshot?.bytes.get("context.json")));
  if (snapshot === null || !runContext.ok) return null;
  const { attempts } = keepLedger(readJournal(run, segmentsOf(snapshot)).records);
  const closed: OpenedRun = {
    context,
    store,
    runContext: runContext.value,
    attempts: () => attempts,
    // Its journal is closed: an attachment needs no record.
    record: (record) => ({ seq: 0, at: context.now().toISOString(), ...record }),
  };
  return runStep(closed, spec);
}
