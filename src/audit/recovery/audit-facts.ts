import type { RecoveryRecord } from "../../domain/runs/recovery-record.ts";
import type { AuditFinding } from "../finding.ts";
import { secretsIn } from "../find-secret-shapes.ts";

/** Each fact names files of the run that show it, and no part that whoever takes over needs is empty. */
export function auditFacts(record: RecoveryRecord): readonly AuditFinding[] {
  const findings: AuditFinding[] = [];
  const files = new Set(record.original_files.map(({ path }) => path));
  for (const [at, { text, evidence }] of record.confirmed.entries()) {
    const path = `confirmed.${at}`;
    if (evidence.length === 0) findings.push({ code: "fact_without_evidence", detail: `no file shows: ${text}`, path });
    for (const file of evidence) {
      if (!files.has(file)) findings.push({ code: "evidence_missing", detail: `the run has no file ${file}`, path });
    }
  }
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ["scope.goal", [record.scope.goal]],
    ["confirmed", record.confirmed.map(({ text }) => text)],
    ["not_done", record.not_done],
    ["open", record.open],
    ["next_step", [record.next_step]],
    ["stop_condition", [record.stop_condition]],
  ];
  for (const [path, texts] of parts) {
    if (texts.every((text) => text.trim() === ""))
      findings.push({ code: "part_empty", detail: "it says nothing", path });
  }
  for (const what of secretsIn(record)) findings.push({ code: "secret", detail: `the record holds ${what}` });
  return findings;
}
