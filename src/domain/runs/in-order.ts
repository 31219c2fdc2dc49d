import type { BudgetLeft, InspectedStep, RunFile } from "./inspection.ts";
import type { RecoveryDraft } from "./recovery-record.ts";
import type { BudgetLimits } from "./run.ts";

/** A draft with its keys in the order of the interfaces, whatever order it was put together in. */
export function inOrder(draft: RecoveryDraft): RecoveryDraft {
  const { scope, budget } = draft;
  return {
    schema_version: draft.schema_version,
    record: draft.record,
    recorded_at: draft.recorded_at,
    status: draft.status,
    original_status: draft.original_status,
    semantic_review: draft.semantic_review,
    action: draft.action,
    export_replayed: draft.export_replayed,
    decision: draft.decision,
    reason: draft.reason,
    run: draft.run,
    run_path: draft.run_path,
    simulated: draft.simulated,
    original_files: draft.original_files.map(fileInOrder),
    steps: draft.steps.map(stepInOrder),
    confirmed: draft.confirmed.map(({ text, evidence }) => ({ text, evidence })),
    not_done: draft.not_done,
    open: draft.open,
    next_step: draft.next_step,
    stop_condition: draft.stop_condition,
    scope: { goal: scope.goal, may: scope.may, must_not: scope.must_not, base: scope.base },
    budget: budgetInOrder(budget),
    inputs: draft.inputs.map(({ name, kind, shown }) => ({ name, kind, shown })),
    unchecked_inputs: draft.unchecked_inputs,
  };
}

function fileInOrder({ path, sha256, size }: RunFile): RunFile {
  return { path, sha256, size };
}

function stepInOrder(step: InspectedStep): InspectedStep {
  const { command, by, answer, at, detail } = step.probe;
  return {
    key: step.key,
    attempt: step.attempt,
    verdict: step.verdict,
    detail: step.detail,
    place: step.place,
    artifact: step.artifact,
    subjects: step.subjects.map(fileInOrder),
    progress: step.progress,
    probe: { command, by, answer, at, detail },
    may_retry: step.may_retry,
  };
}

function budgetInOrder({ limits, spent, at_least: atLeast, left }: BudgetLeft): BudgetLeft {
  return {
    limits: amountsInOrder(limits),
    spent: amountsInOrder(spent),
    at_least: amountsInOrder(atLeast),
    left: amountsInOrder(left),
  };
}

function amountsInOrder<T>(amounts: Readonly<Record<keyof BudgetLimits, T>>): Readonly<Record<keyof BudgetLimits, T>> {
  const { attempts, calls, cost, time_ms: time } = amounts;
  return { attempts, calls, cost, time_ms: time };
}
