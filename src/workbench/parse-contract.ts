import type { ScopeContract } from "../domain/workbench.ts";
import { own, type JsonObject } from "./json-value.ts";
import { readAcceptance } from "./parse-tasks.ts";
import { readId, readNumber, readText, readTexts } from "./read-fields.ts";
import { refOf, type Reading } from "./reading.ts";

/** Scope contract, C1 (7 keys) and C2 (11 keys). */
export function parseContract(value: JsonObject, reading: Reading, dialect: string): ScopeContract {
  const budget = readNumber(own(value, "time_budget_minutes"));
  return {
    ref: refOf(reading, "scope_contract", dialect),
    taskId: readId(own(value, "task_id"), reading, "task_id"),
    goal: readText(own(value, "goal"), reading) ?? "",
    allowedFiles: readTexts(own(value, "allowed_files"), reading, "allowed_files"),
    forbiddenFiles: readTexts(own(value, "forbidden_files"), reading, "forbidden_files"),
    acceptance: readAcceptance(value, reading, ""),
    rollbackPlan: readText(own(value, "rollback_plan"), reading),
    approvalsRequired: readTexts(own(value, "approvals_required"), reading, "approvals_required"),
    timeBudgetMinutes: budget !== null && budget >= 0 ? budget : null,
  };
}
