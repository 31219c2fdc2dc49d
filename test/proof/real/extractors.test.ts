import { describe, expect, test } from "vitest";
import { extractors } from "../../../proof/real/extractors.ts";
import { brief, records } from "./fixtures.ts";

interface Session {
  readonly client: string;
  readonly records: readonly object[];
  readonly cwd: string | null;
  readonly events: readonly string[];
}

const json = (value: object): string => JSON.stringify(value);

const sessions: readonly Session[] = [
  {
    client: "claude",
    cwd: "/repo",
    records: [
      { type: "user", cwd: "/repo", uuid: "1", message: { content: "Mend the sum" } },
      { type: "user", uuid: "2", isMeta: true, message: { content: "injected" } },
      {
        type: "assistant",
        message: { content: [{ type: "tool_use", id: "a", name: "Bash", input: { command: "npm test" } }] },
      },
      {
        type: "user",
        message: {
          content: [{ type: "tool_result", tool_use_id: "a", is_error: true, content: "Exit code 1\n1 failed" }],
        },
      },
      {
        type: "assistant",
        message: { content: [{ type: "tool_use", id: "b", name: "Edit", input: { file_path: "/repo/a.ts" } }] },
      },
      {
        type: "user",
        toolUseResult: {},
        message: { content: [{ type: "tool_result", tool_use_id: "b", content: "ok" }] },
      },
      {
        type: "assistant",
        message: {
          content: [
            {
              type: "tool_use",
              id: "c",
              name: "TodoWrite",
              input: {
                todos: [
                  { content: "Sum", status: "completed" },
                  { content: "Docs", status: "pending" },
                ],
              },
            },
          ],
        },
      },
      {
        type: "user",
        toolUseResult: {},
        message: { content: [{ type: "tool_result", tool_use_id: "c", content: "ok" }] },
      },
    ],
    events: [
      "user: Mend the sum",
      "call: npm test",
      "failed 1: Exit code 1\n1 failed",
      "call: Edit /repo/a.ts",
      "passed 0: ok",
      "call: TodoWrite",
      "passed 0: ok",
      "list: x Sum,   Docs",
    ],
  },
  {
    client: "codex",
    cwd: "/repo",
    records: [
      { type: "session_meta", payload: { cwd: "/repo", git: { branch: "main" } } },
      { type: "event_msg", payload: { type: "user_message", message: "Mend the sum" } },
      {
        type: "response_item",
        payload: { type: "function_call", call_id: "a", name: "exec_command", arguments: json({ cmd: "npm run dev" }) },
      },
      {
        type: "response_item",
        payload: {
          type: "function_call_output",
          call_id: "a",
          output: "Wall time: 1\nProcess running with session ID 7\nOutput:\nup",
        },
      },
      {
        type: "response_item",
        payload: { type: "function_call", call_id: "b", name: "write_stdin", arguments: json({ session_id: 7 }) },
      },
      {
        type: "response_item",
        payload: {
          type: "function_call_output",
          call_id: "b",
          output: "Wall time: 1\nProcess exited with code 2\nOutput:\ndown",
        },
      },
      {
        type: "response_item",
        payload: {
          type: "custom_tool_call",
          call_id: "c",
          name: "apply_patch",
          input: "*** Begin Patch\n*** Update File: a.ts\n*** Delete File: b.ts\n*** End Patch",
        },
      },
    ],
    events: [
      "user: Mend the sum",
      "call: npm run dev",
      "unknown -: up",
      "failed 2: down",
      "call: apply_patch a.ts b.ts",
    ],
  },
  {
    client: "gemini",
    cwd: "/repo",
    records: [
      { id: "1", type: "user", content: [{ text: "Mend the sum" }] },
      {
        id: "2",
        type: "gemini",
        content: "",
        toolCalls: [
          {
            id: "a",
            name: "replace",
            args: { file_path: "a.ts" },
            status: "success",
            result: [
              {
                functionResponse: { response: { output: "Successfully modified file: /repo/a.ts (1 replacements)." } },
              },
            ],
          },
        ],
      },
      {
        id: "3",
        type: "gemini",
        content: "",
        toolCalls: [
          {
            id: "b",
            name: "run_shell_command",
            args: { command: "npm test" },
            status: "success",
            result: [{ functionResponse: { response: { output: "Output: 1 failed\nExit Code: 1" } } }],
          },
        ],
      },
    ],
    events: [
      "user: Mend the sum",
      "call: replace a.ts",
      "passed -: Successfully modified file: /repo/a.ts (1 replacements).",
      "call: npm test",
      "failed 1: 1 failed",
    ],
  },
  {
    client: "qwen",
    cwd: "/repo",
    records: [
      { type: "user", cwd: "/repo", message: { parts: [{ text: "Mend the sum" }] } },
      {
        type: "assistant",
        message: { parts: [{ functionCall: { id: "a", name: "run_shell_command", args: { command: "npm test" } } }] },
      },
      {
        type: "tool_result",
        message: { parts: [{ functionResponse: { id: "a", response: { output: "Output: fine" } } }] },
      },
    ],
    events: ["user: Mend the sum", "call: npm test", "passed 0: fine"],
  },
  {
    client: "opencode",
    cwd: "/repo",
    records: [
      {
        info: { role: "user" },
        parts: [
          { type: "text", text: "Mend the sum" },
          { type: "text", text: "injected", synthetic: true },
        ],
      },
      {
        info: { role: "assistant", path: { cwd: "/repo" } },
        parts: [
          {
            type: "tool",
            tool: "bash",
            state: { status: "completed", input: { command: "npm test" }, output: "bad", metadata: { exit: 1 } },
          },
        ],
      },
    ],
    events: ["user: Mend the sum", "call: npm test", "failed 1: bad"],
  },
  {
    client: "pi",
    cwd: "/repo",
    records: [
      { type: "session", cwd: "/repo" },
      { type: "message", message: { role: "user", content: "Mend the sum" } },
      {
        type: "message",
        message: {
          role: "assistant",
          content: [{ type: "toolCall", id: "a", name: "bash", arguments: { command: "npm test" } }],
        },
      },
      {
        type: "message",
        message: {
          role: "toolResult",
          toolCallId: "a",
          toolName: "bash",
          isError: true,
          content: [{ type: "text", text: "bad\n\nCommand exited with code 1" }],
        },
      },
      { type: "message", message: { role: "bashExecution", command: "ls", exitCode: 0, output: "a.ts" } },
    ],
    events: ["user: Mend the sum", "call: npm test", "failed 1: bad", "call: ls", "passed 0: a.ts"],
  },
  {
    client: "copilot",
    cwd: "/repo",
    records: [
      { type: "session.start", data: { context: { cwd: "/repo", branch: "main" } } },
      { type: "user.message", data: { content: "Mend the sum" } },
      { type: "tool.execution_start", data: { toolCallId: "a", toolName: "bash", arguments: { command: "npm test" } } },
      {
        type: "tool.execution_complete",
        data: { toolCallId: "a", success: true, result: { content: "bad\n<exited with exit code 1>" } },
      },
    ],
    events: ["user: Mend the sum", "call: npm test", "failed 1: bad"],
  },
  {
    client: "kimi",
    cwd: "/repo",
    records: [
      { type: "config.update", cwd: "/repo" },
      { type: "turn.prompt", input: [{ type: "text", text: "Mend the sum" }], origin: { kind: "user" } },
      {
        type: "context.append_loop_event",
        event: { type: "tool.call", toolCallId: "a", name: "Bash", args: { command: "npm test" } },
      },
      {
        type: "context.append_loop_event",
        event: {
          type: "tool.result",
          toolCallId: "a",
          result: { output: "bad\nCommand failed with exit code: 1.", isError: true },
        },
      },
    ],
    events: ["user: Mend the sum", "call: npm test", "failed 1: bad"],
  },
  {
    client: "droid",
    cwd: "/repo",
    records: [
      { type: "session_start", cwd: "/repo" },
      {
        type: "message",
        message: {
          role: "user",
          content: [
            { type: "text", text: "<system-reminder>x</system-reminder>" },
            { type: "text", text: "Mend the sum" },
          ],
        },
      },
      { type: "tool_call", toolCallId: "a", toolName: "Shell", parameters: { command: "npm test" } },
      { type: "tool_result", toolCallId: "a", value: { stdout: "bad", exitCode: 1 } },
    ],
    events: ["user: Mend the sum", "call: npm test", "failed 1: bad"],
  },
  {
    client: "cursor",
    cwd: null,
    records: [
      { role: "user", message: { content: [{ type: "text", text: "<user_query>\nMend the sum\n</user_query>" }] } },
      { role: "assistant", message: { content: [{ type: "tool_use", name: "Write", input: { path: "/repo/a.ts" } }] } },
    ],
    events: ["user: Mend the sum", "call: Write /repo/a.ts"],
  },
];

describe("the events of a session", () => {
  test.each(sessions)("$client", ({ client, records: values, cwd, events }) => {
    const extraction = extractors[client]?.(records(...values));
    expect(extraction?.events.map(brief)).toEqual(events);
    expect(extraction?.cwd).toBe(cwd);
  });

  test("a background command of Claude ends when a notification says so", () => {
    const { events } = extractors["claude"]?.(
      records(
        {
          type: "assistant",
          message: { content: [{ type: "tool_use", id: "a", name: "Bash", input: { command: "npm test" } }] },
        },
        {
          type: "user",
          toolUseResult: { backgroundTaskId: "t1" },
          message: { content: [{ type: "tool_result", tool_use_id: "a", content: "started" }] },
        },
        {
          type: "queue-operation",
          operation: "enqueue",
          content: `<task-notification><task-id>t1</task-id><summary>Background command "x" failed with exit code 3</summary></task-notification>`,
        },
      ),
    ) ?? { events: [] };
    expect(events.map(brief)).toEqual(["call: npm test", "unknown -: started", "failed 3: "]);
  });
});
