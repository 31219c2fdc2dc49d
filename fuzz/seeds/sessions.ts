import type { ClientName } from "../../src/domain/session/client-name.ts";

const at = "2026-01-02T03:04:05.006Z";
const text = (value: string): readonly object[] => [{ type: "text", text: value }];
const claude = { parentUuid: "p", isSidechain: false, cwd: "/w", sessionId: "s", version: "2.1.20", gitBranch: "main" };
const codex = (type: string, payload: object): object => ({ timestamp: at, type, payload });
const qwen = { parentUuid: null, sessionId: "s", timestamp: at, cwd: "/w", version: "0.24.4", gitBranch: "main" };
const part = { sessionID: "ses_1", messageID: "m1" };

/** Short sessions of each client: a record of most kinds that its reader acts on. */
export const sessions: Readonly<Record<ClientName, readonly (readonly object[])[]>> = {
  claude: [
    [
      { ...claude, type: "user", message: { role: "user", content: "never push; mend it" }, uuid: "1", timestamp: at },
      {
        ...claude,
        type: "assistant",
        message: {
          model: "m",
          id: "m1",
          role: "assistant",
          content: [
            ...text("I will"),
            { type: "tool_use", id: "c", name: "Bash", input: { command: "npm test" } },
            {
              type: "tool_use",
              id: "e",
              name: "Edit",
              input: { file_path: "/w/a.ts", old_string: "a", new_string: "b" },
            },
            { type: "tool_use", id: "t", name: "TodoWrite", input: { todos: [{ content: "a", status: "pending" }] } },
          ],
          usage: { input_tokens: 1, cache_read_input_tokens: 2, output_tokens: 3 },
        },
        uuid: "2",
        timestamp: at,
      },
      {
        ...claude,
        type: "user",
        message: {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "c", content: "Exit code 2\nno", is_error: true }],
        },
        toolUseResult: "Error: Exit code 2\nno",
        uuid: "3",
        timestamp: at,
      },
      {
        ...claude,
        type: "user",
        message: { role: "user", content: [{ type: "tool_result", tool_use_id: "e", content: "done" }] },
        toolUseResult: { filePath: "/w/a.ts", stdout: "", stderr: "", interrupted: false },
        uuid: "4",
        timestamp: at,
      },
      { type: "queue-operation", operation: "enqueue", timestamp: at, sessionId: "s", content: "and then?" },
      {
        ...claude,
        type: "system",
        subtype: "compact_boundary",
        compactMetadata: { trigger: "auto" },
        uuid: "5",
        timestamp: at,
      },
    ],
  ],
  codex: [
    [
      codex("session_meta", { id: "s", cwd: "/w", cli_version: "0.140.0", source: "cli", git: { branch: "main" } }),
      codex("turn_context", { cwd: "/w", model: "m" }),
      codex("event_msg", { type: "user_message", message: "mend it", images: [] }),
      codex("response_item", {
        type: "message",
        role: "assistant",
        content: [{ type: "output_text", text: "I will" }],
      }),
      codex("response_item", {
        type: "function_call",
        name: "exec_command",
        arguments: '{"cmd":"npm test","workdir":"/w"}',
        call_id: "c",
      }),
      codex("response_item", {
        type: "function_call_output",
        call_id: "c",
        output: "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\nno",
      }),
      codex("response_item", {
        type: "custom_tool_call",
        call_id: "p",
        name: "apply_patch",
        input: "*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n*** End Patch",
      }),
      codex("response_item", {
        type: "custom_tool_call_output",
        call_id: "p",
        output: '{"output":"Success","metadata":{"exit_code":0}}',
      }),
      codex("event_msg", {
        type: "token_count",
        info: { total_token_usage: { total_tokens: 9 }, model_context_window: 99 },
      }),
      codex("event_msg", { type: "turn_aborted", reason: "interrupted" }),
      codex("compacted", { message: "short" }),
    ],
  ],
  gemini: [
    [
      { sessionId: "s", projectHash: "h", startTime: at, lastUpdated: at, kind: "main" },
      { id: "1", timestamp: at, type: "user", content: [{ text: "mend it" }] },
      {
        id: "2",
        timestamp: at,
        type: "gemini",
        content: "I look.",
        model: "m",
        tokens: { input: 1, output: 2, total: 3 },
        toolCalls: [
          {
            id: "c",
            name: "run_shell_command",
            args: { command: "npm test", dir_path: "/w" },
            result: [{ functionResponse: { id: "c", name: "x", response: { output: "Output: no\nExit Code: 1" } } }],
            status: "success",
            timestamp: at,
          },
        ],
      },
      { $set: { lastUpdated: at } },
      { $rewindTo: "1" },
    ],
  ],
  qwen: [
    [
      { ...qwen, uuid: "1", type: "user", message: { role: "user", parts: [{ text: "mend it" }] } },
      {
        ...qwen,
        uuid: "2",
        type: "assistant",
        model: "m",
        message: {
          role: "model",
          parts: [{ functionCall: { id: "c", name: "run_shell_command", args: { command: "make" } } }],
        },
        usageMetadata: { promptTokenCount: 9 },
        contextWindowSize: 99,
      },
      {
        ...qwen,
        uuid: "3",
        type: "tool_result",
        message: {
          role: "user",
          parts: [{ functionResponse: { id: "c", name: "x", response: { output: "Exit Code: 2" } } }],
        },
        toolCallResult: {
          callId: "c",
          status: "success",
          resultDisplay: { type: "shell_result", exitCode: 2, output: "o" },
        },
      },
      { ...qwen, uuid: "4", type: "system", subtype: "chat_compression", systemPayload: { info: {} } },
    ],
  ],
  opencode: [
    [
      { id: "ses_1", projectID: "p", directory: "/w", version: "1.18.0", time: { created: 1, updated: 9 } },
      {
        info: { id: "m0", sessionID: "ses_1", role: "user", time: { created: 1 } },
        parts: [{ ...part, id: "p0", type: "text", text: "mend it" }],
      },
      {
        info: {
          id: "m1",
          sessionID: "ses_1",
          role: "assistant",
          time: { created: 2, completed: 8 },
          modelID: "m",
          finish: "stop",
        },
        parts: [
          {
            ...part,
            id: "p1",
            type: "tool",
            tool: "bash",
            callID: "c",
            state: {
              status: "completed",
              input: { command: "npm test" },
              output: "no",
              metadata: { exit: 1 },
              time: { start: 3, end: 5 },
            },
          },
        ],
      },
    ],
  ],
  pi: [
    [
      { type: "session", version: 3, id: "s", timestamp: at, cwd: "/w" },
      {
        type: "message",
        id: "2",
        parentId: "1",
        timestamp: at,
        message: { role: "user", content: text("go"), timestamp: 1 },
      },
      {
        type: "message",
        id: "3",
        parentId: "2",
        timestamp: at,
        message: {
          role: "assistant",
          content: [{ type: "toolCall", id: "c", name: "bash", arguments: { command: "make" } }],
          model: "m",
          usage: { input: 1, output: 2 },
          stopReason: "toolUse",
        },
      },
      {
        type: "message",
        id: "4",
        parentId: "3",
        timestamp: at,
        message: {
          role: "toolResult",
          toolCallId: "c",
          toolName: "bash",
          content: text("x\n\nCommand exited with code 2"),
          isError: true,
        },
      },
      {
        type: "compaction",
        id: "5",
        parentId: "4",
        timestamp: at,
        details: { readFiles: ["r"], modifiedFiles: ["e"] },
      },
    ],
  ],
  copilot: [
    [
      {
        type: "session.start",
        id: "1",
        timestamp: at,
        data: { sessionId: "s", copilotVersion: "1", context: { cwd: "/w" } },
      },
      { type: "user.message", id: "2", timestamp: at, data: { content: "go" } },
      {
        type: "tool.execution_start",
        id: "5",
        timestamp: at,
        data: { toolCallId: "c", toolName: "bash", arguments: { command: "make" } },
      },
      {
        type: "tool.execution_complete",
        id: "6",
        timestamp: at,
        data: { toolCallId: "c", success: true, result: { content: "x\n<shellId: s completed with exit code 2>" } },
      },
      {
        type: "tool.execution_start",
        id: "7",
        timestamp: at,
        data: {
          toolCallId: "q",
          toolName: "sql",
          arguments: { query: "INSERT INTO todos (id, title) VALUES ('a', 'b')" },
        },
      },
      { type: "session.shutdown", id: "11", timestamp: at, data: { currentTokens: 7 } },
    ],
  ],
  kimi: [
    [
      { type: "metadata", protocol_version: "1.10" },
      { timestamp: 1, message: { type: "TurnBegin", payload: { user_input: text("go") } } },
      {
        timestamp: 2,
        message: { type: "ToolCall", payload: { id: "Shell:0", function: { name: "Shell", arguments: '{"comm' } } },
      },
      { timestamp: 3, message: { type: "ToolCallPart", payload: { arguments_part: 'and":"make"}' } } },
      {
        timestamp: 4,
        message: {
          type: "ToolResult",
          payload: {
            tool_call_id: "Shell:0",
            return_value: { is_error: true, output: "x", message: "Command failed with exit code: 1." },
          },
        },
      },
    ],
    [
      { role: "user", content: "go" },
      {
        role: "assistant",
        content: text("I will"),
        tool_calls: [{ id: "c", function: { name: "Shell", arguments: '{"command":"make"}' } }],
      },
      { role: "tool", tool_call_id: "c", content: text("<system>Command executed successfully.</system>x") },
      { role: "_usage", token_count: 1 },
    ],
    [
      { type: "profile.bind", time: 1, modelAlias: "m", environmentDisclosure: { cwd: "/w" } },
      { type: "turn.prompt", time: 2, input: text("go"), origin: { kind: "user" }, promptId: "p" },
      {
        type: "context.append_loop_event",
        time: 4,
        event: {
          type: "tool.call",
          toolCallId: "Bash_0",
          name: "Bash",
          args: { command: "make" },
          display: { kind: "command", cwd: "/w" },
        },
      },
      {
        type: "context.append_loop_event",
        time: 5,
        event: { type: "tool.result", toolCallId: "Bash_0", result: { output: "task_id: t\nstatus: running" } },
      },
      { type: "task.terminated", time: 6, info: { taskId: "t", status: "failed", exitCode: 2 } },
      { type: "context.undo", time: 8, count: 1 },
    ],
  ],
  droid: [
    [
      { type: "session_start", id: "s", cwd: "/w" },
      { type: "message", id: "1", timestamp: at, message: { role: "user", content: text("go") } },
      {
        type: "message",
        id: "2",
        timestamp: at,
        message: {
          role: "assistant",
          modelId: "m",
          content: [{ type: "tool_use", id: "c", name: "Execute", input: { command: "make" } }],
        },
      },
      {
        type: "message",
        id: "3",
        timestamp: at,
        message: {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "c", is_error: false, content: "x\n[Process exited with code 0]" },
          ],
        },
      },
      { type: "todo_state", id: "4", todos: { todos: "1. [pending] a" } },
    ],
  ],
  cursor: [
    [
      { role: "user", message: { content: text("<user_query>go</user_query>") } },
      { role: "assistant", message: { content: [{ type: "tool_use", name: "Shell", input: { command: "make" } }] } },
      { type: "turn_ended", status: "success" },
    ],
  ],
};
