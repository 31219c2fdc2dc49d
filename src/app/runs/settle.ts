import type { StepVerdict } from "../../domain/runs/inspection.ts";
import { judgeStep } from "../../domain/runs/judge-step.ts";
import { validName } from "../../domain/runs/names.ts";
import { evidenceOf } from "./evidence-of.ts";
import type { OpenedRun } from "./opened-run.ts";
import type { SettleResult, SettledWord } from "./step-types.ts";

/** A word helps where no file can tell. An artifact that is not there cannot be called done. */
const open: Readonly<Record<SettledWord["effect"], ReadonlySet<StepVerdict>>> = {
  done: new Set(["unknown", "probed_not_done", "probed_done", "not_done"]),
  not_done: new Set(["unknown", "probed_not_done", "probed_done", "not_done", "absent", "temp_only"]),
};

/** Keeps what a person found out, as their word. A later word corrects an earlier one, as long as no attempt came between. */
export function settle(run: OpenedRun, step: string, { effect, reason }: SettledWord): SettleResult {
  const key = validName("step", step);
  const last = run.attempts().get(key)?.at(-1);
  if (last === undefined) return { result: "refused", verdict: "not_started", detail: `step ${key} has not begun` };
  const before = judgeStep(last, evidenceOf(run), null);
  // What the step itself declared is no matter of opinion.
  if (!open[effect].has(before.verdict) || last.failed?.effect === "not_done") {
    return { result: "refused", verdict: before.verdict, detail: `step ${key}: ${before.detail}` };
  }
  run.record({ type: "probe", key, attempt: last.intent.attempt, by: "person", answer: effect, detail: reason });
  const settled = judgeStep(run.attempts().get(key)?.at(-1) ?? last, evidenceOf(run), null);
  return { result: "settled", verdict: settled.verdict };
}
