import type { Finding, Severity } from "../domain/workbench.ts";
import { describeType, has, isObject, own, type JsonObject } from "./json-value.ts";
import { readText } from "./read-fields.ts";
import { report, type Reading } from "./reading.ts";

const severities: Readonly<Record<string, Severity>> = {
  block: "block",
  blocker: "block",
  blocking: "block",
  critical: "block",
  error: "block",
  fatal: "block",
  high: "block",
  warn: "warn",
  warning: "warn",
  medium: "warn",
  info: "info",
  information: "info",
  low: "info",
  minor: "info",
  note: "info",
};

/** Entries kept of one report; the rest is counted in one more finding, with the worst severity it could have. */
const maxFindings = 1000;

/** Findings in any form a report has: a list, one object, texts, or an object of code → detail. */
export function readFindings(value: unknown, reading: Reading, otherwise: Severity): readonly Finding[] {
  const entries = listOf(value);
  const findings: Finding[] = [];
  entries.slice(0, maxFindings).forEach((entry, index) => {
    const finding = readFinding(entry, reading, { place: `findings[${index}]`, otherwise });
    if (finding !== null) findings.push(finding);
  });
  if (entries.length > maxFindings) {
    const more = entries.length - maxFindings;
    findings.push({ severity: "block", code: null, detail: `${more} further findings are not listed` });
  }
  return findings;
}

interface FindingOptions {
  readonly place: string;
  /** Severity of a finding that names none. */
  readonly otherwise: Severity;
}

function readFinding(value: unknown, reading: Reading, options: FindingOptions): Finding | null {
  if (!isObject(value)) {
    const detail = readText(value, reading);
    if (detail !== null) return { severity: options.otherwise, code: null, detail };
    if (value !== null && typeof value !== "string") {
      report(reading, "wrong_shape", options.place, `expected a finding, found ${describeType(value)}`);
    }
    return null;
  }
  const code = readText(own(value, "code"), reading);
  const detail = readText(own(value, "detail") ?? own(value, "message") ?? own(value, "reason"), reading);
  return { severity: severityOf(value, reading, options), code, detail: detail ?? code ?? "no detail" };
}

function severityOf(value: JsonObject, reading: Reading, options: FindingOptions): Severity {
  const stored = own(value, "severity");
  if (stored === undefined || stored === null) return options.otherwise;
  const name = typeof stored === "string" ? stored.trim().toLowerCase() : "";
  if (Object.hasOwn(severities, name)) return severities[name] ?? options.otherwise;
  report(reading, "wrong_value", `${options.place}.severity`, "expected block, warn or info; read as block");
  return "block";
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  if (!isObject(value) || ["code", "detail", "severity", "message"].some((key) => has(value, key))) return [value];
  return Object.entries(value).map(([code, detail]) => (isObject(detail) ? { code, ...detail } : { code, detail }));
}
