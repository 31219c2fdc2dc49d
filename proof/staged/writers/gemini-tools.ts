import { basename } from "node:path";
import type { CallResult, StagedSession, Tool } from "../session.ts";
import { hunkBetween, unified } from "./hunk.ts";
import { absolute } from "./writer.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface GeminiCall {
  readonly name: string;
  readonly args: Fields;
  /** What the model is given. */
  readonly output: string;
  /** What the user is shown. */
  readonly display: unknown;
  readonly displayName: string;
  readonly description: string;
}

/** Tools of Gemini CLI. A passing command has no exit code in its text. */
export function geminiCall(session: StagedSession, tool: Tool, { output, exit }: CallResult): GeminiCall {
  switch (tool.name) {
    case "command": {
      const printed = output.replace(/\n+$/, "");
      const code = exit === 0 ? "" : `Exit Code: ${exit}\n`;
      return {
        name: "run_shell_command",
        args: {
          command: tool.command,
          description: "Run the command",
          is_background: false,
          ...(session.cwd === session.root ? {} : { dir_path: session.cwd }),
        },
        output: `<untrusted_context>\nOutput: ${printed === "" ? "(empty)" : printed}\n${code}Process Group PGID: 4242\n</untrusted_context>`,
        display: printed,
        displayName: "Shell",
        description: tool.command,
      };
    }
    case "read":
      return {
        name: "read_file",
        args: { file_path: tool.path },
        output,
        display: "",
        displayName: "ReadFile",
        description: tool.path,
      };
    case "search": {
      const found = output.split("\n").filter((line) => line !== "");
      const head = `Found ${found.length} matches for pattern "${tool.pattern}" in path "${tool.path}":\n---\n`;
      return {
        name: "grep_search",
        args: { pattern: tool.pattern, dir_path: tool.path },
        output: head + output,
        display: { summary: `Found ${found.length} matches` },
        displayName: "SearchText",
        description: `'${tool.pattern}' within ${tool.path}`,
      };
    }
    case "edit": {
      const now = tool.before.replace(tool.old, () => tool.new);
      return {
        name: "replace",
        args: { file_path: tool.path, instruction: "Change this place", old_string: tool.old, new_string: tool.new },
        output: `Successfully modified file: ${absolute(session, tool.path)} (1 replacements).`,
        display: changed(session, tool.path, { before: tool.before, now }),
        displayName: "Edit",
        description: tool.path,
      };
    }
    case "write": {
      const done = tool.before === null ? "created and wrote to new file" : "overwrote file";
      return {
        name: "write_file",
        args: { file_path: tool.path, content: tool.content },
        output: `Successfully ${done}: ${absolute(session, tool.path)}. Here is the updated code:\n${tool.content}`,
        display: changed(session, tool.path, { before: tool.before, now: tool.content }),
        displayName: "WriteFile",
        description: `Writing to ${tool.path}`,
      };
    }
    case "todos": {
      const todos = tool.items.map(({ text, status }) => ({ description: text, status }));
      const listed = todos
        .map(({ description, status }, index) => `${index + 1}. [${status}] ${description}`)
        .join("\n");
      return {
        name: "write_todos",
        args: { todos },
        output: `Successfully updated the todo list. The current list is now:\n${listed}`,
        display: { todos },
        displayName: "WriteTodos",
        description: `Set ${todos.length} todo(s)`,
      };
    }
    case "ask": {
      const questions = [{ question: tool.question, header: "Choice", type: "text" }];
      return {
        name: "ask_user",
        args: { questions },
        output: JSON.stringify({ answers: { "0": output } }),
        display: `**User answered:**\n  Choice → ${output}`,
        displayName: "Ask User",
        description: `Asking user: "Choice"`,
      };
    }
  }
}

function changed(
  session: StagedSession,
  path: string,
  { before, now }: { readonly before: string | null; readonly now: string },
): Fields {
  const name = basename(path);
  const head = `Index: ${name}\n===================================================================\n--- ${name}\tCurrent\n+++ ${name}\tProposed\n`;
  return {
    fileDiff: head + unified(hunkBetween(before ?? "", now)),
    fileName: name,
    filePath: absolute(session, path),
    originalContent: before ?? "",
    newContent: now,
    isNewFile: before === null,
  };
}
