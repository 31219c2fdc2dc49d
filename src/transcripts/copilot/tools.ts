import { textOf, type Fields } from "../fields.ts";
import { patchTouches } from "../patch-touches.ts";
import { questionText } from "../questions.ts";
import { todoItems } from "../todo-texts.ts";
import type { Ending, Touch, ToolUse } from "../tool-book.ts";

const shells = new Set(["bash", "powershell", "shell", "local_shell"]);

export function copilotTool(name: string, args: Fields | null, input: unknown): ToolUse {
  const path = textOf(args?.["path"]);
  const touching = (kind: Touch["kind"], how?: Touch["how"]): Pick<ToolUse, "touches"> =>
    path === null ? {} : { touches: [{ kind, path, ...(how === undefined ? {} : { how }) }] };
  if (shells.has(name)) {
    const command = textOf(args?.["command"]);
    const shell = textOf(args?.["shellId"]);
    return {
      tool: "command",
      name,
      ...(command === null ? {} : { command }),
      ...(shell === null ? {} : { note: shell }),
    };
  }
  switch (name) {
    case "edit":
    case "str_replace":
    case "insert":
      return { tool: "edit", name, ...touching("edit", "update") };
    case "create":
      return { tool: "edit", name, ...touching("edit", "add") };
    case "view":
      return { tool: "read", name, ...touching("read") };
    case "str_replace_editor": {
      const command = textOf(args?.["command"]) ?? "";
      if (command === "view") return { tool: "read", name, ...touching("read") };
      return { tool: "edit", name, ...touching("edit", command === "create" ? "add" : "update") };
    }
    case "apply_patch": {
      const patch = textOf(input) ?? textOf(args?.["patch"]) ?? textOf(args?.["input"]);
      return { tool: "edit", name, ...(patch === null ? {} : { touches: patchTouches(patch) }) };
    }
    case "update_todo": {
      const todos = todoItems(args?.["todos"]);
      return { tool: "other", name, ...(todos === null ? {} : { todos }) };
    }
    case "sql": {
      const query = textOf(args?.["query"]);
      return { tool: "other", name, ...(query !== null && /\btodos\b/i.test(query) ? { note: query } : {}) };
    }
    case "ask_user": {
      const question = questionText(args);
      return { tool: "other", name, ...(question === null ? {} : { question }) };
    }
    default: {
      // read_bash, write_powershell, stop_bash, …: about a shell that another call began.
      const shell = /^(?:read|write|stop)_(?:bash|powershell)$/.test(name) ? textOf(args?.["shellId"]) : null;
      return { tool: "other", name, ...(shell === null ? {} : { note: shell }) };
    }
  }
}

const completed =
  /\n?<(?:(?:shellId: (.+?)|command with shellId: (.+?)) (?:completed|exited)|exited) with exit code (-?\d+)>\s*$/;
const going =
  /\n?<command (?:started in background with shellId: ([^>\n]+?)|with shellId: (.+?) is still running\b[^>]*)>\s*$/;
const stopped = /\n?<command with (?:shellId|id): (.+?) (?:was )?(?:stopped|killed|terminated)[^>]*>\s*$/;

/** What the last line of a shell's output says, and which shell it names. */
export function shellEnding(text: string | null): { readonly shell: string | null; readonly ending: Ending } | null {
  if (text === null) return null;
  const end = completed.exec(text);
  if (end !== null) {
    const exitCode = Number(end[3]);
    const output = text.slice(0, end.index);
    const ending = { outcome: exitCode === 0 ? "ok" : "failed", exitCode, codeSource: "text", output } as const;
    return { shell: end[1] ?? end[2] ?? null, ending };
  }
  const on = going.exec(text);
  if (on !== null)
    return { shell: on[1] ?? on[2] ?? null, ending: { outcome: "running", output: text.slice(0, on.index) } };
  const cut = stopped.exec(text);
  return cut === null
    ? null
    : { shell: cut[1] ?? null, ending: { outcome: "interrupted", output: text.slice(0, cut.index) } };
}

const refused = new Set(["denied", "rejected", "blocked", "permission_denied", "not_found", "invalid_arguments"]);

/** How a call that reports an error ended; its code tells whether it ever began. */
export function errorEnding(error: Fields | null, output: string | null): Ending {
  const code = textOf(error?.["code"]) ?? "";
  const text = output ?? textOf(error?.["message"]);
  if (code === "interrupted" || code === "timeout" || code === "aborted")
    return { outcome: "interrupted", output: text };
  return { outcome: refused.has(code) ? "not_run" : "failed", output: text };
}
