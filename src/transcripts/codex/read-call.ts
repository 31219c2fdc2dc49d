import type { Emit, TodoItem } from "../../domain/session/session-event.ts";
import { type Fields, fieldsOf, listOf, textOf, anyTextOf } from "../fields.ts";
import type { CodexState, OpenCall } from "./codex-state.ts";
import { appliesPatch, argumentsOf, commandOf, editsOfPatch, folderOf } from "./patch.ts";

const commandTools = new Set([
  "shell",
  "shell_command",
  "exec_command",
  "container.exec",
  "local_shell",
  "unified_exec",
]);

interface To {
  readonly state: CodexState;
  readonly emit: Emit;
  readonly at: string | null;
}

/** function_call, custom_tool_call, local_shell_call. */
export function readCall(payload: Fields, to: To): void {
  const callId = textOf(payload["call_id"]) ?? textOf(payload["id"]);
  const name = textOf(payload["name"]) ?? (payload["type"] === "local_shell_call" ? "local_shell" : null);
  if (callId === null || name === null) return;
  const given = fieldsOf(payload["action"]) ?? argumentsOf(payload);
  // An experimental form of exec_command: without input it only waits for a process that runs.
  const speaks = name === "write_stdin" || (name === "unified_exec" && textOf(given["session_id"]) !== null);
  if (commandTools.has(name) && !speaks) {
    const command = commandOf(given["cmd"] ?? given["command"] ?? given["input"]);
    const cwd = folderOf(given["workdir"] ?? given["working_directory"], to.state.facts["cwd"]);
    tellCommand({ callId, name, command, cwd }, to);
    return;
  }
  const tool = name === "apply_patch" ? "edit" : "other";
  if (!opens(callId, openCall(name, payload, { given, tool, speaks }), to)) return;
  to.emit({ kind: "call", callId, tool, name, at: to.at, agent: null });
  if (name === "update_plan") tellPlan(given, to);
  for (const { id, text } of questionsOf(name, given)) {
    to.emit({ kind: "question", id: `${callId}:${id}`, text, at: to.at, answer: null });
  }
}

/** Also for commands that only their end tells of: the user's own, and those of a script. */
export function tellCommand(
  call: {
    readonly callId: string;
    readonly name: string;
    readonly command: string | readonly string[] | null;
    readonly cwd: string | null;
  },
  to: To,
): void {
  const { callId, name, command, cwd } = call;
  const text = typeof command === "string" ? command : (command ?? []).join("\n");
  const open: OpenCall = appliesPatch(text)
    ? { name, tool: "command", edits: editsOfPatch(text) }
    : { name, tool: "command" };
  if (!opens(callId, open, to)) return;
  const { emit, at } = to;
  if (command === null) emit({ kind: "call", callId, tool: "command", name, at, agent: null });
  else emit({ kind: "call", callId, tool: "command", name, at, agent: null, command, cwd });
}

/** False where the call was told before. */
function opens(callId: string, open: OpenCall, { state }: To): boolean {
  if (!state.seen.add(`c${callId}`)) return false;
  state.open.set(callId, open);
  return true;
}

function openCall(
  name: string,
  payload: Fields,
  call: { readonly given: Fields; readonly tool: OpenCall["tool"]; readonly speaks: boolean },
): OpenCall {
  const base = { name, tool: call.tool };
  if (call.tool === "edit") {
    const patch = anyTextOf(call.given["input"]) ?? anyTextOf(call.given["patch"]) ?? anyTextOf(payload["input"]) ?? "";
    return { ...base, edits: editsOfPatch(patch) };
  }
  const session = call.given["session_id"];
  if (call.speaks && (typeof session === "number" || typeof session === "string")) {
    return { ...base, session: String(session) };
  }
  const questions = questionsOf(name, call.given);
  return questions.length === 0 ? base : { ...base, questions };
}

function questionsOf(name: string, given: Fields): readonly { readonly id: string; readonly text: string }[] {
  if (name !== "request_user_input") return [];
  const questions: { id: string; text: string }[] = [];
  for (const [index, entry] of listOf(given["questions"]).entries()) {
    const question = fieldsOf(entry);
    const text = textOf(question?.["question"]);
    if (text !== null) questions.push({ id: textOf(question?.["id"]) ?? String(index), text });
  }
  return questions;
}

function tellPlan(given: Fields, { emit, at }: To): void {
  if (!Array.isArray(given["plan"])) return;
  const items: TodoItem[] = [];
  for (const entry of listOf(given["plan"])) {
    const step = fieldsOf(entry);
    const text = textOf(step?.["step"]);
    const status = step?.["status"];
    if (text === null) continue;
    items.push({ text, status: status === "completed" ? "done" : status === "in_progress" ? "in_progress" : "todo" });
  }
  emit({ kind: "todos", items, at });
}
