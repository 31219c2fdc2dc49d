import type { Emit } from "../../domain/session/session-event.ts";
import { type Fields, objectOf, isFields, listOf, numberOf, textOf, timeOf, wordOf } from "../fields.ts";
import type { SeenIds } from "../seen-ids.ts";
import { partTypes } from "./shapes.ts";
import type { ToolTeller } from "./tools.ts";

export interface MessageTeller {
  /** `agent`: session of the sub-agent that the message belongs to. */
  readonly tell: (info: Fields, parts: readonly unknown[], agent: string | null, emit: Emit) => void;
  /** A part without its message: whose words it holds is not known. */
  readonly tellPart: (part: Fields, agent: string | null, emit: Emit) => void;
}

/** Messages are read again as they grow: what was told of them is not told twice. */
export function createMessageTeller(seen: SeenIds, tools: ToolTeller): MessageTeller {
  let lastModel: string | null = null;

  function tell(info: Fields, parts: readonly unknown[], agent: string | null, emit: Emit): void {
    if (agent === null) tellModel(info, emit);
    const own = agent === null && info["role"] === "assistant" && info["summary"] !== true;
    if (agent === null && info["role"] === "user") tellPrompt(info, parts, emit);
    const touched = new Set<string>();
    for (const part of parts) {
      if (!isFields(part)) emit({ kind: "unread", reason: "wrong_shape", type: "part" });
      else if (own && part["type"] === "text") tellSaying(part, emit);
      else
        tellPartOf(
          part,
          { message: textOf(info["id"]), at: timeOf(objectOf(info["time"])["created"]), agent, touched },
          emit,
        );
    }
    if (agent === null && info["role"] === "assistant") tellEnd(info, own, emit);
  }

  function tellPrompt(info: Fields, parts: readonly unknown[], emit: Emit): void {
    const texts = parts.map((part) => (isFields(part) && isOwnText(part) ? textOf(part["text"]) : null));
    const text = texts
      .filter((one) => one !== null)
      .join("\n")
      .trim();
    const id = textOf(info["id"]);
    if (text !== "" && seen.add(`p:${id}`))
      emit({ kind: "prompt", text, at: timeOf(objectOf(info["time"])["created"]), id });
  }

  function tellSaying(part: Fields, emit: Emit): void {
    const text = (isOwnText(part) ? textOf(part["text"]) : null)?.trim() ?? "";
    const time = objectOf(part["time"]);
    // Streamed text grows under one id.
    if (text !== "" && seen.add(`s:${wordOf(part["id"])}:${text.length}`)) {
      emit({ kind: "saying", text, at: timeOf(time["end"]) ?? timeOf(time["start"]) });
    }
  }

  function tellPartOf(
    part: Fields,
    of: { message: string | null; at: string | null; agent: string | null; touched: Set<string> },
    emit: Emit,
  ): void {
    const type = textOf(part["type"]) ?? "part";
    if (!partTypes.has(type)) emit({ kind: "unread", reason: "unknown_type", type });
    else if (type === "tool") tools.tell(part, of.agent, of.touched, emit);
    else if (type === "patch") tellPatch(part, of.touched, emit);
    else if (type === "compaction" && of.agent === null) {
      const message = textOf(part["messageID"]) ?? of.message;
      const detail = part["auto"] === true ? "auto" : part["auto"] === false ? "manual" : null;
      if (seen.add(`k:${message}`)) emit({ kind: "compaction", at: of.at, detail });
    } else if (type === "retry" && of.agent === null && seen.add(`x:${wordOf(part["id"])}`)) {
      emit({ kind: "api_error", at: timeOf(objectOf(part["time"])["created"]), detail: errorText(part["error"]) });
    }
  }

  /** Files that git saw changed during a step, a command's doing among them. */
  function tellPatch(part: Fields, touched: Set<string>, emit: Emit): void {
    if (!seen.add(`f:${wordOf(part["id"])}`)) return;
    for (const path of listOf(part["files"])) {
      if (typeof path === "string" && path !== "" && !touched.has(path)) emit({ kind: "edit", path, at: null });
    }
  }

  function tellEnd(info: Fields, own: boolean, emit: Emit): void {
    const id = textOf(info["id"]);
    const at = timeOf(objectOf(info["time"])["completed"]);
    // Builds that do not ask for the summary in a message of its own mark only the answer.
    if (info["summary"] === true && !seen.has(`k:${textOf(info["parentID"])}`) && seen.add(`k:${id}`)) {
      emit({ kind: "compaction", at: at ?? timeOf(objectOf(info["time"])["created"]), detail: null });
    }
    const tokens = tokensOf(info["tokens"]);
    if (own && tokens > 0 && seen.add(`u:${id}:${tokens}`)) emit({ kind: "usage", tokens, window: null, at });
    const error = objectOf(info["error"]);
    const name = textOf(error["name"]);
    if (name === "MessageAbortedError") {
      if (seen.add(`i:${id}`)) emit({ kind: "interrupt", at, detail: errorText(error) });
    } else if (name !== null && seen.add(`e:${id}`)) emit({ kind: "api_error", at, detail: errorText(error) });
    const finish = textOf(info["finish"]);
    const ended = own && at !== null && finish !== null && finish !== "tool-calls" && finish !== "unknown";
    if (ended && seen.add(`t:${id}`)) emit({ kind: "turn_end", at, detail: finish });
  }

  function tellModel(info: Fields, emit: Emit): void {
    const model = textOf(info["modelID"]) ?? textOf(objectOf(info["model"])["modelID"]);
    if (model !== null && model !== lastModel) emit({ kind: "session", model });
    lastModel = model ?? lastModel;
  }

  return {
    tell,
    tellPart: (part, agent, emit) => tellPartOf(part, { message: null, at: null, agent, touched: new Set() }, emit),
  };
}

/** Not what the client adds in somebody's name. */
function isOwnText(part: Fields): boolean {
  return part["type"] === "text" && part["synthetic"] !== true && part["ignored"] !== true;
}

/** Tokens in the context after the answer, as the client counts them. */
function tokensOf(value: unknown): number {
  const tokens = objectOf(value);
  const cache = objectOf(tokens["cache"]);
  const parts = [tokens["input"], tokens["output"], cache["read"], cache["write"]];
  return numberOf(tokens["total"]) ?? parts.reduce<number>((sum, one) => sum + (numberOf(one) ?? 0), 0);
}

function errorText(value: unknown): string | null {
  const error = objectOf(value);
  const name = textOf(error["name"]);
  const message = textOf(objectOf(error["data"])["message"]) ?? textOf(error["message"]);
  return name !== null && message !== null ? `${name}: ${message}` : (message ?? name);
}
