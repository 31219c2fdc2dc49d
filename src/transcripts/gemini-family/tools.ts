import type { CallEvent, Emit, TodoItem, TouchEvent } from "../../domain/session/session-event.ts";
import { type Fields, objectOf, firstText, isFields, listOf, textOf } from "../fields.ts";

const kinds: Readonly<Record<string, CallEvent["tool"]>> = {
  run_shell_command: "command",
  replace: "edit",
  edit: "edit",
  write_file: "edit",
  notebook_edit: "edit",
  read_file: "read",
  read_many_files: "read",
};
const questionTools = new Set(["ask_user", "ask_user_question"]);
const todoTools = new Set(["write_todos", "todo_write"]);

/** Arguments that are needed when the result comes; the rest (file contents, commands) is not kept. */
const keptArguments = ["file_path", "absolute_path", "path", "notebook_path", "paths", "include", "todos", "questions"];

export function toolOf(name: string): CallEvent["tool"] {
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? "other") : "other";
}

/** What a command's call tells besides its name; nothing for other tools. */
export function commandOf(name: string, args: Fields): Pick<CallEvent, "command" | "cwd"> {
  const command = toolOf(name) === "command" ? textOf(args["command"]) : null;
  if (command === null) return {};
  return { command, cwd: firstText(args, "dir_path", "directory", "cwd") };
}

export function argumentsToKeep(name: string, args: Fields): Fields {
  if (toolOf(name) === "command") return {};
  return Object.fromEntries(keptArguments.filter((key) => key in args).map((key) => [key, args[key]]));
}

export interface EndedTool {
  readonly callId: string;
  readonly name: string;
  readonly args: Fields;
  /** The structured form that the user was shown. */
  readonly display: unknown;
  readonly output: string | null;
  readonly at: string | null;
}

/** What a call that ended well did: files, the todo list. */
export function tellEffects(tool: EndedTool, emit: Emit): void {
  for (const touch of touchesOf(tool)) emit(touch);
  if (todoTools.has(tool.name)) {
    const items = todosOf(tool.args["todos"] ?? objectOf(tool.display)["todos"]);
    if (items !== null) emit({ kind: "todos", items, at: tool.at });
  }
}

/** The agent asked the user: the answer where the call ended well. */
export function tellQuestion(tool: EndedTool, answered: boolean, emit: Emit): void {
  if (!questionTools.has(tool.name)) return;
  const asked = listOf(tool.args["questions"]).map((one) => firstText(objectOf(one), "question", "header"));
  const text = asked.filter((one) => one !== null).join("\n");
  if (text === "") return;
  emit({ kind: "question", id: tool.callId, text, at: tool.at, answer: answered ? answerOf(tool.output) : null });
}

function touchesOf({ name, args, display, output, at }: EndedTool): TouchEvent[] {
  const path = firstText(args, "file_path", "absolute_path", "notebook_path", "path");
  const kind = toolOf(name);
  if (kind === "edit" && path !== null) return [{ kind, path, at, how: isNewFile(display, output) ? "add" : "update" }];
  if (name === "read_file" && path !== null) return [{ kind: "read", path, at }];
  if (name !== "read_many_files") return [];
  const shown = listOf(objectOf(display)["files"]);
  const paths = shown.length > 0 ? shown : [...listOf(args["paths"]), ...listOf(args["include"])];
  // A pattern is no file; which ones it stood for is known only where the client kept the list.
  return paths
    .filter((one): one is string => typeof one === "string" && one !== "" && !/[*?{[]/.test(one))
    .map((one) => ({ kind: "read", path: one, at }));
}

function isNewFile(display: unknown, output: string | null): boolean {
  const shown = objectOf(display);
  if (typeof shown["isNewFile"] === "boolean") return shown["isNewFile"];
  return output !== null && /^Successfully created (?:and wrote to )?new file/.test(output);
}

const statuses: Readonly<Record<string, TodoItem["status"]>> = {
  pending: "todo",
  blocked: "todo",
  in_progress: "in_progress",
  completed: "done",
};

/** The list as it stands; what was cancelled is no longer on it. Null where there is no list. */
function todosOf(value: unknown): TodoItem[] | null {
  if (!Array.isArray(value)) return null;
  const items: TodoItem[] = [];
  for (const one of value) {
    if (!isFields(one)) continue;
    const text = firstText(one, "description", "content");
    const status = textOf(one["status"]) ?? "pending";
    const known = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
    if (text !== null && known !== undefined) items.push({ text, status: known });
  }
  return items;
}

function answerOf(output: string | null): string | null {
  if (output === null) return null;
  try {
    const answers = objectOf(objectOf(JSON.parse(output))["answers"]);
    const texts = Object.values(answers).filter((one): one is string => typeof one === "string");
    return texts.length > 0 ? texts.join("\n") : output;
  } catch {
    return output;
  }
}
