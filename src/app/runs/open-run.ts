import { readInput, type InputSource } from "../../adapters/runs/read-inputs.ts";
import { createRunStore } from "../../adapters/runs/run-store.ts";
import { createRedactor } from "../../adapters/secrets/create-redactor.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../domain/errors.ts";
import type { Inspection } from "../../domain/runs/inspection.ts";
import { mapStrings } from "../../domain/generate/map-strings.ts";
import type { RunContext, RunInput, RunState } from "../../domain/runs/run.ts";
import type { RunStore } from "../../domain/runs/store.ts";
import { checkInputs } from "./check-inputs.ts";
import { enterRun } from "./enter-run.ts";
import { inspectIn } from "./inspect-run.ts";
import { keptName } from "./kept-as-it-is.ts";
import { runRoot } from "./run-place.ts";
import { toText } from "./to-text.ts";
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
  if (store.read(run) === null) {
    if (mode === "resume") return refuse("run_unknown", `no run is called ${run}`);
    if (store.create(run, documentsOf(context, options)) === "created") {
      return enterRun(context, { run, store, options, resumed: false });
    }
    // Somebody else was quicker, so the run is theirs.
  }
  if (mode === "start") return refuse("run_exists", `a run called ${run} exists already; nothing was changed`);
  const inspection = await inspectIn(context, {
    run,
    store,
    values: valuesOf(options.inputs ?? []),
    declared: options.inputs ?? [],
    forTakeover: Boolean(options.takeover),
  });
  const reason = obstacleTo(inspection, options);
  if (reason !== null) return { result: "refused", reason, detail: inspection.detail, inspection };
  return enterRun(context, { run, store, options, resumed: true });
}

function refuse(reason: RefusedReason, detail: string): OpenRunResult {
  return { result: "refused", reason, detail, inspection: null };
}

/** A run may be gone on with although a step of it is in doubt: that step says so when it is asked for. */
function obstacleTo(
  { decision, reason, original_status: status }: Inspection,
  { takeover }: OpenRunOptions,
): RefusedReason | null {
  // What a zombie wrote into state.json counts as little as what it wrote into the journal.
  if (reason === "zombie_writer" && takeover) return null;
  if (status === "finished" || status === "failed") return "run_ended";
  const unreadable = reason === "evidence_incomplete_or_invalid" && status === null;
  return decision === "stop" || reason === "executor_unknown" || unreadable ? reason : null;
}

function documentsOf(context: Context, options: OpenRunOptions): { readonly context: string; readonly state: string } {
  const { name: run, goal = "", may = [], mustNot = [], volatile = [], attemptOf = null, steps = [] } = options;
  const { attempts = null, calls = null, cost = null, time_ms: time = null } = options.budget ?? {};
  const at = context.now().toISOString();
  const runContext: RunContext = {
    schema_version: 1,
    run,
    created_at: at,
    inputs: (options.inputs ?? []).map(
      (source) => readInput(source, { base: context.cwd, env: context.env }) ?? lost(source),
    ),
    volatile,
    // A record of this run has to say what it was for, be it that nobody said so.
    scope: {
      goal: goal.trim() === "" ? "not stated when the run began" : goal,
      may,
      must_not: mustNot,
      base: context.cwd,
    },
    budget: { attempts, calls, cost, time_ms: time },
    attempt_of: attemptOf,
  };
  const state: RunState = {
    schema_version: 1,
    run,
    status: "running",
    steps: steps.map((key) => ({ key: keptName("step", key), state: "pending" })),
    updated_at: at,
    reason: null,
  };
  return { context: toText(mapStrings(runContext, createRedactor().redact)), state: toText(state) };
}

function lost(source: InputSource): RunInput {
  const what = source.kind === "tool" ? source.command.join(" ") : source.kind === "value" ? "" : source.path;
  throw new AppError({
    kind: "input",
    code: "run_input_unreadable",
    message: `input ${source.name} of the run cannot be read: ${source.kind} ${what}`,
    hint: "correct its path or command; nothing was begun",
  });
}

function valuesOf(inputs: readonly InputSource[]): Readonly<Record<string, string>> {
  return Object.fromEntries(inputs.flatMap((input) => (input.kind === "value" ? [[input.name, input.value]] : [])));
}
