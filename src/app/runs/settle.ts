import { judgeStep } from "../../domain/runs/judge-step.ts";
import type { StepVerdict } from "../../domain/runs/inspection.ts";
import { validName } from "../../domain/runs/names.ts";
import type { Spent } from "../../domain/runs/run.ts";
import { evidenceOf } from "./evidence-of.ts";
import type { OpenedRun } from "./opened-run.ts";
import type { SettleResult, SettledWord } from "./step-types.ts";

/** A word helps where no file can tell. An artifact that is not there cannot be called done. */
const open: Readonly<Record<SettledWord["effect"], ReadonlySet<StepVerdict>>> = {
  done: new Set(["unknown", "probed_not_done"]),
  not_done: new Set(["unknown", "probed_not_done", "absent", "temp_only"]),
};

/** Keeps what a person found out: done gives a receipt that says who knows, not done allows a new attempt. */
export function settle(run: OpenedRun, step: string, { effect, reason }: SettledWord): SettleResult {
  const key = validName("step", step);
  const last = run.attempts().get(key)?.at(-1);
  if (last === undefined) return { result: "refused", verdict: "not_started", detail: `step ${key} has not begun` };
  const before = judgeStep(last, evidenceOf(run), null);
  if (!open[effect].has(before.verdict)) {
    return { result: "refused", verdict: before.verdict, detail: `step ${key}: ${before.detail}` };
  }
  const { attempt } = last.intent;
  const detail = `a person says so: ${reason}`;
  const spent = last.failed?.spent ?? unknownSpent;
  if (effect === "not_done") {
    run.record({ type: "failed", key, attempt, effect, reason: detail, spent });
    return { result: "settled", verdict: "not_done" };
  }
  run.record({ type: "probe", key, attempt, answer: "done", detail });
  run.record({ type: "receipt", key, attempt, subjects: [], result: null, recovered: true, spent });
  return { result: "settled", verdict: "done" };
}

const unknownSpent: Spent = { calls: null, cost: null, time_ms: null };
