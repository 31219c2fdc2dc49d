import type { Emit } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, textOf, timeOf } from "../fields.ts";
import type { ClaudeState } from "./claude-state.ts";
import { hasResults, isMade, textsOf, userText, wordsOfRejection } from "./prompt-text.ts";
import { leavesQueue, wasTold } from "./queue.ts";
import { readNotice, readResult, resultBlocks } from "./read-results.ts";

interface To {
  readonly state: ClaudeState;
  readonly emit: Emit;
}

/** A record in the user's name: results of calls, the user's words, or what the client wrote. False: no usable shape. */
export function readUser(record: Fields, to: To): boolean {
  const content = fieldsOf(record["message"])?.["content"];
  const texts = textsOf(content);
  if (texts === null) return false;
  for (const block of resultBlocks(content)) {
    const words = wordsOfRejection(readResult(record, block, to));
    if (words !== null && record["isSidechain"] !== true) tellPrompt(words, record, to);
  }
  if (record["isCompactSummary"] === true && record["isSidechain"] !== true) {
    endCompaction(record, to);
    return true;
  }
  const words: string[] = [];
  for (const raw of texts) {
    const text = userText(raw);
    if (text.is === "notice") readNotice(raw, timeOf(record["timestamp"]), to);
    else if (isMade(record)) continue;
    else if (text.is === "words") words.push(text.text);
    else if (text.is === "summary") endCompaction(record, to);
    else if (text.is === "interrupt") tellInterrupt(record, to);
  }
  if (words.length > 0) tellPrompt(words.join("\n"), record, to);
  return true;
}

function tellPrompt(text: string, record: Fields, { state, emit }: To): void {
  const at = timeOf(record["timestamp"]);
  const id = textOf(record["uuid"]);
  state.boundary = false;
  leavesQueue(text, state);
  // Words beside a result were said in the midst of a turn.
  if (!hasResults(fieldsOf(record["message"])?.["content"])) {
    tellRewind(record, id, { state, emit });
    state.turnOpen = true;
    emit({ kind: "turn_start", at, detail: null });
  }
  // The record of a queued prompt comes at once; what was not taken up by then never will be.
  if (wasTold(text, state)) return;
  state.told = [];
  emit({ kind: "prompt", text, at, id });
}

/**
 * A prompt that follows the same record as an earlier one replaced it: the user went back. Only prompts are compared,
 * as calls in parallel and hooks make forks as well; prompts without a parent may begin anything.
 */
function tellRewind(record: Fields, id: string | null, { state, emit }: To): void {
  const parent = textOf(record["parentUuid"]);
  if (parent === null || id === null) return;
  const place = `${textOf(record["sessionId"]) ?? ""} ${parent}`;
  const before = state.prompts.get(place);
  if (before !== undefined && before !== id) emit({ kind: "rewind", drop: { from: before } });
  state.prompts.set(place, id);
}

function tellInterrupt(record: Fields, { state, emit }: To): void {
  state.turnOpen = false;
  const raw = textsOf(fieldsOf(record["message"])?.["content"]) ?? [];
  const detail = raw.find((text) => text.trimStart().startsWith("[Request interrupted"))?.trim() ?? null;
  emit({ kind: "interrupt", at: timeOf(record["timestamp"]), detail });
}

/** The summary follows its boundary; older versions have the summary alone. */
function endCompaction(record: Fields, { state, emit }: To): void {
  if (!state.boundary) emit({ kind: "compaction", at: timeOf(record["timestamp"]), detail: null });
  state.boundary = false;
}
