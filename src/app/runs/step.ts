import { canonicalJson, sha256 } from "../../domain/digest.ts";
import { AppError } from "../../domain/errors.ts";
import { exhausted, sumBudget } from "../../domain/runs/budget.ts";
import { judgeStep, type FreshProbe } from "../../domain/runs/judge-step.ts";
import type { Attempt } from "../../domain/runs/ledger.ts";
import type { InspectedStep } from "../../domain/runs/inspection.ts";
import type { Spent } from "../../domain/runs/run.ts";
import { checkStep } from "./check-step.ts";
import { evidenceOf } from "./evidence-of.ts";
import { executeStep } from "./execute-step.ts";
import type { Probe } from "./inspect-run.ts";
import type { OpenedRun } from "./opened-run.ts";
import type { StepResult, StepSpec } from "./step-types.ts";

/** Executes a step, or attaches to what was done of it. */
export async function runStep<T>(run: OpenedRun, spec: StepSpec<T>): Promise<StepResult<T>> {
  const key = checkStep(spec);
  const inputs = fingerprints(spec);
  const before = run.attempts().get(key)?.at(-1);
  const { steps } = run.runContext;
  if (before === undefined && steps.length > 0 && !steps.includes(key)) {
    const detail = `step ${key} is none of those that the run declared: ${steps.join(", ")}`;
    return { outcome: "refused", code: "step_not_declared", detail };
  }
  if (before === undefined) return begin(run, spec, { inputs, attempt: 1 });
  const differing =
    findDifference(before.intent.inputs, inputs) ?? differentArtifact(before.intent.artifact, spec.artifact ?? null);
  if (differing !== null) return { outcome: "refused", code: "inputs_differ", detail: `step ${key}: ${differing}` };
  const found = await look(run, before, spec.probe);
  const { verdict, detail } = found;
  if (verdict === "done") {
    return {
      outcome: "done",
      attached: true,
      recovered: before.receipt?.recovered ?? true,
      onWord: false,
      value: (before.receipt?.result ?? null) as T | null,
    };
  }
  // A person's word stays one: it is attached to, and no receipt is made of it.
  if (verdict === "probed_done" && found.probe.by === "person") {
    return { outcome: "done", attached: true, recovered: false, onWord: true, value: null };
  }
  if (verdict === "reuse" || verdict === "probed_done") {
    recover(run, found, before.failed?.spent ?? unknownSpent);
    return { outcome: "done", attached: true, recovered: true, onWord: false, value: null };
  }
  if (verdict !== "not_done" && verdict !== "probed_not_done") return { outcome: "unknown", verdict, detail };
  if (spec.retry !== true || !found.may_retry) return { outcome: "not_done", detail };
  return begin(run, spec, { inputs, attempt: before.intent.attempt + 1 });
}

/** What the evidence says of an attempt; the real system is asked only where files cannot tell. */
async function look(run: OpenedRun, attempt: Attempt, probe: Probe | undefined): Promise<InspectedStep> {
  const { key, attempt: number } = attempt.intent;
  const first = judgeStep(attempt, evidenceOf(run), null);
  const inDoubt = first.verdict === "unknown" || first.verdict === "absent" || first.verdict === "probed_not_done";
  if (probe === undefined || !inDoubt) return first;
  const name = run.runContext.run;
  const reply = await probe({
    run: name,
    key,
    attempt: number,
    operation: `${name}/${key}`,
    progress: attempt.progress,
  });
  const asked = run.record({
    type: "probe",
    key,
    attempt: number,
    by: "probe",
    answer: reply.answer,
    detail: reply.detail,
  });
  // As it was kept: what a system says may hold a secret.
  const detail = asked.type === "probe" ? asked.detail : "";
  const fresh: FreshProbe = { by: "probe", answer: reply.answer, detail, at: asked.at };
  return judgeStep(run.attempts().get(key)?.at(-1) ?? attempt, evidenceOf(run), fresh);
}

/** The receipt that the executor before could not write. It says so itself. */
function recover(run: OpenedRun, { key, attempt, subjects, artifact }: InspectedStep, spent: Spent): void {
  // It may have been cut between becoming visible and becoming durable: a receipt must not outlive its artifact.
  if (artifact !== null && subjects.length > 0) run.store.secure(run.runContext.run, artifact);
  run.record({ type: "receipt", key, attempt, subjects, result: null, recovered: true, spent });
}

const unknownSpent: Spent = { calls: null, cost: null, time_ms: null };

async function begin<T>(
  run: OpenedRun,
  spec: StepSpec<T>,
  { inputs, attempt }: { readonly inputs: Readonly<Record<string, string>>; readonly attempt: number },
): Promise<StepResult<T>> {
  const limit = exhausted(sumBudget(run.runContext.budget, [...run.attempts().values()].flat()), spec.free === true);
  if (limit !== null) {
    const detail = `step ${spec.key}: the budget of ${limit.limit} ${limit.kind} is used up, over all sessions of this run`;
    return { outcome: "refused", code: "budget_exhausted", detail };
  }
  const inTheWay =
    spec.artifact === undefined
      ? undefined
      : evidenceOf(run).files.find(({ path }) => isBelow(path, spec.artifact ?? "", run));
  if (inTheWay !== undefined) {
    return {
      outcome: "refused",
      code: "artifact_in_the_way",
      detail: `step ${spec.key}: ${inTheWay.path} is there already`,
    };
  }
  return executeStep(run, spec, { inputs, attempt });
}

/** In the folder itself that is to be made, or its place is taken by a folder of folders. */
function isBelow(path: string, artifact: string, { attempts }: OpenedRun): boolean {
  const others = [...attempts().values()].flat().flatMap(({ intent }) => intent.artifact ?? []);
  if (path === artifact || path.startsWith(`${artifact}/`)) return true;
  return others.includes("artifact") && artifact !== "artifact" && path.startsWith("artifact/");
}

function fingerprints({ key, inputs = {}, volatile = [] }: StepSpec<unknown>): Readonly<Record<string, string>> {
  const named = Object.entries(inputs).filter(([name]) => !volatile.includes(name));
  return Object.fromEntries(named.map(([name, value]) => [name, fingerprint(key, name, value)]));
}

function fingerprint(key: string, name: string, value: unknown): string {
  try {
    return sha256(canonicalJson(value));
  } catch {
    throw new AppError({
      kind: "usage",
      code: "step_input_invalid",
      message: `input ${name} of step ${key} is no JSON value`,
      hint: "give text, numbers, booleans, null, lists or plain objects; the digest of a file for a file",
    });
  }
}

/** Attaching to a step that made another artifact, or none, would call something done that is not. */
function differentArtifact(old: string | null, now: string | null): string | null {
  return old === now ? null : `its artifact was ${old ?? "none"}, now it is ${now ?? "none"}`;
}

function findDifference(old: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): string | null {
  for (const name of [...new Set([...Object.keys(old), ...Object.keys(now)])].sort()) {
    if (old[name] !== now[name])
      return `input ${name} was ${old[name] ?? "not given"}, now it is ${now[name] ?? "not given"}`;
  }
  return null;
}
