import type { InspectedStep } from "../../domain/runs/inspection.ts";
import type { RecoveryRecord } from "../../domain/runs/recovery-record.ts";
import type { AuditFinding } from "../finding.ts";
import { deriveVerdict, type Derived } from "./derive-verdict.ts";
import type { Operation } from "./operations.ts";
import { listAt, rawAt, sameValue, wordOf } from "./raw.ts";
import type { RunFiles } from "./run-files.ts";

export interface StepsAudit {
  readonly findings: readonly AuditFinding[];
  readonly unchecked: readonly string[];
}

export interface Evidence {
  readonly run: RunFiles;
  readonly operations: ReadonlyMap<string, Operation>;
  /** `state.json` as it is. */
  readonly state: unknown;
}

/** Every conclusion of the record, against what the journal and the files say of the same step. */
export function auditSteps(record: RecoveryRecord, evidence: Evidence): StepsAudit {
  const findings: AuditFinding[] = [];
  const unchecked: string[] = [];
  const pending = new Set(listAt(evidence.state, "steps").map((step) => rawAt(step, "key")));
  const others = [...evidence.operations.values()].map(({ intent }) => intent["artifact"] ?? null);
  const seen = new Set<string>();
  for (const [at, step] of record.steps.entries()) {
    const find = (code: string, detail: string): void =>
      void findings.push({ code, detail: `step ${step.key} ${detail}`, path: `steps.${at}` });
    if (seen.has(step.key)) find("step_twice", "stands in the record twice");
    seen.add(step.key);
    const operation = evidence.operations.get(step.key);
    if (operation === undefined) {
      if (step.verdict !== "not_started")
        find("verdict_contradicted", `is called ${step.verdict}, the journal has no intent for it`);
      else if (!pending.has(step.key)) find("step_unknown", "is not known to the run");
      if (step.subjects.length > 0) find("subject_contradicted", "has not begun and has files");
      if (step.may_retry) find("retry_not_allowed", "has not begun and may be retried");
      continue;
    }
    const derived = deriveVerdict(operation, evidence.run, { answer: step.probe.answer, by: step.probe.by, others });
    auditStep(step, { operation, derived, find });
    if (step.probe.answer !== null && !operation.probes.some((probe) => probe["answer"] === step.probe.answer)) {
      unchecked.push(`the answer of the probe of step ${step.key} stands in the record alone`);
    }
  }
  for (const key of evidence.operations.keys()) {
    if (!seen.has(key))
      findings.push({ code: "step_left_out", detail: `step ${key} was begun, the record does not say so` });
  }
  for (const step of listAt(evidence.state, "steps")) {
    const key = wordOf(rawAt(step, "key"));
    if (rawAt(step, "state") === "done" && (evidence.operations.get(key)?.receipt ?? null) === null) {
      const detail = `state.json calls step ${key} done, the journal has no receipt of it`;
      findings.push({ code: "state_contradicted", detail, path: "state.json" });
    }
  }
  findings.push(...auditDecision(record));
  return { findings, unchecked };
}

interface Against {
  readonly operation: Operation;
  readonly derived: Derived;
  readonly find: (code: string, detail: string) => void;
}

function auditStep(step: InspectedStep, { operation, derived, find }: Against): void {
  const { intent, attempt } = operation;
  if (step.attempt !== attempt || step.place !== intent["place"] || step.artifact !== intent["artifact"]) {
    find("step_contradicted", "has another attempt, place or artifact than its intent");
  }
  if (step.verdict !== derived.verdict) {
    find("verdict_contradicted", `is called ${step.verdict}, the run says ${derived.verdict}`);
  } else if (!sameFiles(step, derived.subjects)) {
    find("subject_contradicted", "rests on other files than the run says");
  }
  const { command, by, answer, at } = step.probe;
  if (
    !sameValue(command, intent["probe"]) ||
    (answer === null) !== (at === null) ||
    (answer === null) !== (by === null)
  ) {
    find("probe_contradicted", "has another probe than its intent, or an answer without its time");
  }
  const last = operation.probes.at(-1);
  const spoken = last?.["by"] === "person" && last["answer"] === answer && last["detail"] === step.probe.detail;
  if (by === "person" && !spoken) find("probe_contradicted", "rests on a person's word that is not in the journal");
  for (const [name, value] of Object.entries(step.progress)) {
    if (!operation.progress.some((record) => rawAt(record["data"], name) === value)) {
      find("progress_contradicted", `says ${name}, the journal does not`);
    }
  }
  const safe = derived.verdict === "probed_not_done" && intent["safe_to_retry"] === true;
  const mayRetry = derived.verdict === "not_done" || safe;
  if (step.may_retry && !mayRetry) find("retry_not_allowed", "may be retried, though its effect may have happened");
}

/** The manifest may be named beside the files that it names. */
function sameFiles({ subjects, artifact }: InspectedStep, wanted: readonly unknown[]): boolean {
  const named = subjects.filter(({ path }) => path !== `${artifact}/manifest.json`);
  const listed = wanted.filter((file) => rawAt(file, "path") !== `${artifact}/manifest.json`);
  return (
    named.length === listed.length &&
    new Set(named.map(({ path }) => path)).size === named.length &&
    named.every((file) => listed.some((other) => sameValue(file, other)))
  );
}

/** Reuse rests on an artifact without a receipt; without one there is nothing in doubt. */
function auditDecision({ steps, decision, reason }: RecoveryRecord): readonly AuditFinding[] {
  const reused = steps.some(({ verdict }) => verdict === "reuse");
  const wanted = reused ? ["reuse_existing_artifact", "artifact_verified"] : ["continue", "nothing_in_doubt"];
  if (sameValue([decision, reason], wanted)) return [];
  const detail = `it decides ${decision} because of ${reason}; its steps lead to ${wanted.join(" because of ")}`;
  return [{ code: "decision_contradicted", detail, path: "decision" }];
}
