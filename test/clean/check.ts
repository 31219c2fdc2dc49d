import { checkCleanState } from "../../src/domain/clean/check-clean-state.ts";
import type { CleanIssue, CleanState } from "../../src/domain/clean-state.ts";
import type { WorkbenchSnapshot } from "../../src/domain/snapshot.ts";
import { verify } from "../../src/domain/verification/verify.ts";

export function check(snapshot: WorkbenchSnapshot): CleanState {
  return checkCleanState(snapshot, verify(snapshot));
}

/** Each issue as "code" or "code path"; warnings in brackets. */
export function codes(snapshot: WorkbenchSnapshot): readonly string[] {
  const { blocking, warnings } = check(snapshot);
  return [...blocking.map(show), ...warnings.map((issue) => `(${show(issue)})`)];
}

function show(issue: CleanIssue): string {
  return issue.path === undefined ? issue.code : `${issue.code} ${issue.path}`;
}
