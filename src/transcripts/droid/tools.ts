import { textOf, type Fields } from "../fields.ts";
import { patchTouches } from "../patch-touches.ts";
import { questionText } from "../questions.ts";
import { todoItems } from "../todo-texts.ts";
import type { Ending, Touch, ToolUse } from "../tool-book.ts";

export function droidTool(name: string, args: Fields | null): ToolUse {
  const path = textOf(args?.["file_path"]) ?? textOf(args?.["path"]);
  const touching = (kind: Touch["kind"], how?: Touch["how"]): Pick<ToolUse, "touches"> =>
    path === null ? {} : { touches: [{ kind, path, ...(how === undefined ? {} : { how }) }] };
  switch (name) {
    case "Execute":
    case "Shell": {
      const command = textOf(args?.["command"]);
      const background = args?.["fireAndForget"] === true ? { note: "background" } : {};
      return { tool: "command", name, ...(command === null ? {} : { command }), ...background };
    }
    case "Edit":
    case "MultiEdit":
      return { tool: "edit", name, ...touching("edit", "update") };
    case "Create":
      return { tool: "edit", name, ...touching("edit", "add") };
    case "ApplyPatch": {
      const patch = textOf(args?.["input"]) ?? textOf(args?.["patch"]);
      return { tool: "edit", name, ...(patch === null ? {} : { touches: patchTouches(patch) }) };
    }
    case "Read":
      return { tool: "read", name, ...touching("read") };
    case "TodoWrite": {
      const todos = todoItems(args?.["todos"]);
      return { tool: "other", name, ...(todos === null ? {} : { todos }) };
    }
    case "AskUser": {
      const question = questionText(args) ?? textOf(args?.["questionnaire"]);
      return { tool: "other", name, ...(question === null ? {} : { question }) };
    }
    default:
      return { tool: "other", name };
  }
}

const exited = /\n*\[Process exited with code (-?\d+)\]\s*$/;
const failing = /^Error: Command failed \(exit code: (-?\d+)\)\n?/;
const cut =
  /^(?:Error: )?(?:Command (?:timed out|was (?:killed|aborted|interrupted|cancell?ed))|Request (?:was )?(?:aborted|interrupted))/i;
const refused =
  /^(?:Error: )?(?:.{0,40}\b(?:rejected|declined|denied|blocked|cancell?ed) by (?:the )?(?:user|hook)|User (?:rejected|declined|denied|cancell?ed))/i;

/** The code stands in the text alone: in its last line, in older versions only in the first line of a failure. */
export function droidEnding(
  use: Pick<ToolUse, "tool" | "note">,
  output: string | null,
  isError: boolean | null,
): Ending {
  const text = output ?? "";
  if (isError !== false && refused.test(text)) return { outcome: "not_run", output };
  if (use.tool !== "command") return { outcome: isError === null ? "unknown" : isError ? "failed" : "ok", output };
  const code = exited.exec(text) ?? failing.exec(text);
  if (code !== null) {
    const exitCode = Number(code[1]);
    const printed = text.replace(exited, "").replace(failing, "");
    return { outcome: exitCode === 0 ? "ok" : "failed", exitCode, codeSource: "text", output: printed };
  }
  if (use.note === "background" && isError !== true) return { outcome: "running", output };
  if (cut.test(text)) return { outcome: "interrupted", output };
  return { outcome: isError === null ? "unknown" : isError ? "failed" : "ok", output };
}
