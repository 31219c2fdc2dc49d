import { readInput, type InputSource } from "../../adapters/runs/read-inputs.ts";
import { createRedactor } from "../../adapters/secrets/create-redactor.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../domain/errors.ts";
import { mapStrings } from "../../domain/generate/map-strings.ts";
import type { RunContext, RunInput, RunState } from "../../domain/runs/run.ts";
import { keptName } from "./kept-as-it-is.ts";
import type { OpenRunOptions } from "./open-types.ts";
import type { FirstDocuments } from "./enter-run.ts";

/** What a new run begins with: its inputs as they are now, scope, budget and announced steps. */
export function documentsOf(context: Context, options: OpenRunOptions): FirstDocuments {
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
    steps: steps.map((key) => keptName("step", key)),
    budget: { attempts, calls, cost, time_ms: time },
    attempt_of: attemptOf,
  };
  const state: RunState = {
    schema_version: 1,
    run,
    status: "running",
    steps: steps.map((key) => ({ key, state: "pending" })),
    updated_at: at,
    reason: null,
  };
  return { runContext: mapStrings(runContext, createRedactor().redact), state };
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
