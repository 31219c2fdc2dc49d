import type { RawLine } from "../client-format.ts";
import { type LineHead, lineHead } from "../line-head.ts";
import type { ClaudeState } from "./claude-state.ts";
import { passedCommand, quietEvents } from "./read-results.ts";
import { toldSubtypes } from "./read-system.ts";
import { silentTypes } from "./record-types.ts";
import { isQuiet } from "./tools.ts";

/** Whether the line tells nothing, nothing new, or only that a call succeeded; the last is noted in `state.held`. */
export function skipsLine(line: RawLine, state: ClaudeState): boolean {
  const head = lineHead(line);
  if (head === null) return false;
  const { type, nested } = head;
  // Attachments have their type behind their content.
  if (nested === "attachment") return !line.has('"queued_command"');
  if (type === "system") return skipsSystem(head);
  if (type === "user") return (state.repeats && isRepeated(line, state)) || noteResult(line, head, state);
  if (nested === "message" || type === "assistant") return state.repeats && isRepeated(line, state);
  return type !== null && silentTypes.has(type);
}

function skipsSystem({ text, end }: LineHead): boolean {
  const subtype = /^,"subtype":"(\w+)"/.exec(text.slice(end, end + 80))?.[1];
  return subtype !== undefined && !toldSubtypes.has(subtype);
}

/**
 * Whether a record comes again: history that is appended anew comes in long runs, so this is looked at only behind a
 * record that did. The first `"uuid"` before a time is the record's own.
 */
function isRepeated(line: RawLine, state: ClaudeState): boolean {
  const found = line.find('"uuid":"');
  const uuid = found < 0 ? null : idAndTime.exec(line.slice(found, Math.min(line.length, found + 200)))?.[1];
  if (uuid === null || uuid === undefined) return false;
  state.repeats = state.seen.has(`u${uuid}`);
  return state.repeats;
}

const idAndTime = /^"uuid":"([^"\\]+)","timestamp":"([^"\\]*)"/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A user record with a single result, up to the beginning of its content: a plain string, or images. */
const oneResult =
  /^,"message":\{"role":"user","content":\[\{(?:"tool_use_id":"([^"\\]+)","type":"tool_result"|"type":"tool_result","tool_use_id":"([^"\\]+)"),"content":("|\[\{"type":"image")/;

/**
 * A line with one result of a call that succeeded and whose result tells nothing else (the text of a file that was
 * read, the patch of an edit). Whatever looks different in any way is left to the parser. That it succeeded is known
 * from its details: where a call failed, they are a string or missing.
 */
function noteResult(line: RawLine, { text, end }: LineHead, state: ClaudeState): boolean {
  const block = oneResult.exec(text.slice(end));
  const callId = block?.[1] ?? block?.[2];
  const call = callId === undefined ? undefined : state.open.get(callId);
  if (block === null || callId === undefined || call === undefined) return false;
  const command = call.tool === "command";
  if (!command && !isQuiet(call)) return false;
  const begin = end + block[0].length;
  const found = line.find('"uuid":"', begin);
  if (found < 0) return false;
  const content = line.slice(begin, found);
  const plain = block[3] === '"';
  const ended = plain ? /"(?:,"is_error":false)?\}\]\},$/ : /\}\](?:,"is_error":false)?\}\]\},$/;
  const tail = content.slice(-30);
  if (!ended.test(tail) || content.includes(plain ? '},{"' : '"text"')) return false;
  if (content.includes('"is_error":') && !tail.includes('"is_error":false')) return false;
  const behind = line.slice(found, Math.min(line.length, found + 220));
  const own = idAndTime.exec(behind);
  const details =
    own === null
      ? null
      : /^,"toolUseResult":\{"(?:type":"(create|update)"|stdout":")?/.exec(behind.slice(own[0].length));
  if (own === null || details === null || !time.test(own[2] ?? "")) return false;
  if (command && (!plain || !passes(line, content, found))) return false;
  // Only the result of Write tells what became of the file.
  const written = details[1] ?? null;
  if (call.tool === "edit" && call.how === undefined && written === null) return false;
  const record = command ? line.later() : null;
  if (command && record === null) return false;
  if (!state.seen.add(`u${own[1]}`)) {
    state.repeats = true;
    return true;
  }
  state.open.delete(callId);
  const at = own[2] ?? null;
  if (record !== null) state.held.push(passedCommand(callId, call, { at, record }));
  else state.held.push(...quietEvents(callId, call, { at, written }));
  return true;
}

const passed = /^"interrupted":false,"isImage":false(?:,"noOutputExpected":(?:true|false))?\}(?:\}$|,")/;

/**
 * Whether the details of a command, from `begin` on, say that it passed and nothing else: it did not go to the
 * background, was not cut off, and its exit code was not taken as an answer.
 */
function passes(line: RawLine, content: string, begin: number): boolean {
  if (content.startsWith("Command ")) return false;
  const found = line.find('"interrupted":', begin);
  if (found < 0 || !passed.test(line.slice(found, Math.min(line.length, found + 120)))) return false;
  return !line.has('"backgroundTaskId"', begin) && !line.has('"returnCodeInterpretation"', begin);
}
