import type { StoredCleanState } from "./artifact.ts";
import { readFindings } from "./findings.ts";
import { isObject, own, type JsonObject } from "./json-value.ts";
import { refOf, type Reading } from "./reading.ts";

const blockingKeys = ["blocking", "blocking_issues", "issues", "problems", "blockers", "findings"];

/**
 * The shape is open: a bare list of texts or objects, or an object that holds such a list. An entry blocks unless it
 * says otherwise. null when an object holds no list and does not say `clean`.
 */
export function parseCleanState(value: unknown, reading: Reading, dialect: string): StoredCleanState | null {
  const list = isObject(value) ? issuesOf(value) : value;
  if (list === null) return null;
  const blocking = readFindings(list, reading, "block").filter((finding) => finding.severity === "block");
  if (blocking.length === 0 && isObject(value) && own(value, "clean") === false) {
    return {
      ref: refOf(reading, "clean_state", dialect),
      blocking: [{ severity: "block", code: null, detail: "the clean state is stored as false without a reason" }],
    };
  }
  return { ref: refOf(reading, "clean_state", dialect), blocking };
}

function issuesOf(value: JsonObject): unknown {
  for (const key of blockingKeys) if (Array.isArray(own(value, key))) return own(value, key);
  const lists = Object.entries(value).filter(([key, held]) => key !== "warnings" && Array.isArray(held));
  if (lists.length === 1) return lists[0]?.[1];
  return typeof own(value, "clean") === "boolean" ? [] : null;
}
