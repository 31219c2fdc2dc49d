import type { InputSource } from "../../adapters/runs/read-inputs.ts";
import { createRunStore } from "../../adapters/runs/run-store.ts";
import type { Context } from "../../context.ts";
import type { Inspection } from "../../domain/runs/inspection.ts";
import type { RunStore } from "../../domain/runs/store.ts";
import { checkInputs } from "./check-inputs.ts";
import { documentsOf } from "./describe-run.ts";
import { beginRun, enterRun } from "./enter-run.ts";
import { inspectIn } from "./inspect-run.ts";
import { keptName } from "./kept-as-it-is.ts";
import { mendState } from "./mend-state.ts";
import { runRoot } from "./run-place.ts";
import type { OpenRunOptions, OpenRunResult, RefusedReason } from "./open-types.ts";

/**
 * Begins a run, or goes on with one whose executor has ended: in an epoch of its own, from what the journal says. Refused
 * where the record is damaged, the inputs changed, or somebody still executes it. Opening never executes an effect.
 */
export async function openRun(context: Context, options: OpenRunOptions): Promise<OpenRunResult> {
  return openIn(context, options, createRunStore(runRoot(context, options.root ?? null)));
}

/** The same in a store of the caller's. */
export async function openIn(context: Context, options: OpenRunOptions, store: RunStore): Promise<OpenRunResult> {
  const run = keptName("run", options.name);
  checkInputs(options, context.cwd);
  const mode = options.mode ?? "either";
  const before = store.read(run);
  if (before === null) {
    if (mode === "resume") return refuse("run_unknown", `no run is called ${run}`);
    const begun = beginRun(context, { run, store, options, ...documentsOf(context, options) });
    if (begun !== null) return begun;
    // Somebody else was quicker, so the run is theirs.
  }
  if (mode === "start") return refuse("run_exists", `a run called ${run} exists already; nothing was changed`);
  mendState(store, run, before ?? store.read(run));
  const inspection = await inspectIn(context, {
    run,
    store,
    values: valuesOf(options.inputs ?? []),
    declared: options.inputs ?? [],
    forTakeover: Boolean(options.takeover),
  });
  const reason = obstacleTo(inspection, options);
  if (reason !== null) return { result: "refused", reason, detail: inspection.detail, inspection };
  return enterRun(context, { run, store, options, seen: inspection.epoch });
}

function refuse(reason: RefusedReason, detail: string): OpenRunResult {
  return { result: "refused", reason, detail, inspection: null };
}

/** A run may be gone on with although a step of it is in doubt: that step says so when it is asked for. */
function obstacleTo(
  { decision, reason, concerns, original_status: status }: Inspection,
  { takeover }: OpenRunOptions,
): RefusedReason | null {
  // What a zombie wrote into state.json counts as little as what it wrote into the journal.
  if (reason === "zombie_writer" && takeover) return null;
  if (status === "finished" || status === "failed") return "run_ended";
  return decision === "stop" || concerns === "record" ? reason : null;
}

function valuesOf(inputs: readonly InputSource[]): Readonly<Record<string, string>> {
  return Object.fromEntries(inputs.flatMap((input) => (input.kind === "value" ? [[input.name, input.value]] : [])));
}
