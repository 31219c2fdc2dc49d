import type { ArtifactRef } from "../domain/workbench.ts";
import type { Override } from "./artifact.ts";
import { isObject, own, type JsonObject } from "./json-value.ts";
import { readId, readText, readTexts } from "./read-fields.ts";
import { refOf, report, type Reading } from "./reading.ts";

/** One line of the overrides log; both generations of field names. It is a claim: no verdict changes by it. */
export function parseOverride(value: JsonObject, reading: Reading, line: number): Override | null {
  const findingCode = readText(own(value, "finding_code"), reading);
  if (findingCode === null) {
    report(reading, "wrong_shape", `line ${line}`, "an override without a finding_code is left out");
    return null;
  }
  return {
    path: reading.path,
    taskId: readId(own(value, "task_id"), reading, `line ${line}`),
    findingCode,
    reason: readText(own(value, "reason") ?? own(value, "override_reason"), reading) ?? "no reason given",
    author: readText(own(value, "user_id") ?? own(value, "overridden_by"), reading),
  };
}

/** `touched` is a list of paths, or a map of such lists. */
export function parseDiffSummary(
  value: JsonObject,
  reading: Reading,
  dialect: string,
): { readonly ref: ArtifactRef; readonly touched: readonly string[] } {
  const touched = own(value, "touched");
  const lists = isObject(touched) ? Object.values(touched) : [touched];
  return {
    ref: refOf(reading, "diff_summary", dialect),
    touched: lists.flatMap((list) => readTexts(list, reading, "touched")),
  };
}
