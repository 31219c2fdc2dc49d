import { createIds } from "../ids.ts";
import type { CallEvent, StagedSession } from "../session.ts";
import { geminiCall } from "./gemini-tools.ts";
import { absolute, createClock, iso, lines, noCommand, slug, type TranscriptWriter } from "./writer.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Qwen Code 0.24: a record a line, linked by parentUuid; exit codes are fields. */
export const qwenWriter: TranscriptWriter = {
  client: "qwen",
  todos: true,
  openCalls: true,
  interruptions: true,
  commandOf: noCommand,
  write: (session) => {
    const id = createIds(`qwen ${session.name}`).uuid();
    const path = `.qwen/projects/${slug(session.cwd)}/chats/${id}.jsonl`;
    return { main: path, files: [{ path, text: lines(recordsOf(session, id)) }] };
  },
};

function recordsOf(session: StagedSession, sessionId: string): readonly Fields[] {
  const ids = createIds(`qwen records ${session.name}`);
  const clock = createClock();
  const records: Fields[] = [];
  let parentUuid: string | null = null;
  let tokens = 9_000;

  const add = (at: number, type: string, provenance: string, more: Fields): void => {
    const uuid = ids.uuid();
    records.push({
      uuid,
      parentUuid,
      sessionId,
      timestamp: iso(clock(at)),
      type,
      provenance,
      cwd: session.cwd,
      version: "0.24.4",
      gitBranch: session.branch,
      ...more,
    });
    parentUuid = uuid;
  };
  const answer = (at: number, parts: readonly Fields[]): void => {
    tokens += 250;
    const usageMetadata = {
      promptTokenCount: tokens,
      candidatesTokenCount: 60,
      thoughtsTokenCount: 0,
      totalTokenCount: tokens + 60,
      cachedContentTokenCount: 0,
    };
    add(at, "assistant", "assistant_output", {
      model: "qwen3-coder-plus",
      message: { role: "model", parts },
      usageMetadata,
    });
  };
  const use = (event: CallEvent): void => {
    const id = `call_${ids.hex(24)}`;
    const { name, args } = qwenCall(session, event);
    answer(event.at, [{ functionCall: { id, name, args } }]);
    if (event.result === null) return;
    const { text, display, failed } = qwenResult(session, event, event.result);
    const response = failed ? { error: text } : { output: text };
    add(event.result.at, "tool_result", "tool_result", {
      message: { role: "user", parts: [{ functionResponse: { id, name, response } }] },
      toolCallResult: {
        callId: id,
        status: failed ? "error" : "success",
        resultDisplay: display,
        ...(failed ? { error: {}, errorType: "shell_execute_error" } : {}),
        executionStatus: failed ? "error" : "success",
      },
    });
  };

  for (const event of session.events) {
    switch (event.kind) {
      case "user":
        add(event.at, "user", "real_user", { message: { role: "user", parts: [{ text: event.text }] } });
        break;
      case "agent":
        answer(event.at, [{ text: event.text }]);
        break;
      case "compaction":
        add(event.at, "system", "system", {
          subtype: "chat_compression",
          systemPayload: {
            info: { originalTokenCount: tokens, newTokenCount: 10_000, compressionStatus: 1 },
            compressedHistory: [
              { role: "user", parts: [{ text: `<state_snapshot>\n${event.summary}\n</state_snapshot>` }] },
            ],
          },
        });
        tokens = 10_000;
        break;
      case "interruption":
        break;
      case "call":
        use(event);
    }
  }
  return records;
}

const names: Readonly<Record<string, string>> = {
  replace: "edit",
  write_todos: "todo_write",
  ask_user: "ask_user_question",
};

function qwenCall(session: StagedSession, { tool, result }: CallEvent): { name: string; args: Fields } {
  const { name, args } = geminiCall(session, tool, result ?? { at: 0, output: "", exit: 0, interrupted: false });
  const own = names[name] ?? name;
  if (tool.name === "todos") {
    return {
      name: own,
      args: { todos: tool.items.map(({ text, status }, index) => ({ id: String(index + 1), content: text, status })) },
    };
  }
  if (tool.name === "command") {
    const directory = session.cwd === session.root ? {} : { directory: session.cwd };
    return {
      name: own,
      args: { command: tool.command, description: "Run the command", is_background: false, ...directory },
    };
  }
  return "path" in tool && tool.name !== "search"
    ? { name: own, args: { ...args, file_path: absolute(session, tool.path) } }
    : { name: own, args };
}

function qwenResult(
  session: StagedSession,
  { tool }: CallEvent,
  result: NonNullable<CallEvent["result"]>,
): { text: string; display: unknown; failed: boolean } {
  const { output, display } = geminiCall(session, tool, result);
  if (tool.name === "todos") {
    const todos = tool.items.map(({ text, status }, index) => ({ id: String(index + 1), content: text, status }));
    return { text: "Todos have been modified successfully.", display: { type: "todo_list", todos }, failed: false };
  }
  if (tool.name !== "command") return { text: output, display, failed: false };
  const printed = result.output.replace(/\n+$/, "");
  const frame = `Command: ${tool.command}\nDirectory: ${session.cwd === session.root ? "(root)" : session.cwd}\nOutput: ${printed === "" ? "(empty)" : printed}\nError: (none)\nExit Code: ${result.exit ?? "(none)"}\nSignal: (none)\nProcess Group PGID: (none)`;
  const cancelled = "Command was cancelled by user before it could complete.";
  const text = result.interrupted ? `${cancelled} Below is the output before it was cancelled:\n${printed}` : frame;
  const outcome = result.interrupted ? "cancelled" : result.exit === 0 ? "completed" : "failed";
  const shown = {
    type: "shell_result",
    version: 1,
    directory: session.cwd,
    exitCode: result.exit,
    signal: null,
    pid: null,
    outcome,
    outputFiles: [],
    output: printed,
    text: outcome === "completed" ? printed : text,
    error: null,
    notices: [],
    truncated: false,
  };
  return { text, display: shown, failed: outcome !== "completed" };
}
