import type { AgentState } from "../domain/workbench.ts";
import { isPlaceholder } from "./is-placeholder.ts";
import { own, type JsonObject } from "./json-value.ts";
import { readId, readNumber, readText, readTexts } from "./read-fields.ts";
import { refOf, type Reading } from "./reading.ts";

/** agent_state.json. Unknown keys are left alone; a placeholder where the next action should stand counts as none. */
export function parseState(value: JsonObject, reading: Reading, dialect: string): AgentState {
  const nextAction = readText(own(value, "next_action"), reading);
  return {
    ref: refOf(reading, "state", dialect),
    version: readNumber(own(value, "schema_version")) ?? 0,
    activeTaskId: readId(own(value, "active_task_id"), reading, "active_task_id"),
    touchedFiles: readTexts(own(value, "touched_files"), reading, "touched_files"),
    assumptions: readTexts(own(value, "assumptions"), reading, "assumptions"),
    blockers: readTexts(own(value, "blockers"), reading, "blockers"),
    nextAction: nextAction === null || isPlaceholder(nextAction) ? null : nextAction,
  };
}
