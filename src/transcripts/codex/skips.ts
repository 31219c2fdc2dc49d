import type { RawLine } from "../client-format.ts";
import { stringAfter } from "../line-head.ts";
import type { CodexState } from "./codex-state.ts";
import { usageEvent } from "./read-event.ts";
import { hasEnded } from "./read-output.ts";
import { silentItems, silentRecords } from "./record-types.ts";

/** The envelope as Codex writes it, from the end of its time on; anything else is left to the parser. */
const envelope = /^",(?:"ordinal":\d+,)?"type":"(\w+)","payload":\{(?:"type":"(\w+)",?)?/;
const timeFrom = '{"timestamp":"'.length;
const timeTo = timeFrom + "2026-01-02T03:04:05.678Z".length;

const silentEvents: ReadonlySet<string> = new Set(["agent_reasoning", "thread_settings_applied", "web_search_end"]);

/** Whether the line tells nothing, or nothing new; what little it tells is noted in `state.held`. */
export function skipsLine(line: RawLine, state: CodexState): boolean {
  // A message of the user waits for the next record.
  if (state.waiting !== null) return false;
  const text = line.slice(0, Math.min(line.length, 280));
  const found = envelope.exec(text.slice(timeTo));
  if (found === null || !text.startsWith('{"timestamp":"')) return false;
  const record = found[1] ?? "";
  const type = found[2] ?? "";
  if (record === "event_msg") return type === "token_count" ? noteUsage(line, text, state) : silentEvents.has(type);
  if (record === "response_item") {
    if (type === "") return isReasoning(line);
    return silentItems.has(type) || skipsItem(type, text.slice(timeTo + found[0].length), state);
  }
  if (record === "compacted") return noteCompaction(text, state);
  if (record === "session_meta") return sameMeta(line, state);
  if (record === "turn_context") return sameContext(line, state);
  return silentRecords.has(record);
}

/** The record's time, where it has the exact form. */
function timeIn(text: string): string | null {
  const time = text.slice(timeFrom, timeTo);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time) ? time : null;
}

function skipsItem(type: string, rest: string, state: CodexState): boolean {
  if (type.endsWith("_output")) {
    const callId = /^(?:"id":"[^"\\]*",)?"call_id":"([^"\\]+)"/.exec(rest)?.[1];
    if (callId === undefined || !hasEnded(callId, state)) return false;
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
  /^"last_token_usage":\{[^{}]*"total_tokens":(\d{1,12})[^{}]*\},(?:"last_usage_includes_reasoning":\w+,)?"model_context_window":(\d{1,12})\}/;

/** One behind every answer of the model, mostly the same one twice. */
function noteUsage(line: RawLine, text: string, state: CodexState): boolean {
  const at = timeIn(text);
  const begin = line.find('"last_token_usage":{');
  const found = begin < 0 ? null : usage.exec(line.slice(begin, Math.min(line.length, begin + 320)));
  if (found === null || at === null) return false;
  const event = usageEvent(Number(found[1]), Number(found[2]), { at, state });
  if (event !== null) state.held.push(event);
  return true;
}

/** Its history repeats what was told; only that it happened counts. */
function noteCompaction(text: string, state: CodexState): boolean {
  const at = timeIn(text);
  if (at === null) return false;
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
