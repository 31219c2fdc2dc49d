import type { Emit } from "../../domain/session/session-event.ts";
import type { RecordReader, Saved } from "../client-format.ts";
import { parsedFields, contentText, fieldsOf, timeOf, listOf, numberOf, textOf, type Fields } from "../fields.ts";
import { createSeenIds } from "../seen-ids.ts";
import { todoItems } from "../todo-texts.ts";
import { createToolBook } from "../tool-book.ts";
import { openDroidStream } from "./stream.ts";
import { droidEnding, droidTool } from "./tools.ts";

export function openDroid(saved: Saved | null): RecordReader {
  const records = createSeenIds(textOf(saved?.["records"]));
  const book = createToolBook(saved?.["book"]);
  const stream = openDroidStream(book);
  let model = textOf(saved?.["model"]);

  const useModel = (name: string | null, emit: Emit): void => {
    if (name === null || name === model) return;
    model = name;
    emit({ kind: "session", model: name });
  };

  const toolResult = (block: Fields, at: string | null, emit: Emit): void => {
    const callId = textOf(block["tool_use_id"]);
    if (callId === null) return unread("tool_result", emit);
    const output = typeof block["content"] === "string" ? block["content"] : contentText(block["content"]);
    const call = book.open(callId);
    const isError = typeof block["is_error"] === "boolean" ? block["is_error"] : null;
    const ending = droidEnding({ tool: call?.tool ?? "other", note: call?.note ?? "" }, output, isError);
    const answered = call?.question != null && isError !== true ? output : null;
    book.end(callId, { ...ending, answer: answered }, { at, emit });
  };

  const user = (message: Fields, { id, at, emit }: { id: string | null; at: string | null; emit: Emit }): void => {
    const own: string[] = [];
    const blocks =
      typeof message["content"] === "string"
        ? [{ type: "text", text: message["content"] }]
        : listOf(message["content"]);
    for (const entry of blocks) {
      const block = fieldsOf(entry);
      if (block?.["type"] === "tool_result") toolResult(block, at, emit);
      const text = block?.["type"] === "text" ? withoutReminders(block["text"]) : "";
      if (text !== "") own.push(text);
    }
    // Shown to the user alone, or to the model alone: not written by the user.
    if (own.length === 0 || (textOf(message["visibility"]) ?? "").endsWith("_only")) return;
    if (/^\[?Request (?:interrupted|cancell?ed) by user/i.test(own.join("\n")))
      return emit({ kind: "interrupt", at, detail: null });
    emit({ kind: "prompt", text: own.join("\n"), at, id });
  };

  const assistant = (message: Fields, at: string | null, emit: Emit): void => {
    useModel(textOf(message["modelId"]), emit);
    const text = contentText(message["content"]);
    if (text !== null && text.trim() !== "") emit({ kind: "saying", text, at });
    for (const entry of listOf(message["content"])) {
      const block = fieldsOf(entry);
      const callId = textOf(block?.["id"]);
      const name = textOf(block?.["name"]);
      if (block?.["type"] !== "tool_use" || callId === null || name === null) continue;
      book.begin(callId, droidTool(name, parsedFields(block["input"])), { at, agent: null, emit });
    }
  };

  const stored = (
    record: Fields,
    type: string,
    { id, at, emit }: { id: string | null; at: string | null; emit: Emit },
  ): void => {
    switch (type) {
      case "session_start":
        return header(record, at, emit);
      case "message": {
        const message = fieldsOf(record["message"]);
        if (message?.["role"] === "user") return user({ ...message, ...visible(record) }, { id, at, emit });
        if (message?.["role"] === "assistant") return assistant(message, at, emit);
        return unread("message", emit);
      }
      case "todo_state": {
        const list = record["todos"] ?? record["state"];
        const items = todoItems(fieldsOf(list)?.["todos"] ?? list);
        return items === null ? unread(type, emit) : emit({ kind: "todos", items, at });
      }
      case "compaction_state":
        return emit({ kind: "compaction", at, detail: null });
      case "agent_turn_outcome":
        return emit({ kind: "turn_end", at, detail: textOf(record["reason"]) });
      default:
        emit({ kind: "unread", reason: "unknown_type", type });
    }
  };

  return {
    read: (value, emit) => {
      const record = fieldsOf(value);
      const type = textOf(record?.["type"]);
      if (record === null || type === null) return unread("", emit);
      const at = timeOf(record["timestamp"]);
      if (stream.read(record, at, emit)) return;
      const id = textOf(record["id"]);
      if (id !== null && !records.add(`${type}:${id}`)) return;
      stored(record, type, { id, at, emit });
    },
    readAside: (name, text, emit) => {
      const settings = name === "settings.json" ? parsedFields(text) : null;
      useModel(textOf(settings?.["model"]), emit);
      const last = fieldsOf(settings?.["lastCallTokenUsage"]);
      const parts = ["inputTokens", "outputTokens", "cacheReadTokens"].map((key) => numberOf(last?.[key]) ?? 0);
      const tokens = parts.reduce((sum, part) => sum + part, 0);
      if (tokens > 0) emit({ kind: "usage", tokens, window: null, at: null });
    },
    save: () => ({ records: records.save(), book: book.save(), model }),
  };
}

function header(record: Fields, at: string | null, emit: Emit): void {
  const id = textOf(record["id"]);
  const cwd = textOf(record["cwd"]);
  // A number is the version of the file format.
  const version = textOf(record["version"]);
  const caller = textOf(record["callingSessionId"]);
  emit({
    kind: "session",
    at,
    ...(id === null ? {} : { id }),
    ...(cwd === null ? {} : { cwd }),
    ...(version === null ? {} : { version }),
    ...(caller === null ? {} : { parent: { id: caller, as: "agent" as const } }),
  });
}

function visible(record: Fields): Fields {
  return "visibility" in record ? { visibility: record["visibility"] } : {};
}

function withoutReminders(value: unknown): string {
  return typeof value === "string"
    ? value.replace(/<system-(reminder|notification)>[\s\S]*?<\/system-\1>\s*/g, "").trim()
    : "";
}

function unread(type: string, emit: Emit): void {
  emit({ kind: "unread", reason: "wrong_shape", type });
}
