import type { Emit, TodoItem } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../fields.ts";
import type { ClaudeState } from "./claude-state.ts";
import { type OpenCall, todoStatus } from "./tools.ts";

interface To {
  readonly state: ClaudeState;
  readonly emit: Emit;
  readonly at: string | null;
  readonly text: string | null;
}

/** Replays TaskCreate, TaskUpdate and TaskList: each changes one list, which is told whole. */
export function readTaskTools(record: Fields, call: OpenCall, to: To): void {
  if (call.sidechain) return;
  const details = fieldsOf(record["toolUseResult"]);
  const { tasks } = to.state;
  let changed = false;
  if (call.name === "TaskCreate") changed = create(details, call, to);
  if (call.name === "TaskUpdate" && details?.["success"] !== false) changed = update(tasks, call);
  if (call.name === "TaskList" && Array.isArray(details?.["tasks"])) changed = replace(tasks, details);
  if (changed) to.emit({ kind: "todos", items: [...tasks.values()], at: to.at });
}

function create(details: Fields | null, call: OpenCall, to: To): boolean {
  const task = fieldsOf(details?.["task"]);
  const id = idOf(task?.["id"]) ?? /^Task #(\S+) created/.exec(to.text ?? "")?.[1] ?? null;
  const text = call.task?.text ?? textOf(task?.["subject"]);
  if (id === null || text === null) return false;
  to.state.tasks.set(id, { text, status: "todo" });
  return true;
}

function update(tasks: Map<string, TodoItem>, call: OpenCall): boolean {
  const id = call.task?.id ?? "";
  const before = tasks.get(id);
  if (before === undefined) return false;
  if (call.task?.status === "deleted") return tasks.delete(id);
  const status = call.task?.status === undefined ? before.status : todoStatus(call.task.status);
  const text = call.task?.text ?? before.text;
  tasks.set(id, { text, status });
  return status !== before.status || text !== before.text;
}

function replace(tasks: Map<string, TodoItem>, details: Fields): boolean {
  const before = JSON.stringify([...tasks]);
  tasks.clear();
  for (const entry of listOf(details["tasks"])) {
    const task = fieldsOf(entry);
    const id = idOf(task?.["id"]);
    const text = textOf(task?.["subject"]);
    if (id !== null && text !== null) tasks.set(id, { text, status: todoStatus(task?.["status"]) });
  }
  return JSON.stringify([...tasks]) !== before;
}

function idOf(value: unknown): string | null {
  return typeof value === "number" ? String(value) : textOf(value);
}
