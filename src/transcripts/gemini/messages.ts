import type { Emit } from "../../domain/session/session-event.ts";
import type { Calls } from "../gemini-family/calls.ts";
import { hasResponse, responsesIn, saidIn, tellCalls } from "../gemini-family/parts.ts";
import { type Fields, objectOf, listOf, numberOf, textOf, timeOf } from "../fields.ts";
import type { SeenIds } from "../seen-ids.ts";
import type { RootFinder } from "./project-root.ts";
import { contextFolder, isInjected } from "./injected.ts";

export interface MessageTeller {
  readonly tell: (message: Fields, emit: Emit) => void;
  /** The whole conversation as it stands now: repeated with changed results, or compressed. */
  readonly tellCheckpoint: (messages: readonly Fields[], at: string | null, emit: Emit) => void;
  /** A message was told before. */
  readonly begun: () => boolean;
}

export interface MessageTellerOptions {
  readonly seen: SeenIds;
  readonly calls: Calls;
  readonly roots: RootFinder;
  readonly begun: boolean;
}

interface Message {
  readonly id: string;
  readonly type: string;
  readonly at: string | null;
  readonly content: unknown;
  readonly fields: Fields;
}

const answers = new Set(["gemini", "qwen", "model"]);
const quiet = new Set(["info", "warning"]);

/** A message is written again under the same id whenever it changes: what was told of it is not told twice. */
export function createMessageTeller({ seen, calls, roots, begun: before }: MessageTellerOptions): MessageTeller {
  let begun = before;
  let lastModel: string | null = null;

  function tell(fields: Fields, emit: Emit): void {
    const message = messageOf(fields);
    if (message === null) emit({ kind: "unread", reason: "wrong_shape", type: textOf(fields["type"]) ?? "record" });
    else tellMessage(message, true, emit);
  }

  function tellCheckpoint(messages: readonly Fields[], at: string | null, emit: Emit): void {
    const all = messages.map(messageOf).filter((one) => one !== null);
    // Messages that the client made anew stand for the ones that are gone: their words are a summary.
    const compressed = begun && all.some((one) => !seen.has(`m:${one.id}`) && isSpoken(one));
    if (compressed) emit({ kind: "compaction", at, detail: null });
    for (const one of all) tellMessage(one, !compressed, emit);
  }

  function tellMessage(message: Message, words: boolean, emit: Emit): void {
    const { type } = message;
    const fresh = seen.add(`m:${message.id}`);
    if (type === "user") tellUser(message, words && fresh, emit);
    else if (answers.has(type)) tellAnswer(message, { words, fresh }, emit);
    else if (type === "error") {
      if (fresh && words) emit({ kind: "api_error", at: message.at, detail: textOf(saidIn(message.content)) });
    } else if (quiet.has(type)) {
      const text = saidIn(message.content);
      if (fresh && words && /^Request cancelled/i.test(text)) emit({ kind: "interrupt", at: message.at, detail: text });
    } else emit({ kind: "unread", reason: "unknown_type", type });
  }

  function tellUser({ id, at, content, fields }: Message, words: boolean, emit: Emit): void {
    for (const response of responsesIn(content)) {
      const { failed, ...rest } = response;
      calls.result({ ...rest, status: failed ? "error" : "success", display: null, errorType: null, at }, emit);
    }
    roots.byRecord(contextFolder(saidIn(content)), emit);
    if (!words || hasResponse(content)) return;
    // What the client added to the prompt (files that it names) is not in the text that the user was shown.
    const text = saidIn(fields["displayContent"] ?? content, isInjected).trim();
    if (text === "") return;
    begun = true;
    emit({ kind: "prompt", text, at, id });
  }

  function tellAnswer(
    { id, at, content, fields }: Message,
    told: { words: boolean; fresh: boolean },
    emit: Emit,
  ): void {
    begun = true;
    const model = textOf(fields["model"]);
    if (model !== null && model !== lastModel) emit({ kind: "session", model });
    lastModel = model ?? lastModel;
    const said = saidIn(content).trim();
    if (told.words && isNew("s", id, told.fresh, said !== "")) emit({ kind: "saying", text: said, at });
    listOf(fields["toolCalls"]).forEach((one, place) => tellTool(objectOf(one), { id, at, place }, emit));
    tellCalls(content, calls, { record: id, at, agent: null }, emit);
    const tokens = objectOf(fields["tokens"]);
    const total = numberOf(tokens["total"]) ?? (numberOf(tokens["input"]) ?? 0) + (numberOf(tokens["output"]) ?? 0);
    if (isNew("u", id, told.fresh, total > 0)) emit({ kind: "usage", tokens: total, window: null, at });
  }

  /** Most messages have all there is to tell when they are first written: only what came later is remembered. */
  function isNew(what: string, id: string, fresh: boolean, present: boolean): boolean {
    if (fresh && !present) seen.add(`${what}-:${id}`);
    return present && (fresh || (seen.has(`${what}-:${id}`) && seen.add(`${what}:${id}`)));
  }

  function tellTool(tool: Fields, message: { id: string; at: string | null; place: number }, emit: Emit): void {
    const name = textOf(tool["name"]);
    if (name === null) return;
    const id = textOf(tool["id"]);
    const record = message.id;
    calls.call(
      { id, record, place: message.place, name, args: objectOf(tool["args"]), at: message.at, agent: null },
      emit,
    );
    const at = timeOf(tool["timestamp"]) ?? message.at;
    const agent = textOf(tool["agentId"]);
    if (agent !== null && seen.add(`a:${agent}`)) emit({ kind: "agent", id: agent, at });
    const status = tool["status"];
    if (status !== "success" && status !== "error" && status !== "cancelled") return;
    const text = responsesIn(tool["result"])[0]?.text ?? textOf(tool["result"]);
    const key = id ?? `${record}#${message.place}`;
    calls.result({ id: key, name, status, text, display: tool["resultDisplay"], errorType: null, at }, emit);
  }

  return { tell, tellCheckpoint, begun: () => begun };
}

/** Older builds wrote `role` and `parts` with the time in seconds, and no id. */
function messageOf(fields: Fields): Message | null {
  const type = textOf(fields["type"]) ?? textOf(fields["role"]);
  if (type === null) return null;
  const at = timeOf(fields["timestamp"]) ?? timeOf(fields["ts"]);
  const content = fields["content"] ?? fields["parts"];
  const id = textOf(fields["id"]) ?? `${at ?? ""}:${type}:${saidIn(content)}`;
  return { id, type, at, content, fields };
}

function isSpoken({ type, content }: Message): boolean {
  if (type !== "user" && !answers.has(type)) return false;
  return !hasResponse(content) && saidIn(content, isInjected).trim() !== "";
}
