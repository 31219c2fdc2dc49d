import type { RawLine } from "../client-format.ts";
import { type LineHead, lineHead, stringAfter } from "../line-head.ts";
import type { ClaudeState } from "./claude-state.ts";
import { quietEvents } from "./read-results.ts";
import { toldSubtypes } from "./read-system.ts";
import { silentTypes } from "./record-types.ts";
import { isQuiet, type OpenCall } from "./tools.ts";

/** Whether the line tells nothing, nothing new, or only that a call succeeded; the last is noted in `state.held`. */
export function skipsLine(line: RawLine, state: ClaudeState): boolean {
  const head = lineHead(line);
  const type = head.values.get("type");
  if (type !== undefined && silentTypes.has(type)) return true;
  // Attachments have their type behind their content.
  if (head.nested === "attachment" && type === undefined) return !line.has('"queued_command"');
  const subtype = head.values.get("subtype");
  if (type === "system" && subtype !== undefined) return !toldSubtypes.has(subtype);
  if (head.nested !== "message") return false;
  const uuid = uuidOf(line);
  if (uuid === null) return false;
  if (state.seen.has(`u${uuid}`)) return true;
  return type === "user" && noteResult(line, { head, uuid, state });
}

/** The record's own id: behind the message, its time follows. */
function uuidOf(line: RawLine): string | null {
  const marker = '"uuid":"';
  const uuid = stringAfter(line, marker);
  if (uuid === null) return null;
  const end = line.find(marker) + marker.length + uuid.length;
  return line.slice(end, Math.min(line.length, end + 14)) === '","timestamp":' ? uuid : null;
}

/**
 * A line with one result of a call that succeeded and whose result tells nothing else (the text of a file that was
 * read, the patch of an edit). Whatever looks different in any way is left to the parser.
 */
function noteResult(
  line: RawLine,
  { head, uuid, state }: { readonly head: LineHead; readonly uuid: string; readonly state: ClaudeState },
): boolean {
  const marker = '"tool_use_id":"';
  const found = line.find(marker);
  const callId = found < 0 ? null : stringAfter(line, marker, found);
  const call = callId === null ? undefined : state.open.get(callId);
  if (callId === null || call === undefined || !isQuiet(call) || head.values.get("isSidechain") === undefined)
    return false;
  if (line.has(marker, found + marker.length) || line.has('"text":"') || mayHaveFailed(line)) return false;
  const written = writtenHow(line, call);
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.exec(stringAfter(line, `"uuid":"${uuid}","timestamp":"`) ?? "");
  if (written === undefined || at === null) return false;
  state.seen.add(`u${uuid}`);
  state.open.delete(callId);
  state.held.push(...quietEvents(callId, call, { at: at[0], written }));
  return true;
}

function mayHaveFailed(line: RawLine): boolean {
  const marker = '"is_error"';
  for (let at = line.find(marker); at >= 0; at = line.find(marker, at + marker.length)) {
    const end = at + marker.length;
    if (line.slice(end, Math.min(line.length, end + 6)) !== ":false") return true;
  }
  return false;
}

/** What the result says of a file that was written whole; undefined where only the parser can tell. */
function writtenHow(line: RawLine, call: OpenCall): string | null | undefined {
  if (call.tool !== "edit" || call.how !== undefined) return null;
  const marker = '"toolUseResult":';
  const found = line.find(marker);
  if (found < 0) return null;
  const from = found + marker.length;
  return /^\{"type":"(create|update)"/.exec(line.slice(from, Math.min(line.length, from + 20)))?.[1];
}
