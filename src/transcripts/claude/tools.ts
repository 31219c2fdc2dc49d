import type { CallEvent, SessionEvent, TodoItem, TouchEvent } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, listOf, textOf, anyTextOf } from "../fields.ts";

/** What must be remembered of a call until its result comes. */
export interface OpenCall {
  readonly name: string;
  readonly tool: CallEvent["tool"];
  /** Edits and reads: the file. */
  readonly path?: string;
  readonly how?: TouchEvent["how"];
  /** Commands: their last word may report a result (a difference, no match) by its exit code. */
  readonly tells?: boolean;
  readonly todos?: readonly TodoItem[];
  readonly questions?: readonly string[];
  /** TaskCreate, TaskUpdate: what to change in the list. Background tools: the task. */
  readonly task?: { readonly id?: string; readonly text?: string; readonly status?: string };
  readonly sidechain: boolean;
}

const kinds: ReadonlyMap<string, CallEvent["tool"]> = new Map([
  ["Bash", "command"],
  ["PowerShell", "command"],
  ["Edit", "edit"],
  ["MultiEdit", "edit"],
  ["Write", "edit"],
  ["NotebookEdit", "edit"],
  ["Read", "read"],
  ["NotebookRead", "read"],
]);

/** Tools whose successful result tells something that the call did not. */
const telling = new Set([
  "AskUserQuestion",
  "Agent",
  "Task",
  "TaskCreate",
  "TaskUpdate",
  "TaskList",
  "TaskOutput",
  "TaskStop",
  "AgentOutputTool",
  "BashOutput",
  "KillBash",
  "KillShell",
]);

function toolKind(name: string): CallEvent["tool"] {
  return kinds.get(name) ?? "other";
}

/** A successful result of this call tells nothing more than that it was one. */
export function isQuiet(call: OpenCall): boolean {
  return call.tool !== "command" && !telling.has(call.name);
}

/** Commands for which Claude Code takes an exit code of 1 as an answer, not as a failure. */
const tellingCommand = /(?:^|[;&|(\n]) *(?:[ef]?grep|rg|find|diff|test|\[)(?=\s|$)/;

export function openCall(name: string, input: Fields, sidechain: boolean): OpenCall {
  const tool = toolKind(name);
  if (tool === "command")
    return { name, tool, sidechain, tells: tellingCommand.test(anyTextOf(input["command"]) ?? "") };
  if (tool === "edit" || tool === "read") {
    const path = textOf(input["file_path"]) ?? textOf(input["notebook_path"]);
    if (path === null) return { name, tool, sidechain };
    if (tool === "read" || name === "Write") return { name, tool, sidechain, path };
    return { name, tool, sidechain, path, how: howOfEdit(input) };
  }
  if (name === "TodoWrite") return { name, tool, sidechain, todos: todoItems(input["todos"]) };
  if (name === "AskUserQuestion") return { name, tool, sidechain, questions: questionsOf(input) };
  const task = telling.has(name) ? taskOf(input) : null;
  return task === null ? { name, tool, sidechain } : { name, tool, sidechain, task };
}

/** What follows from a call that succeeded. `written`: what the result of Write says of the file. */
export function outcomeEvents(call: OpenCall, at: string | null, written: string | null): readonly SessionEvent[] {
  const events: SessionEvent[] = [];
  if (call.path !== undefined && (call.tool === "edit" || call.tool === "read")) {
    const how = call.how ?? (written === "create" ? "add" : written === "update" ? "update" : undefined);
    const touch: TouchEvent = { kind: call.tool, path: call.path, at };
    events.push(how === undefined || call.tool === "read" ? touch : { ...touch, how });
  }
  if (call.todos !== undefined && !call.sidechain) events.push({ kind: "todos", items: call.todos, at });
  return events;
}

export function todoItems(value: unknown): readonly TodoItem[] {
  const items: TodoItem[] = [];
  for (const entry of listOf(value)) {
    const item = fieldsOf(entry);
    const text = textOf(item?.["content"]) ?? textOf(item?.["subject"]);
    if (text !== null) items.push({ text, status: todoStatus(item?.["status"]) });
  }
  return items;
}

export function todoStatus(value: unknown): TodoItem["status"] {
  return value === "completed" ? "done" : value === "in_progress" ? "in_progress" : "todo";
}

function howOfEdit(input: Fields): TouchEvent["how"] {
  const first = fieldsOf(listOf(input["edits"])[0]) ?? input;
  return first["old_string"] === "" ? "add" : "update";
}

function questionsOf(input: Fields): readonly string[] {
  const texts = listOf(input["questions"]).map((entry) => textOf(fieldsOf(entry)?.["question"]));
  return texts.filter((text) => text !== null);
}

function taskOf(input: Fields): NonNullable<OpenCall["task"]> | null {
  const task: { id?: string; text?: string; status?: string } = {};
  const id = input["taskId"] ?? input["task_id"] ?? input["bash_id"] ?? input["shell_id"];
  if (typeof id === "string" || typeof id === "number") task.id = String(id);
  const text = textOf(input["subject"]);
  if (text !== null) task.text = text;
  const status = textOf(input["status"]);
  if (status !== null) task.status = status;
  return Object.keys(task).length === 0 ? null : task;
}
