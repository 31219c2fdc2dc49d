import type { TodoItem } from "../domain/session/session-event.ts";
import { fieldsOf, textOf } from "./fields.ts";

const done = new Set(["done", "completed", "complete", "x", "✓"]);
const active = new Set(["in_progress", "in-progress", "inprogress", "active", "doing", "~"]);
const open = new Set(["todo", "pending", "open", "not_started", "not-started", "blocked", ""]);
const gone = new Set(["cancelled", "canceled", "deleted", "removed"]);

/** What a client's word says about a todo; null for one that no longer counts. Words that nobody knows mean `todo`. */
export function todoStatus(word: unknown): TodoItem["status"] | null {
  const known = typeof word === "string" ? word.trim().toLowerCase() : "";
  if (done.has(known)) return "done";
  if (active.has(known)) return "in_progress";
  return gone.has(known) ? null : "todo";
}

/** A client's todo list: objects with a text and a status, or lines like `- [x] text` and `1. [in_progress] text`. */
export function todoItems(value: unknown): readonly TodoItem[] | null {
  if (typeof value === "string") return todoLines(value);
  if (!Array.isArray(value)) return null;
  const items: TodoItem[] = [];
  for (const entry of value as unknown[]) {
    const fields = fieldsOf(entry);
    const text = textOf(fields?.["title"]) ?? textOf(fields?.["content"]) ?? textOf(fields?.["text"]);
    const status = todoStatus(fields?.["status"]);
    if (text !== null && status !== null) items.push({ text, status });
  }
  return value.length > 0 && items.length === 0 && value.every((entry) => fieldsOf(entry) === null) ? null : items;
}

function todoLines(text: string): readonly TodoItem[] | null {
  const items: TodoItem[] = [];
  for (const line of text.split("\n")) {
    const match = /^\s*(?:[-*+]|\d+[.)])?\s*\[([^\]]*)\]\s*(.*\S)\s*$/.exec(line);
    const word = (match?.[1] ?? "").trim().toLowerCase();
    if (match === null || !(done.has(word) || active.has(word) || open.has(word) || gone.has(word))) continue;
    const status = todoStatus(word);
    if (status !== null) items.push({ text: match[2] ?? "", status });
  }
  return items.length === 0 && text.trim() !== "" ? null : items;
}
