import type { Client } from "./transcript.ts";

export type Moment = "start" | "prompt" | "before" | "after" | "turn_end" | "end";

const claudeNames: Readonly<Record<Moment, string>> = {
  start: "SessionStart",
  prompt: "UserPromptSubmit",
  before: "PreToolUse",
  after: "PostToolUse",
  turn_end: "Stop",
  end: "SessionEnd",
};
const geminiNames: Readonly<Record<Moment, string>> = {
  start: "SessionStart",
  prompt: "BeforeAgent",
  before: "BeforeTool",
  after: "AfterTool",
  turn_end: "AfterAgent",
  end: "SessionEnd",
};

export interface Told {
  readonly sessionId: string;
  readonly transcript: string;
  readonly cwd: string;
  readonly tool: { readonly callId: string; readonly command: string } | null;
}

/** One event as the client's own hook call: arguments behind the program, and the payload on stdin. */
export function hookEvent(client: Client, moment: Moment, told: Told): { args: readonly string[]; input: string } {
  const name = (client === "gemini" ? geminiNames : claudeNames)[moment];
  const payload = {
    session_id: told.sessionId,
    transcript_path: told.transcript,
    cwd: told.cwd,
    hook_event_name: name,
    ...(client === "codex" ? { model: "mock-model", permission_mode: "bypassPermissions" } : {}),
    ...ofMoment(client, moment),
    ...(told.tool === null ? {} : ofTool(client, moment, told.tool)),
  };
  return { args: ["--client", client, name], input: JSON.stringify(payload) };
}

function ofMoment(client: Client, moment: Moment): object {
  switch (moment) {
    case "start":
      return { source: "startup" };
    case "prompt":
      return { prompt: "go on" };
    case "turn_end":
      return client === "gemini"
        ? { prompt_response: "done" }
        : { stop_hook_active: false, last_assistant_message: "done" };
    case "end":
      return { reason: "other" };
    case "before":
    case "after":
      return {};
  }
}

function ofTool(client: Client, moment: Moment, { callId, command }: NonNullable<Told["tool"]>): object {
  const shell = client === "gemini" || client === "qwen" ? "run_shell_command" : "Bash";
  const input = { tool_name: shell, tool_input: { command } };
  const id = client === "gemini" ? {} : { tool_use_id: callId };
  if (moment === "before") return { ...input, ...id };
  const response =
    client === "gemini" ? { llmContent: "Output: yes\nExit Code: 0", returnDisplay: "yes" } : { stdout: "yes" };
  return { ...input, ...id, tool_response: response };
}
