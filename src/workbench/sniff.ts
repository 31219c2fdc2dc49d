import type { ArtifactKind } from "../domain/workbench.ts";
import { has, isObject, own, type JsonObject } from "./json-value.ts";

/** What a JSON document is, by its shape alone. Dialect names: docs/workbench.md. */
export interface Shape {
  readonly kind: ArtifactKind;
  readonly dialect: string;
}

const stateKeys = ["active_task_id", "touched_files", "assumptions", "blockers", "next_action"];
const recordKeys = ["exit_code", "command_id", "started_at", "duration_ms", "stdout_tail", "stderr_tail", "agent_note"];
const contractKeys = ["allowed_files", "forbidden_files", "acceptance_criteria"];
const fullContractKeys = ["time_budget_minutes", "network_egress", "violation_budget", "docs_paths_soft"];

/** The shape of a document, or null when nothing in it is known. The order goes from the telling keys to the common ones. */
export function sniff(value: unknown): Shape | null {
  if (Array.isArray(value)) return sniffList(value);
  return isObject(value) ? sniffObject(value) : null;
}

/** Whether an object is a record of a file whose kind is known already: there a command alone makes one. */
export function isRecordOf(kind: ArtifactKind, value: JsonObject): boolean {
  return kind === "feedback_log" ? has(value, "command") : sniffRecord(value) === kind;
}

/** The kind that one record of a JSON Lines file shows. */
export function sniffRecord(value: JsonObject): ArtifactKind | null {
  // A command alone is not enough: configuration files of many tools have one.
  if (has(value, "command") && recordKeys.some((key) => has(value, key))) return "feedback_log";
  if (has(value, "finding_code")) return "overrides";
  return isTask(value) ? "board" : null;
}

function isTask(value: unknown): boolean {
  if (!isObject(value) || !has(value, "id")) return false;
  return has(value, "status") || has(value, "acceptance") || (has(value, "goal") && has(value, "owner"));
}

function sniffList(list: readonly unknown[]): Shape | null {
  for (const entry of list) {
    if (isTask(entry)) return { kind: "board", dialect: "B1" };
    if (!isObject(entry)) continue;
    if (has(entry, "slug")) return { kind: "rule_report", dialect: "R2" };
    if (has(entry, "command") || has(entry, "finding_code")) return null;
    if (has(entry, "detail") || has(entry, "code")) return { kind: "clean_state", dialect: "Q1" };
  }
  return list.length > 0 && list.every((entry) => typeof entry === "string")
    ? { kind: "clean_state", dialect: "Q1" }
    : null;
}

function sniffObject(value: JsonObject): Shape | null {
  return sniffHandoff(value) ?? sniffReport(value) ?? sniffPlan(value) ?? sniffSmall(value) ?? sniffState(value);
}

/** One key alone is too common a word: it makes a state only at the state's place. */
function sniffState(value: JsonObject): Shape | null {
  const known = stateKeys.filter((key) => has(value, key)).length + (has(value, "schema_version") ? 1 : 0);
  const telling = has(value, "active_task_id") || has(value, "next_action");
  return telling && known > 1 ? stateShape(value) : null;
}

/** What lies at the state's place and has at least one of its keys. */
export function stateShape(value: JsonObject): Shape | null {
  const present = stateKeys.filter((key) => has(value, key));
  if (present.length === 0) return null;
  if (has(value, "schema_version")) return { kind: "state", dialect: "A2" };
  return { kind: "state", dialect: present.length === stateKeys.length ? "A1" : "A3" };
}

function sniffHandoff(value: JsonObject): Shape | null {
  if (has(value, "packet_id")) return { kind: "handoff", dialect: "passdown" };
  if (!has(value, "verdict_pointer") && !(has(value, "failed_attempts") && has(value, "changed_files"))) return null;
  return { kind: "handoff", dialect: has(value, "session_id") ? "H2" : "H1" };
}

function sniffReport(value: JsonObject): Shape | null {
  if (has(value, "dimensions")) return { kind: "review_report", dialect: "W1" };
  if (has(value, "in_scope_writes") || has(value, "soft_off_scope_writes")) {
    return { kind: "scope_report", dialect: "S1" };
  }
  if (has(value, "in_scope") || has(value, "off_scope")) return { kind: "scope_report", dialect: "S2" };
  if (has(value, "forbidden_writes") || has(value, "off_scope_writes")) return { kind: "scope_report", dialect: "S3" };
  if (Array.isArray(own(value, "bad")) && Array.isArray(own(value, "good"))) {
    return { kind: "rule_report", dialect: "R1" };
  }
  if (has(value, "strict") && (has(value, "findings") || has(value, "passed"))) {
    return { kind: "verification_report", dialect: "V1" };
  }
  if (has(value, "passed") && has(value, "findings")) {
    return { kind: "verification_report", dialect: has(value, "task_id") ? "V2" : "V3" };
  }
  if (has(value, "verdict") && has(value, "total")) return { kind: "review_report", dialect: "W2" };
  return null;
}

function sniffPlan(value: JsonObject): Shape | null {
  if (has(value, "features")) return { kind: "feature_list", dialect: "L1" };
  if (contractKeys.some((key) => has(value, key)) && !isTask(value)) {
    return { kind: "scope_contract", dialect: fullContractKeys.some((key) => has(value, key)) ? "C2" : "C1" };
  }
  return null;
}

function sniffSmall(value: JsonObject): Shape | null {
  if (Array.isArray(own(value, "blocking")) || (typeof own(value, "clean") === "boolean" && !has(value, "passed"))) {
    return { kind: "clean_state", dialect: "Q2" };
  }
  if (has(value, "touched")) return { kind: "diff_summary", dialect: "D1" };
  if (has(value, "commit") && has(value, "written_at")) return { kind: "last_known_good", dialect: "G1" };
  return null;
}
