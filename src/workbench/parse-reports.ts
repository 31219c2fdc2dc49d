import type { Finding, StoredReport } from "../domain/workbench.ts";
import { readFindings } from "./findings.ts";
import { own, type JsonObject } from "./json-value.ts";
import { readFlag, readId, readObjects, readText, readTexts } from "./read-fields.ts";
import { refOf, type Reading } from "./reading.ts";

/** V1, V2, V3, as stored: what it says is a claim. */
export function parseVerificationReport(value: JsonObject, reading: Reading, dialect: string): StoredReport {
  const findings = readFindings(own(value, "findings"), reading, "warn");
  return {
    ref: refOf(reading, "verification_report", dialect),
    taskId: readId(own(value, "task_id"), reading, "task_id"),
    passed: readFlag(own(value, "passed"), reading, "passed"),
    headCommit: readText(own(value, "head_commit"), reading),
    findings,
  };
}

/** S1, S2, S3. Only S2 stores a verdict; a list that a dialect lacks is unknown, not empty, so none is made up here. */
export function parseScopeReport(value: JsonObject, reading: Reading, dialect: string): StoredReport {
  const stored = readFindings(own(value, "findings"), reading, "warn");
  const known = new Set(stored.map((finding) => finding.code));
  const findings = [...stored, ...listFindings(value, reading).filter((finding) => !known.has(finding.code))];
  return {
    ref: refOf(reading, "scope_report", dialect),
    taskId: readId(own(value, "task_id"), reading, "task_id"),
    passed: readFlag(own(value, "passed"), reading, "passed"),
    headCommit: null,
    findings,
  };
}

/**
 * R2: one row a rule; what is not plainly passed has failed. R1 judges two traces of a demonstration and so says
 * nothing about any task.
 */
export function parseRuleReport(value: unknown, reading: Reading, dialect: string): StoredReport {
  const ref = refOf(reading, "rule_report", dialect);
  const none = { ref, taskId: null, headCommit: null };
  if (dialect === "R1") return { ...none, passed: null, findings: [] };
  const rows = readObjects(value, reading, "");
  const failed = rows.flatMap(({ object, place }) => {
    if (readFlag(own(object, "passed"), reading, `${place}.passed`) === true) return [];
    const slug = readText(own(object, "slug"), reading) ?? `rule ${place}`;
    const severity = own(object, "severity");
    return readFindings([{ code: "rule.failed", severity, detail: `rule failed: ${slug}` }], reading, "block");
  });
  return { ...none, passed: rows.length === 0 ? null : failed.every(isHarmless), findings: failed };
}

const scopeLists: readonly (readonly [key: string, code: string, severity: Finding["severity"], words: string])[] = [
  ["forbidden_writes", "scope.forbidden", "block", "forbidden writes"],
  ["missing_acceptance", "acceptance.missing", "block", "acceptance not run"],
  ["off_scope_writes", "scope.off_scope", "warn", "off-scope writes"],
  ["off_scope", "scope.off_scope", "warn", "off-scope writes"],
  ["soft_off_scope_writes", "scope.soft_off_scope", "info", "soft off-scope writes"],
  ["soft_off_scope", "scope.soft_off_scope", "info", "soft off-scope writes"],
];

/** Names shown of one list. */
const maxNames = 20;

function listFindings(value: JsonObject, reading: Reading): Finding[] {
  const findings = scopeLists.flatMap(([key, code, severity, words]) => {
    const names = readTexts(own(value, key), reading, key);
    if (names.length === 0) return [];
    const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
    return [{ severity, code, detail: `${words}: ${names.slice(0, maxNames).join(", ")}${more}` }];
  });
  if (own(value, "over_budget") === true) {
    findings.push({ severity: "block", code: "scope.over_budget", detail: "over the violation budget" });
  }
  return findings;
}

function isHarmless(finding: Finding): boolean {
  return finding.severity !== "block";
}
