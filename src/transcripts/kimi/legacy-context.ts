import type { Emit } from "../../domain/session/session-event.ts";
import type { Saved } from "../client-format.ts";
import { parsedFields, contentText, fieldsOf, listOf, numberOf, textOf, type Fields } from "../fields.ts";
import { answerText } from "../questions.ts";
import { createToolBook } from "../tool-book.ts";
import { createTasks } from "./tasks.ts";
import { kimiTool } from "./tools.ts";

export interface LegacyContext {
  readonly read: (record: Fields, emit: Emit) => void;
  readonly save: () => Saved;
}

/** Records of Kimi CLI's `context.jsonl`: the messages as the model gets them. They have no times. */
export function openLegacyContext(saved: Saved | null): LegacyContext {
  const book = createToolBook(saved?.["book"]);
  const tasks = createTasks(saved?.["tasks"], { book, success: "text", answer: answerText });
  const at = null;

  const assistant = (record: Fields, emit: Emit): void => {
    const text = contentText(record["content"]);
    if (text !== null && text.trim() !== "") emit({ kind: "saying", text, at });
    for (const entry of listOf(record["tool_calls"])) {
      const call = fieldsOf(fieldsOf(entry)?.["function"]);
      const callId = textOf(fieldsOf(entry)?.["id"]);
      const name = textOf(call?.["name"]);
      if (callId === null || name === null) continue;
      book.begin(callId, kimiTool(name, parsedFields(call?.["arguments"])), { at, agent: null, emit });
    }
  };

  return {
    read: (record, emit) => {
      switch (record["role"]) {
        case "user": {
          const text = contentText(record["content"]);
          const injected = /^\s*<(?:system|system-reminder|notification|hook_result)\b/.test(text ?? "");
          if (text !== null && text.trim() !== "" && !injected) emit({ kind: "prompt", text, at, id: null });
          return;
        }
        case "assistant":
          return assistant(record, emit);
        case "tool": {
          const callId = textOf(record["tool_call_id"]);
          if (callId === null) return emit({ kind: "unread", reason: "wrong_shape", type: "tool" });
          return tasks.result(callId, saidOf(contentText(record["content"]) ?? ""), { at, emit });
        }
        case "_usage": {
          const tokens = numberOf(record["token_count"]);
          if (tokens !== null) emit({ kind: "usage", tokens, window: null, at });
          return;
        }
        case "_system_prompt":
        case "_checkpoint":
        case "system":
          return;
        default:
          emit({ kind: "unread", reason: "unknown_type", type: textOf(record["role"]) ?? "" });
      }
    },
    save: () => ({ book: book.save(), tasks: tasks.save() }),
  };
}

/** The client's sentence stands in front: `<system>ERROR: Command failed with exit code: 1.</system>`, then the output. */
function saidOf(text: string): { output: string; message: string | null; isError: boolean; refused: boolean } {
  const frame = /^<system>(ERROR: )?([\s\S]*?)<\/system>\n?/.exec(text);
  const output = frame === null ? text : text.slice(frame[0].length);
  return { output, message: frame?.[2] ?? null, isError: frame?.[1] !== undefined, refused: false };
}
