import type { Emit } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, textOf, anyTextOf, timeOf } from "../fields.ts";
import type { ClaudeState, QueuedPrompt } from "./claude-state.ts";
import { queuedText, textsOf } from "./prompt-text.ts";
import { readNotice } from "./read-results.ts";

/**
 * Prompts typed while the client was busy. Taken from the queue as a turn of their own they come again as a user record,
 * which ends the wait; handed over in the midst of a turn (`remove`) they come again as an attachment, and in older
 * versions not at all. Each is told once. What a killed client left in its queue is never taken, so places count for
 * little.
 */
export function readQueue(record: Fields, state: ClaudeState, emit: Emit): void {
  const content = anyTextOf(record["content"]);
  const text = content === null ? null : queuedText(content);
  if (record["operation"] === "enqueue" && content !== null && text !== null) {
    const at = timeOf(record["timestamp"]);
    if (text.is === "notice") readNotice(content, at, { state, emit });
    if (text.is === "words") state.queue.push({ text: text.text, at });
  }
  if (record["operation"] === "popAll") state.queue = [];
  if (record["operation"] === "remove") {
    const found = text === null ? 0 : state.queue.findIndex((waiting) => waiting.text === text.text);
    if (found < 0) return;
    for (const taken of state.queue.splice(found, 1)) tellQueued(taken, state, emit);
  }
}

/** What still waits when the file ends was said all the same. */
export function tellWaiting(state: ClaudeState, emit: Emit): void {
  for (const waiting of state.queue.splice(0)) tellQueued(waiting, state, emit);
}

/** A user record came: what it holds waits no longer. */
export function leavesQueue(text: string, state: ClaudeState): void {
  // Several may be handed over at once, each in lines of its own.
  state.queue = state.queue.filter((waiting) => !`\n${text}\n`.includes(`\n${waiting.text}\n`));
}

function tellQueued({ text, at }: QueuedPrompt, state: ClaudeState, emit: Emit): void {
  state.told.push(text);
  emit({ kind: "prompt", text, at, id: null });
}

/** The attachment with which a queued prompt, or a notice, is handed over. */
export function readQueuedCommand(record: Fields, state: ClaudeState, emit: Emit): void {
  const attachment = fieldsOf(record["attachment"]);
  if (attachment?.["type"] !== "queued_command" || record["isSidechain"] === true) return;
  const origin = textOf(fieldsOf(attachment["origin"])?.["kind"]);
  const at = timeOf(attachment["timestamp"]) ?? timeOf(record["timestamp"]);
  for (const raw of textsOf(attachment["prompt"]) ?? []) {
    const text = queuedText(raw);
    if (text.is === "notice") readNotice(raw, at, { state, emit });
    const made = attachment["isMeta"] === true || (origin !== null && origin !== "human");
    if (text.is !== "words" || made || wasTold(text.text, state)) continue;
    emit({ kind: "prompt", text: text.text, at, id: textOf(record["uuid"]) });
  }
}

/** The prompt was told from the queue already; asked once for each time that it was. */
export function wasTold(text: string, state: ClaudeState): boolean {
  const found = state.told.indexOf(text);
  if (found >= 0) state.told.splice(found, 1);
  return found >= 0;
}
