import { textOf, type Fields } from "../fields.ts";
import { questionText } from "../questions.ts";
import type { Ending, ToolUse } from "../tool-book.ts";

/** pi's own tools; those of extensions are `other`, apart from tools that ask the user. */
export function piTool(name: string, args: Fields | null): ToolUse {
  const path = textOf(args?.["path"]) ?? textOf(args?.["file_path"]);
  switch (name.toLowerCase()) {
    case "bash":
    case "powershell": {
      const command = textOf(args?.["command"]);
      return { tool: "command", name, ...(command === null ? {} : { command }) };
    }
    case "edit":
      return { tool: "edit", name, ...(path === null ? {} : { touches: [{ kind: "edit", path, how: "update" }] }) };
    case "write":
      return { tool: "edit", name, ...(path === null ? {} : { touches: [{ kind: "edit", path }] }) };
    case "read":
      return { tool: "read", name, ...(path === null ? {} : { touches: [{ kind: "read", path }] }) };
    default: {
      const question = /^(?:ask|question)/i.test(name) ? questionText(args) : null;
      return { tool: "other", name, ...(question === null ? {} : { question }) };
    }
  }
}

const exited = /(?:^|\n\n?)Command exited with code (-?\d+)\s*$/;
const aborted = /(?:^|\n\n?)Command (?:aborted|timed out after [^\n]* seconds)\s*$/;
const notRun =
  /\bblocked\b|was not executed|^Tool \S+ not found|^Validation failed for tool|^Working directory does not exist/i;

/**
 * How a call ended (packages/coding-agent/src/core/tools/bash.ts): a command that fails throws its output with a last
 * line that names the code; one that succeeds has no such line. An error without that line comes from an extension's
 * hook or from pi itself.
 */
export function piEnding(use: { readonly tool: string }, text: string | null, isError: boolean | null): Ending {
  const output = text === "(no output)" ? "" : text;
  if (use.tool !== "command") {
    if (isError === null) return { outcome: "unknown", output };
    return { outcome: !isError ? "ok" : notRun.test(text ?? "") ? "not_run" : "failed", output };
  }
  if (isError === false) return { outcome: "ok", exitCode: 0, codeSource: "inferred", output };
  if (isError === null) return { outcome: "unknown", output };
  const code = exited.exec(text ?? "");
  if (code !== null) {
    const printed = (text ?? "").slice(0, code.index);
    return {
      outcome: "failed",
      exitCode: Number(code[1]),
      codeSource: "text",
      output: printed === "(no output)" ? "" : printed,
    };
  }
  const cut = aborted.exec(text ?? "");
  if (cut !== null) return { outcome: "interrupted", output: (text ?? "").slice(0, cut.index) };
  return { outcome: notRun.test(text ?? "") ? "not_run" : "failed", output };
}
