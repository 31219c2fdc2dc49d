import type { Emit } from "../../domain/session/session-event.ts";
import { parsedFields, codeOf, fieldsOf, textOf, type Fields } from "../fields.ts";
import type { ToolBook } from "../tool-book.ts";
import { droidEnding, droidTool } from "./tools.ts";

export interface DroidStream {
  /** Tells a record of the stream; false for one of the session store. */
  readonly read: (record: Fields, at: string | null, emit: Emit) => boolean;
}

/** Kept output of `droid exec --output-format stream-json`: one flat record for each message, call and result. */
export function openDroidStream(book: ToolBook): DroidStream {
  const message = (record: Fields, at: string | null, emit: Emit): void => {
    const text = (textOf(record["text"]) ?? "").replace(/<system-reminder>[\s\S]*?<\/system-reminder>\s*/g, "").trim();
    if (text === "") return;
    if (record["role"] === "user") emit({ kind: "prompt", text, at, id: textOf(record["id"]) });
    if (record["role"] === "assistant") emit({ kind: "saying", text, at });
  };

  const result = (record: Fields, at: string | null, emit: Emit): void => {
    const callId = textOf(record["toolCallId"]) ?? textOf(record["id"]) ?? "";
    const value = fieldsOf(record["value"]);
    const exitCode = codeOf(value?.["exitCode"]);
    if (exitCode !== null) {
      const output = textOf(value?.["stdout"]);
      return book.end(
        callId,
        { outcome: exitCode === 0 ? "ok" : "failed", exitCode, codeSource: "structured", output },
        { at, emit },
      );
    }
    const call = book.open(callId);
    const isError = typeof record["isError"] === "boolean" ? record["isError"] : null;
    const output = typeof record["value"] === "string" ? record["value"] : null;
    book.end(callId, droidEnding({ tool: call?.tool ?? "other" }, output, isError), { at, emit });
  };

  return {
    read: (record, at, emit) => {
      switch (record["type"]) {
        case "system": {
          const id = textOf(record["session_id"]) ?? textOf(record["sessionId"]);
          const cwd = textOf(record["cwd"]);
          const model = textOf(record["model"]);
          emit({
            kind: "session",
            at,
            ...(id === null ? {} : { id }),
            ...(cwd === null ? {} : { cwd }),
            ...(model === null ? {} : { model }),
          });
          return true;
        }
        case "message":
          if ("message" in record || typeof record["role"] !== "string") return false;
          message(record, at, emit);
          return true;
        case "tool_call": {
          const name = textOf(record["toolName"]);
          const callId = textOf(record["toolCallId"]) ?? textOf(record["id"]);
          if (name === null || callId === null) return false;
          book.begin(callId, droidTool(name, parsedFields(record["parameters"])), { at, agent: null, emit });
          return true;
        }
        case "tool_result":
          result(record, at, emit);
          return true;
        case "completion": {
          const text = textOf(record["finalText"]);
          if (text !== null) emit({ kind: "saying", text, at });
          emit({ kind: "turn_end", at, detail: null });
          return true;
        }
        case "error":
          emit({ kind: "api_error", at, detail: textOf(record["message"]) });
          return true;
        default:
          return false;
      }
    },
  };
}
