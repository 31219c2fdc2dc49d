import type { Emit } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, nameOf, textOf, timeOf } from "../read-value.ts";
import type { ClaudeState, QueuedPrompt } from "./claude-state.ts";
import { queuedText, textsOf } from "./prompt-text.ts";
import { readNotice } from "./read-results.ts";

/**
 * Prompts typed while the client was busy. Taken from the queue as a turn of their own (`dequeue`) they come again as a
 * user record; handed over in the midst of a turn (`remove`) they come again as an attachment, and in older versions
 * not at all. Each is told once.
 */
export function readQueue(record: Fields, state: ClaudeState, emit: Emit): void {
  const content = textOf(record["content"]);
  if (record["operation"] === "enqueue" && content !== null) {
    const at = timeOf(record["timestamp"]);
    const text = queuedText(content);
    if (text.is === "notice") readNotice(content, at, { state, emit });
    state.queue.push({ begin: beginOf(content), text: text.is === "words" ? text.text : "", at });
  }
  if (record["operation"] === "dequeue") state.queue.shift();
  if (record["operation"] === "popAll") state.queue = [];
  if (record["operation"] === "remove") {
    const found = content === null ? 0 : state.queue.findIndex(({ begin }) => begin === beginOf(content));
    if (found < 0) return;
    for (const taken of state.queue.splice(found, 1)) tellQueued(taken, state, emit);
  }
}

/** What still waits when the file ends was said all the same. */
export function tellWaiting(state: ClaudeState, emit: Emit): void {
  for (const waiting of state.queue) tellQueued(waiting, state, emit);
  state.queue = state.queue.map(({ begin, at }) => ({ begin, text: "", at }));
}

/** A user record came: its text waits no longer, whatever was taken from the queue. */
export function leavesQueue(text: string, state: ClaudeState): void {
  const found = state.queue.findIndex((waiting) => waiting.text === text);
  if (found >= 0) state.queue.splice(found, 1);
}

function tellQueued({ text, at }: QueuedPrompt, state: ClaudeState, emit: Emit): void {
  if (text === "") return;
  state.told.push(text);
  emit({ kind: "prompt", text, at, id: null });
}

function beginOf(content: string): string {
  return content.slice(0, 200);
}

/** The attachment with which a queued prompt, or a notice, is handed over. */
export function readQueuedCommand(record: Fields, state: ClaudeState, emit: Emit): void {
  const attachment = fieldsOf(record["attachment"]);
  if (attachment?.["type"] !== "queued_command" || record["isSidechain"] === true) return;
  const origin = nameOf(fieldsOf(attachment["origin"])?.["kind"]);
  const at = timeOf(attachment["timestamp"]) ?? timeOf(record["timestamp"]);
  for (const raw of textsOf(attachment["prompt"]) ?? []) {
    const text = queuedText(raw);
    if (text.is === "notice") readNotice(raw, at, { state, emit });
    const made = attachment["isMeta"] === true || (origin !== null && origin !== "human");
    if (text.is !== "words" || made || wasTold(text.text, state)) continue;
    emit({ kind: "prompt", text: text.text, at, id: nameOf(record["uuid"]) });
  }
}

/** The prompt was told from the queue already; asked once for each time that it was. */
export function wasTold(text: string, state: ClaudeState): boolean {
  const found = state.told.indexOf(text);
  if (found >= 0) state.told.splice(found, 1);
  return found >= 0;
}
