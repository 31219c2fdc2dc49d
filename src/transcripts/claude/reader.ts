import type { Emit } from "../../domain/session/session-event.ts";
import type { RawLine, RecordReader, Saved } from "../client-format.ts";
import { type Fields, fieldsOf, textOf, anyTextOf } from "../fields.ts";
import { type ClaudeState, openState, saveState } from "./claude-state.ts";
import { hasResults } from "./prompt-text.ts";
import { readQueue, readQueuedCommand, tellWaiting } from "./queue.ts";
import { readAssistant } from "./read-assistant.ts";
import { readSystem } from "./read-system.ts";
import { readUser } from "./read-user.ts";
import { silentTypes } from "./record-types.ts";
import { tellFacts } from "./session-facts.ts";
import { skipsLine } from "./skips.ts";

export function createClaudeReader(saved: Saved | null): RecordReader {
  const state = openState(saved);
  return {
    read: (value, emit) => {
      tellHeld(state, emit);
      const record = fieldsOf(value);
      const type = anyTextOf(record?.["type"]);
      if (record === null || type === null) emit({ kind: "unread", reason: "wrong_shape", type: "" });
      else readRecord(record, type, { state, emit });
    },
    skips: (line: RawLine) => skipsLine(line, state),
    end: (emit) => {
      tellHeld(state, emit);
      tellWaiting(state, emit);
    },
    save: () => saveState(state),
  };
}

function readRecord(record: Fields, type: string, { state, emit }: { state: ClaudeState; emit: Emit }): void {
  if (silentTypes.has(type)) return;
  if (type === "queue-operation") {
    readQueue(record, state, emit);
    return;
  }
  if (type !== "user" && type !== "assistant" && type !== "system" && type !== "attachment") {
    emit({ kind: "unread", reason: "unknown_type", type });
    return;
  }
  // Appended again after a compaction, or copied by a resumption: told once.
  const uuid = textOf(record["uuid"]);
  state.repeats = uuid !== null && !state.seen.add(`u${uuid}`);
  if (state.repeats) return;
  if (type === "attachment") readQueuedCommand(record, state, emit);
  if (type === "system") readSystem(record, state, emit);
  // Facts come from records that are always parsed, so that skipping changes nothing.
  const answers = type === "user" && hasResults(fieldsOf(record["message"])?.["content"]);
  if (type === "assistant" || (type === "user" && !answers)) tellFacts(record, state, emit);
  const usable =
    type === "assistant"
      ? readAssistant(record, state, emit)
      : type === "user"
        ? readUser(record, { state, emit })
        : true;
  if (!usable) emit({ kind: "unread", reason: "wrong_shape", type });
}

function tellHeld(state: ClaudeState, emit: Emit): void {
  if (state.held.length === 0) return;
  for (const event of state.held.splice(0)) emit(event);
}
