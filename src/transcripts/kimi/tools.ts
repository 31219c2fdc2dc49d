import { textOf, type Fields } from "../fields.ts";
import { questionText } from "../questions.ts";
import { todoItems } from "../todo-texts.ts";
import type { Ending, Touch, ToolUse } from "../tool-book.ts";

/** Tools of both generations: `Shell ReadFile WriteFile StrReplaceFile SetTodoList`, `Bash Read Write Edit TodoList`. */
export function kimiTool(name: string, args: Fields | null): ToolUse {
  const path = textOf(args?.["path"]) ?? textOf(args?.["file_path"]);
  const touching = (kind: Touch["kind"], how?: Touch["how"]): Pick<ToolUse, "touches"> =>
    path === null ? {} : { touches: [{ kind, path, ...(how === undefined ? {} : { how }) }] };
  switch (name) {
    case "Shell":
    case "Bash":
    case "CMD": {
      const command = textOf(args?.["command"]);
      const cwd = textOf(args?.["cwd"]);
      return { tool: "command", name, ...(command === null ? {} : { command }), ...(cwd === null ? {} : { cwd }) };
    }
    case "ReadFile":
    case "Read":
    case "ReadMediaFile":
      return { tool: "read", name, ...touching("read") };
    case "WriteFile":
    case "Write":
      return { tool: "edit", name, ...touching("edit") };
    case "StrReplaceFile":
    case "Edit":
    case "PatchFile":
      return { tool: "edit", name, ...touching("edit", "update") };
    case "SetTodoList": {
      const todos = todoItems(args?.["todos"]);
      return { tool: "other", name, ...(todos === null ? {} : { todos }) };
    }
    case "AskUserQuestion": {
      const question = questionText(args);
      return { tool: "other", name, ...(question === null ? {} : { question }) };
    }
    case "TaskOutput":
    case "TaskStop": {
      const task = textOf(args?.["task_id"]);
      return { tool: "other", name, ...(task === null ? {} : { note: task }) };
    }
    default:
      return { tool: "other", name };
  }
}

const failed = /(?:^|\n)\s*Command failed with exit code: (-?\d+)\.?\s*$/;
const cut = /(?:^|\n)\s*(?:Command killed by timeout \([^)\n]*\)[^\n]*|Interrupted by user\.?)\s*$/;
const refused =
  /rejected by (?:the )?user|blocked by|denied by|^Aborted before command started|^Command cannot be empty|^Tool `?\S+`? (?:not found|is not)|^Error parsing JSON arguments|^Error validating JSON arguments|^Invalid arguments|run_in_background is true\.$/i;

export interface Said {
  readonly output: string | null;
  /** The client's own sentence, where it is kept apart from the output. */
  readonly message: string | null;
  readonly isError: boolean;
  /** The user or a hook refused the call. */
  readonly refused: boolean;
}

/** How a call ended, from the client's sentence: `success` is what a passing command says, or leaves unsaid. */
export function kimiEnding(command: boolean, said: Said, success: "text" | "inferred"): Ending {
  const { output, isError } = said;
  const sentence = said.message ?? output ?? "";
  if (isError && (said.refused || refused.test(sentence))) return { outcome: "not_run", output: null };
  if (!command) return { outcome: isError ? "failed" : "ok", output };
  if (!isError && startedTask(said) !== null) return { outcome: "running", output };
  if (isError) {
    const code = failed.exec(sentence);
    const interrupted = code === null && cut.exec(sentence) !== null;
    const printed = said.message === null ? (output ?? "").replace(code === null ? cut : failed, "") : output;
    if (code === null) return { outcome: interrupted ? "interrupted" : "failed", output: printed };
    return { outcome: "failed", exitCode: Number(code[1]), codeSource: "text", output: printed };
  }
  if (success === "inferred") return { outcome: "ok", exitCode: 0, codeSource: "inferred", output };
  const passed = /(?:^|\n|>)\s*Command executed successfully\./.test(said.message ?? "");
  return passed ? { outcome: "ok", exitCode: 0, codeSource: "text", output } : { outcome: "ok", output };
}

/** The id of the background task that a command became. */
export function startedTask(said: Pick<Said, "output" | "message">): string | null {
  const task = /^task_id: (\S+)/.exec(said.output ?? "")?.[1] ?? null;
  return task !== null && /^(?:pid|status|kind|description):/m.test(said.output ?? "") ? task : null;
}

/** How a background task ended, from the text that shows it; null while it goes on. */
export function taskEnding(output: string | null): Ending | null {
  const status = /^status: (\w+)/m.exec(output ?? "")?.[1] ?? null;
  const code = /^exit_code: (-?\d+)/m.exec(output ?? "")?.[1];
  if (status === null || status === "running" || status === "starting" || status === "created") return null;
  return taskOutcome(status, code === undefined ? null : Number(code), "text");
}

export function taskOutcome(status: string, exitCode: number | null, codeSource: "text" | "structured"): Ending {
  if (exitCode !== null) return { outcome: exitCode === 0 ? "ok" : "failed", exitCode, codeSource, output: null };
  if (status === "killed" || status === "timed_out" || status === "stopped")
    return { outcome: "interrupted", output: null };
  return { outcome: status === "completed" ? "ok" : status === "failed" ? "failed" : "unknown", output: null };
}
