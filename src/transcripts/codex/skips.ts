import type { RawLine } from "../client-format.ts";
import { type Output, type SessionEvent, textOfOutput } from "../../domain/session/session-event.ts";
import { stringAfter } from "../line-head.ts";
import type { CodexState } from "./codex-state.ts";
import { readFrameHead } from "./exec-text.ts";
import { durationOf, endCommand, printedAtEnd, usageEvent } from "./read-event.ts";
import { endFramed, hasEnded, hasFrame, printedIn } from "./read-output.ts";
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
  if (record === "event_msg") {
    if (type === "token_count") return noteUsage(line, text, state);
    if (type === "exec_command_end") return noteCommandEnd(line, { text, begin: timeTo + found[0].length, state });
    return silentEvents.has(type);
  }
  if (record === "response_item") {
    if (type === "") return isReasoning(line);
    if (silentItems.has(type)) return true;
    const begin = timeTo + found[0].length;
    if (type.endsWith("_output")) return noteOutput(line, { text, begin, state });
    return type === "message" && skipsMessage(text.slice(begin), state);
  }
  if (record === "compacted") return noteCompaction(text, state);
  if (record === "session_meta") return sameMeta(line, text.slice(timeTo + found[0].length), state);
  if (record === "turn_context") return sameContext(line, state);
  return silentRecords.has(record);
}

/** The record's time, where it has the exact form. */
function timeIn(text: string): string | null {
  const time = text.slice(timeFrom, timeTo);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time) ? time : null;
}

interface Begun {
  /** The line's beginning, and where in it the payload's keys behind its type stand. */
  readonly text: string;
  readonly begin: number;
  readonly state: CodexState;
}

const outputOfCall = /^(?:"id":"[^"\\]*",)?"call_id":"([^"\\]+)"(,"output":")?/;
/** The facts in front of an output are shorter. */
const frameLength = 240;

/** A second record of a call that ended, or the output of one that passed or goes on: of that only the facts. */
function noteOutput(line: RawLine, { text, begin, state }: Begun): boolean {
  const found = outputOfCall.exec(text.slice(begin));
  const callId = found?.[1];
  if (found === null || callId === undefined) return false;
  const call = state.open.get(callId);
  if (call === undefined) {
    if (!hasEnded(callId, state)) return false;
    state.compacting = false;
    return true;
  }
  const at = timeIn(text);
  if (found[2] === undefined || at === null || !hasFrame(call)) return false;
  const from = begin + found[0].length;
  const head = line.slice(from, Math.min(line.length, from + frameLength));
  const read = readFrameHead(head);
  const record = read === null || !isOne(line) ? null : line.later();
  if (read === null || record === null) return false;
  state.compacting = false;
  const output = lateText(record, printedIn);
  const to = { state, at, emit: (event: SessionEvent) => void state.held.push(event) };
  endFramed(callId, call, { text: head, read: { ...read, output }, to });
  return true;
}

function lateText(record: () => unknown, take: (record: unknown) => Output): Output {
  return () => textOfOutput(take(record()));
}

/** Not a line that was cut off and had another written behind it; nothing that marks it as not the session's own. */
function isOne(line: RawLine): boolean {
  if (line.slice(line.length - 2, line.length) !== "}}") return false;
  return !line.has('{"timestamp":"', 1) && !line.has('"compaction_output":', Math.max(0, line.length - 200));
}

const passed = /^"exit_code":0,"duration":\{"secs":(\d{1,9}),"nanos":(\d{1,9})\}[,}]/;
const completed = '"status":"completed"}}';

/** The end of a command that passed, or one that was told by the command's output. */
function noteCommandEnd(line: RawLine, { text, begin, state }: Begun): boolean {
  const callId = /^"call_id":"([^"\\]+)"/.exec(text.slice(begin))?.[1];
  const call = callId === undefined ? undefined : state.open.get(callId);
  const at = timeIn(text);
  if (callId === undefined) return false;
  if (call === undefined)
    return hasEnded(callId, state) && ![...state.running.values()].some((one) => one.callId === callId);
  if (call.tool !== "command" || call.session !== undefined || at === null) return false;
  if (line.slice(line.length - completed.length, line.length) !== completed) return false;
  const found = line.find('"exit_code":0,', begin);
  const [whole, secs, nanos] = passed.exec(found < 0 ? "" : line.slice(found, Math.min(line.length, found + 90))) ?? [];
  const record = whole === undefined || !isOne(line) ? null : line.later();
  if (record === null) return false;
  const durationMs = durationOf({ secs: Number(secs), nanos: Number(nanos) });
  const to = { state, at, emit: (event: SessionEvent) => void state.held.push(event) };
  const output = lateText(record, printedAtEnd);
  endCommand(callId, { exitCode: 0, declined: false, output, durationMs }, to);
  return true;
}

function skipsMessage(rest: string, state: CodexState): boolean {
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

const idOfMeta = /^(?:"session_id":"[^"\\]*",)?"id":"([^"\\]+)",/;

/** Repeated at every resumption, with instructions of many kilobytes; a fork has that of its parent too. */
function sameMeta(line: RawLine, rest: string, state: CodexState): boolean {
  const { id, cwd, version, branch } = state.facts;
  const own = idOfMeta.exec(rest)?.[1];
  if (id === undefined || own === undefined) return false;
  if (own !== id) return true;
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
