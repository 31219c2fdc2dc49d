import type { Attempt } from "../../domain/runs/ledger.ts";
import type { RunState, StepState } from "../../domain/runs/run.ts";
import { toText } from "./to-text.ts";

export interface EndedState extends Pick<RunState, "run" | "status" | "updated_at" | "reason"> {
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>;
  /** Keys of steps that were announced. */
  readonly planned: readonly string[];
}

/** `state.json` of a run that ended: what its journal says, for whoever reads only this. */
export function describeState({ run, status, updated_at, reason, attempts, planned }: EndedState): string {
  const keys = [...new Set([...attempts.keys(), ...planned])];
  const state: RunState = {
    schema_version: 1,
    run,
    status,
    steps: keys.map((key) => ({ key, state: stateOf(attempts.get(key)?.at(-1)) })),
    updated_at,
    reason,
  };
  return toText(state);
}

function stateOf(attempt: Attempt | undefined): StepState {
  if (attempt === undefined) return "pending";
  if (attempt.receipt !== null) return "done";
  return attempt.failed === null ? "running" : "failed";
}
