import type { Emit } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, textOf, numberOf, timeOf } from "../fields.ts";
import type { ClaudeState } from "./claude-state.ts";

/** Records of the client itself that tell something; all other subtypes are for its display. */
export const toldSubtypes: ReadonlySet<string> = new Set([
  "compact_boundary",
  "microcompact_boundary",
  "api_error",
  "stop_hook_summary",
  "turn_duration",
]);

export function readSystem(record: Fields, state: ClaudeState, emit: Emit): void {
  if (record["isSidechain"] === true) return;
  const at = timeOf(record["timestamp"]);
  const subtype = record["subtype"];
  if (subtype === "compact_boundary") {
    state.boundary = true;
    emit({ kind: "compaction", at, detail: textOf(fieldsOf(record["compactMetadata"])?.["trigger"]) });
  }
  if (subtype === "microcompact_boundary") emit({ kind: "compaction", at, detail: "microcompact" });
  if (subtype === "api_error") emit({ kind: "api_error", at, detail: errorDetail(record) });
  if ((subtype === "stop_hook_summary" || subtype === "turn_duration") && state.turnOpen) {
    state.turnOpen = false;
    emit({ kind: "turn_end", at, detail: null });
  }
}

function errorDetail(record: Fields): string | null {
  const error = fieldsOf(record["error"]);
  const status = numberOf(error?.["status"]);
  const text = textOf(error?.["message"]) ?? textOf(fieldsOf(error?.["cause"])?.["message"]);
  return status === null ? text : text === null ? String(status) : `${status} ${text}`;
}
