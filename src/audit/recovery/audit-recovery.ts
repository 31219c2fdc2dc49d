import { readdirSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { AppError } from "../../domain/errors.ts";
import type { AuditResult } from "../finding.ts";
import { auditFacts } from "./audit-facts.ts";
import { auditHandoff } from "./audit-handoff.ts";
import { auditRun } from "./audit-run.ts";
import { readRecord } from "./read-record.ts";

export interface RecoveryTarget {
  /** Folder of the record: holds recovery.json and HANDOFF.md. */
  readonly folder: string;
  /** Where relative paths of runs begin when the record does not lie in `recovery-records`. */
  readonly home?: string;
}

/**
 * Checks a recovery record from its files and those of the run alone: the journal is read anew, each conclusion drawn
 * anew. Nothing is shared with what made the record but the form of the file and hashing.
 */
export function auditRecovery(target: RecoveryTarget): AuditResult {
  try {
    return auditFolder(target);
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw new AppError({
      kind: "environment",
      code: "unreadable",
      message: `cannot read the recovery record or its run: ${error.message}`,
      hint: "give this user the right to read there and run the audit again",
      cause: error,
    });
  }
}

function auditFolder({ folder, home }: RecoveryTarget): AuditResult {
  const { record, digest, findings: ofRecord } = readRecord(folder);
  if (record === null)
    return { result: "fail", findings: ofRecord, unchecked: ["the run, since the record cannot be read"] };
  const parent = dirname(resolve(folder));
  const base = basename(parent) === "recovery-records" ? dirname(parent) : (home ?? dirname(parent));
  const run = auditRun(resolve(base, record.run_path), record);
  const findings = [...ofRecord, ...auditHandoff(folder, record, digest), ...auditFacts(record), ...run.findings];
  const unchecked = [...run.unchecked, ...strangers(folder)];
  if (findings.length > 0) return { result: "fail", findings, unchecked };
  return {
    result: "pass",
    status: record.status,
    original_status: record.original_status,
    semantic_review: record.semantic_review,
    findings,
    unchecked,
  };
}

function strangers(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name !== "recovery.json" && name !== "HANDOFF.md")
    .map((name) => `${name} lies beside the record and is no part of it`);
}
