import { lstatSync } from "node:fs";
import type { RecoveryRecord } from "../../domain/runs/recovery-record.ts";
import type { AuditFinding } from "../finding.ts";
import { auditBudget } from "./audit-budget.ts";
import { auditSteps } from "./audit-steps.ts";
import { readOperations } from "./operations.ts";
import { listAt, parseStrict, rawAt, sameValue } from "./raw.ts";
import { readJournal } from "./read-journal.ts";
import { bytesOf, readRunFiles, type RunFiles } from "./run-files.ts";

export interface RunAudit {
  readonly findings: readonly AuditFinding[];
  readonly unchecked: readonly string[];
}

/** The old run as it lies there: unchanged since, and saying what the record says that it does. */
export function auditRun(folder: string, record: RecoveryRecord): RunAudit {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  const missing = (code: string, detail: string): RunAudit => ({
    findings: [{ code, detail, path: "run_path" }],
    unchecked: [],
  });
  if (stat?.isSymbolicLink() === true) return missing("symlink", "the run is reached by a link");
  if (stat?.isDirectory() !== true) return missing("run_missing", `there is no run at ${record.run_path}`);
  const run = readRunFiles(folder);
  const state = readJson(run, "state.json");
  const context = readJson(run, "context.json");
  const journal = readJournal(run, record.run, run.files.get("context.json")?.sha256);
  const operations = readOperations(record.run, journal.records);
  const steps = auditSteps(record, { run, operations: operations.byKey, state });
  return {
    findings: [
      ...run.findings,
      ...compareFiles(run, record),
      ...auditNames(record, state, context),
      ...journal.findings,
      ...operations.findings,
      ...steps.findings,
      ...auditBudget(record, operations.spent, rawAt(context, "budget")),
      ...auditSimulation(run, record),
    ],
    unchecked: steps.unchecked,
  };
}

function readJson(run: RunFiles, path: string): unknown {
  const bytes = bytesOf(run, path);
  return bytes === null ? undefined : parseStrict(bytes);
}

function compareFiles({ files }: RunFiles, record: RecoveryRecord): readonly AuditFinding[] {
  const findings: AuditFinding[] = [];
  const find = (code: string, path: string, detail: string): void => void findings.push({ code, detail, path });
  const known = new Set<string>();
  for (const { path, sha256, size } of record.original_files) {
    if (known.has(path)) find("file_twice", path, "it stands in the record twice");
    known.add(path);
    const now = files.get(path);
    if (now === undefined) find("file_removed", path, "the record has it, the run does not");
    else if (now.sha256 !== sha256 || now.size !== size) {
      find(
        "file_changed",
        path,
        `it has ${now.size} bytes with the sha256 ${now.sha256}, the record says ${size} and ${sha256}`,
      );
    }
  }
  for (const path of files.keys()) {
    if (!known.has(path)) find("file_added", path, "the run has it, the record does not");
  }
  return findings;
}

function auditNames(record: RecoveryRecord, state: unknown, context: unknown): readonly AuditFinding[] {
  const findings: AuditFinding[] = [];
  const find = (code: string, path: string, detail: string): void => void findings.push({ code, detail, path });
  const status = rawAt(state, "status");
  if (status !== record.original_status) {
    find(
      "status_contradicted",
      "original_status",
      `it says ${record.original_status}, the run says ${JSON.stringify(status)}`,
    );
  }
  if (record.original_status === "finished" || record.original_status === "failed") {
    find("nothing_to_recover", "original_status", `a run that is ${record.original_status} was not interrupted`);
  }
  if (rawAt(state, "run") !== record.run || rawAt(context, "run") !== record.run) {
    find("run_contradicted", "run", `the run there is not ${record.run}`);
  }
  if (!sameValue(rawAt(context, "scope"), record.scope)) {
    find("scope_contradicted", "scope", "the run was given another scope");
  }
  const given = listAt(context, "inputs");
  const told = given.map((input) => ({
    name: rawAt(input, "name"),
    kind: rawAt(input, "kind"),
    shown: rawAt(input, "shown") ?? rawAt(input, "sha256"),
  }));
  if (!sameValue(told, record.inputs)) find("inputs_contradicted", "inputs", "the run was given other inputs");
  const inputs = given.map((input) => rawAt(input, "name"));
  for (const name of record.unchecked_inputs) {
    if (!inputs.includes(name)) find("input_unknown", "unchecked_inputs", `the run has no input ${name}`);
  }
  return findings;
}

/** What was built for teaching must never pass for a real incident, nor the other way round. */
function auditSimulation({ files }: RunFiles, { simulated }: RecoveryRecord): readonly AuditFinding[] {
  if (files.has("SIMULATION.json") === simulated) return [];
  const detail = simulated ? "the run has no SIMULATION.json" : "the run has a SIMULATION.json";
  return [{ code: "simulation_contradicted", detail, path: "simulated" }];
}
