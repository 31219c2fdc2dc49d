import type { Emit, TodoItem } from "../../domain/session/session-event.ts";
import type { RecordReader, Saved } from "../client-format.ts";
import { parsedFields, contentText, fieldsOf, listOf, numberOf, textOf, type Fields } from "../fields.ts";
import { todoItems, todoStatus } from "../todo-texts.ts";
import { createToolBook } from "../tool-book.ts";
import { cursorTool } from "./tools.ts";

/** The transcript has neither ids nor times nor results: calls are numbered in the order of the file. */
export function openCursor(saved: Saved | null): RecordReader {
  const book = createToolBook(saved?.["book"]);
  let calls = numberOf(saved?.["calls"]) ?? 0;
  const todos = new Map<string, TodoItem>(listOf(saved?.["todos"]).flatMap(readTodo));
  const at = null;

  const todoWrite = (args: Fields | null, emit: Emit): void => {
    const list = listOf(args?.["todos"]);
    if (args?.["merge"] !== true) todos.clear();
    for (const [place, entry] of list.entries()) {
      const fields = fieldsOf(entry);
      const id = textOf(fields?.["id"]) ?? String(place);
      const text = textOf(fields?.["content"]) ?? todos.get(id)?.text ?? null;
      const status = "status" in (fields ?? {}) ? todoStatus(fields?.["status"]) : (todos.get(id)?.status ?? "todo");
      if (status === null || text === null) todos.delete(id);
      else todos.set(id, { text, status });
    }
    if (todoItems(list) !== null) emit({ kind: "todos", items: [...todos.values()], at });
  };

  const assistant = (content: unknown, emit: Emit): void => {
    const text = contentText(content);
    if (text !== null && text.trim() !== "") emit({ kind: "saying", text, at });
    for (const entry of listOf(content)) {
      const block = fieldsOf(entry);
      const name = textOf(block?.["name"]);
      if ((block?.["type"] !== "tool_use" && block?.["type"] !== "tool_call") || name === null) continue;
      const args = parsedFields(block["input"]);
      book.begin(`call-${++calls}`, cursorTool(name, args), { at, agent: null, emit });
      if (/^todo_?write$/i.test(name)) todoWrite(args, emit);
    }
  };

  return {
    read: (value, emit) => {
      const record = fieldsOf(value);
      const message = fieldsOf(record?.["message"]);
      if (record?.["type"] === "turn_ended") {
        const status = textOf(record["status"]);
        const cut = status !== null && /^(?:abort|cancel|interrupt)/.test(status);
        return emit({ kind: cut ? "interrupt" : "turn_end", at, detail: status });
      }
      if (message === null || typeof record?.["role"] !== "string") {
        const type = textOf(record?.["type"]);
        return emit({ kind: "unread", reason: type === null ? "wrong_shape" : "unknown_type", type: type ?? "" });
      }
      if (record["role"] === "assistant") return assistant(message["content"], emit);
      if (record["role"] !== "user") return emit({ kind: "unread", reason: "unknown_type", type: record["role"] });
      const text = ownWords(contentText(message["content"]) ?? "");
      if (text !== "") emit({ kind: "prompt", text, at, id: null });
    },
    readAside: (name, text, emit) => {
      const cwd = name === ".workspace-trusted" ? textOf(parsedFields(text)?.["workspacePath"]) : null;
      if (cwd !== null) emit({ kind: "session", cwd });
    },
    save: () => ({ book: book.save(), calls, todos: [...todos] }),
  };
}

/** The user's words stand in `<user_query>`; what the client adds stands in tags of its own. */
function ownWords(text: string): string {
  const queries = [...text.matchAll(/<user_query>\n?([\s\S]*?)\n?<\/user_query>/g)].map((match) => match[1] ?? "");
  if (queries.length > 0) return queries.join("\n").trim();
  return text
    .replace(
      /<(external_links|attached_files|system_reminder|system-reminder|user_info|git_status|rules|open_and_recently_viewed_files|additional_data|timestamp|agent_transcripts|agent_skills)>[\s\S]*?<\/\1>/g,
      "",
    )
    .trim();
}

function readTodo(value: unknown): [string, TodoItem][] {
  const [id, item] = Array.isArray(value) ? (value as unknown[]) : [];
  const items = todoItems([item]);
  return typeof id === "string" && items?.[0] !== undefined ? [[id, fieldsOf(item) as unknown as TodoItem]] : [];
}
