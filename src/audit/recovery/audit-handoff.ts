import { sha256 } from "../../domain/digest.ts";
import type { RecoveryRecord } from "../../domain/runs/recovery-record.ts";
import { findUnsaid } from "../find-unsaid.ts";
import type { AuditFinding } from "../finding.ts";
import { decodeStrict } from "./raw.ts";
import { readOwnFile } from "./read-record.ts";

const path = "HANDOFF.md";

/** HANDOFF.md and recovery.json name each other's digest, and say the same. */
export function auditHandoff(folder: string, record: RecoveryRecord, digest: string): readonly AuditFinding[] {
  const bytes = readOwnFile(folder, path);
  return bytes instanceof Uint8Array ? judgeHandoff(bytes, record, digest) : [bytes];
}

export function judgeHandoff(bytes: Uint8Array, record: RecoveryRecord, digest: string): readonly AuditFinding[] {
  const findings: AuditFinding[] = [];
  if (sha256(bytes) !== record.handoff_sha256) {
    findings.push({ code: "handoff_altered", detail: "it does not have the sha256 that recovery.json says", path });
  }
  const markdown = decodeStrict(bytes) ?? "";
  if (!markdown.includes(digest)) {
    findings.push({
      code: "record_altered",
      detail: `HANDOFF.md was not made of it: its content has ${digest}`,
      path: "recovery.json",
    });
  }
  const unsaid = findUnsaid(markdown, [
    record.status,
    record.original_status,
    record.decision,
    record.semantic_review,
    "export_replayed: false",
    record.run_path,
    record.scope.goal,
    ...record.scope.must_not,
    ...record.confirmed.map(({ text }) => text),
    ...record.not_done,
    ...record.open,
    record.next_step,
    record.stop_condition,
    ...(record.simulated ? ["SIMULATION.json"] : []),
  ]);
  if (unsaid !== undefined) {
    findings.push({ code: "handoff_differs", detail: `it does not say ${JSON.stringify(unsaid)}`, path });
  }
  return findings;
}
