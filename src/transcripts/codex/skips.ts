import type { RawLine } from "../client-format.ts";
import { stringAfter } from "../line-head.ts";
import type { CodexState } from "./codex-state.ts";
import { usageEvent } from "./read-event.ts";
import { silentItems, silentRecords } from "./record-types.ts";

/** The envelope as Codex writes it; anything else is left to the parser. */
const envelope =
  /^\{"timestamp":"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)",(?:"ordinal":\d+,)?"type":"(\w+)","payload":\{(?:"type":"(\w+)",?)?/;

const silentEvents: ReadonlySet<string> = new Set(["agent_reasoning", "thread_settings_applied", "web_search_end"]);

/** Whether the line tells nothing, or nothing new; a compaction is noted in `state.held`. */
export function skipsLine(line: RawLine, state: CodexState): boolean {
  const text = line.slice(0, Math.min(line.length, 400));
  const found = envelope.exec(text);
  if (found === null) return false;
  // A message of the user waits for the next record.
  if (state.waiting !== null) return false;
  const [head, at = "", record, type = ""] = found;
  const rest = text.slice(head.length);
  if (record === "event_msg") return type === "token_count" ? noteUsage(line, at, state) : silentEvents.has(type);
  if (record === "response_item")
    return type === "" ? isReasoning(line) : silentItems.has(type) || skipsItem(type, rest, state);
  if (record === "compacted") return noteCompaction(at, state);
  if (record === "session_meta") return sameMeta(line, state);
  if (record === "turn_context") return sameContext(line, state);
  return record !== undefined && silentRecords.has(record);
}

function skipsItem(type: string, rest: string, state: CodexState): boolean {
  if (type.endsWith("_output")) {
    const callId = /^(?:"id":"[^"\\]*",)?"call_id":"([^"\\]+)"/.exec(rest)?.[1];
    if (callId === undefined || !state.seen.has(`r${callId}`)) return false;
    state.compacting = false;
    return true;
  }
  if (type !== "message") return false;
  const role = /^(?:"(?:status|id)":"[^"\\]*",)*"role":"(\w+)"/.exec(rest)?.[1];
  const skipped =
    role === "developer" || (role === "user" && state.userEvents) || (role === "assistant" && state.agentEvents);
  if (skipped) state.compacting = false;
  return skipped;
}

/** Some programs that handle these files sort the keys. */
function isReasoning(line: RawLine): boolean {
  const end = '"type":"reasoning"}}';
  return line.slice(Math.max(0, line.length - end.length), line.length) === end;
}

const usage =
  /"info":\{"total_token_usage":\{[^{}]*\},"last_token_usage":\{[^{}]*"total_tokens":(\d{1,12})[^{}]*\},(?:"last_usage_includes_reasoning":\w+,)?"model_context_window":(\d{1,12})\}/;

/** One behind every answer of the model, mostly the same one twice. */
function noteUsage(line: RawLine, at: string, state: CodexState): boolean {
  const found = usage.exec(line.slice(0, Math.min(line.length, 1500)));
  if (found === null) return false;
  const event = usageEvent(Number(found[1]), Number(found[2]), { at, state });
  if (event !== null) state.held.push(event);
  return true;
}

/** Its history repeats what was told; only that it happened counts. */
function noteCompaction(at: string, state: CodexState): boolean {
  if (!state.compacting) state.held.push({ kind: "compaction", at, detail: null });
  state.compacting = true;
  return true;
}

/** Repeated at every resumption, with instructions of many kilobytes. */
function sameMeta(line: RawLine, state: CodexState): boolean {
  const { id, cwd, version, branch } = state.facts;
  if (id === undefined) return false;
  const own = stringAfter(line, '"id":"');
  if (own !== id) return false;
  return (
    stringAfter(line, '"cwd":"') === cwd &&
    stringAfter(line, '"cli_version":"') === version &&
    stringAfter(line, '"branch":"') === (branch ?? null)
  );
}

/** One for each turn, or each answer of the model, with the user's instructions in it. */
function sameContext(line: RawLine, state: CodexState): boolean {
  const model = line.find('"model":"');
  const nested = line.find('"collaboration_mode":');
  if (model < 0 || (nested >= 0 && nested < model)) return false;
  return (
    stringAfter(line, '"model":"', model) === state.facts["model"] &&
    stringAfter(line, '"cwd":"') === state.facts["cwd"]
  );
}
