import { textOf, type Fields } from "../fields.ts";
import { questionText } from "../questions.ts";
import type { ToolUse } from "../tool-book.ts";

/** Tools of the command line and of the editor; what they did to files is not recorded. */
export function cursorTool(name: string, args: Fields | null): ToolUse {
  switch (name.toLowerCase().replace(/_(?:v\d+|tool)$/, "")) {
    case "shell":
    case "bash":
    case "run_terminal_cmd":
    case "run_terminal_command": {
      const command = textOf(args?.["command"]);
      const cwd = textOf(args?.["working_directory"]) ?? textOf(args?.["cwd"]);
      return { tool: "command", name, ...(command === null ? {} : { command }), ...(cwd === null ? {} : { cwd }) };
    }
    case "write":
    case "edit":
    case "strreplace":
    case "multiedit":
    case "multistrreplace":
    case "applypatch":
    case "delete":
    case "editnotebook":
    case "edit_file":
    case "search_replace":
    case "delete_file":
    case "apply_patch":
    case "write_file":
      return { tool: "edit", name };
    case "read":
    case "read_file":
      return { tool: "read", name };
    case "askquestion":
    case "ask_question":
    case "askuserquestion": {
      const question = questionText(args);
      return { tool: "other", name, ...(question === null ? {} : { question }) };
    }
    default:
      return { tool: "other", name };
  }
}
