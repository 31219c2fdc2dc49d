import type { Emit } from "../../domain/session/session-event.ts";
import type { RecordReader, Saved } from "../client-format.ts";
import { type Fields, fieldsOf, textOf, anyTextOf, timeOf } from "../fields.ts";
import { type CodexState, openState, saveState } from "./codex-state.ts";
import { contentTexts, wordsOfItem } from "./prompt-text.ts";
import { readCall } from "./read-call.ts";
import { readEvent, tellCompaction, type To } from "./read-event.ts";
import { readOutput } from "./read-output.ts";
import { itemReaders, silentItems, silentRecords } from "./record-types.ts";
import { readMeta, readTurnContext } from "./session-facts.ts";
import { skipsLine } from "./skips.ts";

export function createCodexReader(saved: Saved | null): RecordReader {
  const state = openState(saved);
  return {
    read: (value, emit) => {
      tellHeld(state, emit);
      readRecord(value, state, emit);
    },
    skips: (line) => skipsLine(line, state),
    end: (emit) => {
      tellHeld(state, emit);
      if (!state.userEvents) state.early = state.waiting?.text ?? state.early;
      tellWaiting({ state, emit });
    },
    save: () => saveState(state),
  };
}

function readRecord(value: unknown, state: CodexState, emit: Emit): void {
  const record = fieldsOf(value);
  const type = anyTextOf(record?.["type"]);
  const payload = fieldsOf(record?.["payload"]);
  const at = timeOf(record?.["timestamp"]);
  const to: To = { state, emit, at };
  if (record !== null && payload === null && readBare(record, type, to)) return;
  if (record === null || type === null || payload === null) {
    emit({ kind: "unread", reason: type === null ? "wrong_shape" : unusable(type), type: type ?? "" });
    return;
  }
  if (type === "response_item") {
    tellWaiting(to);
    // The summary with which a compaction began is for the model alone.
    if (fieldsOf(record["metadata"])?.["compaction_output"] !== true) readItem(payload, to);
    return;
  }
  if (type === "event_msg") {
    const event = anyTextOf(payload["type"]) ?? "";
    if (event !== "user_message" && event !== "item_completed") tellWaiting(to);
    if (!readEvent(payload, to)) unknownType(`event_msg/${event}`, emit);
    return;
  }
  tellWaiting(to);
  if (type === "session_meta") readMeta(payload, to);
  else if (type === "turn_context") readTurnContext(payload, to);
  else if (type === "compacted") tellCompaction(to);
  else if (!silentRecords.has(type)) unknownType(type, emit);
}

/** Before 0.3x: no envelope; the first line is what is now `session_meta`. */
function readBare(record: Fields, type: string | null, to: To): boolean {
  if (record["record_type"] !== undefined) return true;
  if (type === null && textOf(record["id"]) !== null && ("instructions" in record || "git" in record)) {
    readMeta(record, to);
    return true;
  }
  if (type === null || !(itemReaders.has(type) || silentItems.has(type))) return false;
  tellWaiting(to);
  readItem(record, to);
  return true;
}

function unusable(type: string): "wrong_shape" | "unknown_type" {
  const known = ["session_meta", "turn_context", "compacted", "response_item", "event_msg"].includes(type);
  return known || silentRecords.has(type) ? "wrong_shape" : "unknown_type";
}

function unknownType(type: string, emit: Emit): void {
  emit({ kind: "unread", reason: "unknown_type", type });
}

/** An item of the model's history. */
function readItem(payload: Fields, to: To): void {
  const type = anyTextOf(payload["type"]) ?? "";
  if (silentItems.has(type)) return;
  if (!itemReaders.has(type)) {
    unknownType(`response_item/${type}`, to.emit);
    return;
  }
  to.state.compacting = false;
  if (type.endsWith("_output")) readOutput(payload, to);
  else if (type === "message") readMessage(payload, to);
  else readCall(payload, to);
}

/**
 * Messages are told by events. Where a version has none, the model's history is all there is; there the user's words
 * stand among texts that the client put in.
 */
function readMessage(payload: Fields, { state, emit, at }: To): void {
  const content = payload["content"];
  if (payload["role"] === "user" && !state.userEvents) {
    const text = wordsOfItem(content);
    if (text !== null) state.waiting = { text, at, id: textOf(payload["id"]) };
  }
  if (payload["role"] === "assistant" && !state.agentEvents) {
    const text = textOf(contentTexts(content).join("\n"));
    if (text === null || text === state.saying) return;
    state.saying = text;
    emit({ kind: "saying", text, at });
  }
}

/** No event repeated the message. */
function tellWaiting({ state, emit }: { readonly state: CodexState; readonly emit: Emit }): void {
  const said = state.waiting;
  state.waiting = null;
  if (said === null || state.userEvents) return;
  if (said.id !== null && !state.seen.add(`m${said.id}`)) return;
  emit({ kind: "prompt", ...said });
}

function tellHeld(state: CodexState, emit: Emit): void {
  if (state.held.length === 0) return;
  for (const event of state.held.splice(0)) emit(event);
}
