import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SessionEvent } from "../../src/domain/session/session-event.ts";
import { copilotFormat } from "../../src/transcripts/copilot/format.ts";
import type { ClientFormat, Saved } from "../../src/transcripts/client-format.ts";
import { cursorFormat } from "../../src/transcripts/cursor/format.ts";
import { droidFormat } from "../../src/transcripts/droid/format.ts";
import { kimiFormat } from "../../src/transcripts/kimi/format.ts";
import { piFormat } from "../../src/transcripts/pi/format.ts";
import { sharedFolder } from "../shared-folder.ts";
import { kinds, spoiled, told, toldInTwo } from "./small-clients.ts";

const at = "2026-01-02T03:04:05.006Z";
const text = (value: string) => [{ type: "text", text: value }];

/** One short session of each dialect, with a record of every kind that its reader acts on. */
const sessions: readonly (readonly [string, ClientFormat, readonly unknown[]])[] = [
  [
    "pi",
    piFormat,
    [
      { type: "session", version: 3, id: "s", timestamp: at, cwd: "/w" },
      { type: "model_change", id: "1", parentId: null, timestamp: at, modelId: "m" },
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
          content: [...text("I will"), { type: "toolCall", id: "c", name: "bash", arguments: { command: "make" } }],
          model: "m",
          usage: { input: 1, output: 2 },
          stopReason: "toolUse",
          timestamp: 1,
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
          timestamp: 1,
        },
      },
      {
        type: "compaction",
        id: "5",
        parentId: "4",
        timestamp: at,
        details: { readFiles: ["r"], modifiedFiles: ["e"] },
      },
      {
        type: "message",
        id: "6",
        parentId: "1",
        timestamp: at,
        message: { role: "user", content: "again", timestamp: 1 },
      },
      {
        type: "message",
        id: "7",
        parentId: "6",
        timestamp: at,
        message: { role: "bashExecution", command: "ls", output: "a", exitCode: 0, cancelled: false, timestamp: 1 },
      },
    ],
  ],
  [
    "copilot",
    copilotFormat,
    [
      {
        type: "session.start",
        id: "1",
        timestamp: at,
        data: { sessionId: "s", copilotVersion: "1", context: { cwd: "/w", branch: "b" } },
      },
      { type: "user.message", id: "2", timestamp: at, data: { content: "go" } },
      { type: "assistant.turn_start", id: "3", timestamp: at, data: { turnId: "0" } },
      {
        type: "assistant.message",
        id: "4",
        timestamp: at,
        data: {
          content: "I will",
          model: "m",
          toolRequests: [{ toolCallId: "c", name: "bash", arguments: { command: "make", shellId: "s" } }],
        },
      },
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
        data: {
          toolCallId: "c",
          success: true,
          result: { content: "<command started in background with shellId: s>" },
          toolTelemetry: { metrics: { context_current_tokens: 5, context_token_limit: 9 } },
        },
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
      {
        type: "tool.execution_complete",
        id: "8",
        timestamp: at,
        data: { toolCallId: "q", success: true, result: { content: "" } },
      },
      {
        type: "tool.execution_start",
        id: "9",
        timestamp: at,
        data: { toolCallId: "r", toolName: "read_bash", arguments: { shellId: "s" } },
      },
      {
        type: "tool.execution_complete",
        id: "10",
        timestamp: at,
        data: { toolCallId: "r", success: true, result: { content: "x\n<shellId: s completed with exit code 2>" } },
      },
      { type: "session.shutdown", id: "11", timestamp: at, data: { currentTokens: 7 } },
    ],
  ],
  [
    "kimi, wire",
    kimiFormat,
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
            return_value: {
              is_error: true,
              output: "x",
              message: "Command failed with exit code: 1.",
              display: [{ text: "y" }],
            },
          },
        },
      },
      {
        timestamp: 5,
        message: {
          type: "SubagentEvent",
          payload: {
            agent_id: "a",
            event: { type: "ToolCall", payload: { id: "Shell:0", function: { name: "Shell", arguments: "{}" } } },
          },
        },
      },
      { timestamp: 6, message: { type: "StatusUpdate", payload: { context_tokens: 1, max_context_tokens: 2 } } },
    ],
  ],
  [
    "kimi, context",
    kimiFormat,
    [
      { role: "_checkpoint", id: 0 },
      { role: "user", content: "go" },
      {
        role: "assistant",
        content: text("I will"),
        tool_calls: [{ id: "c", function: { name: "Shell", arguments: '{"command":"make"}' } }],
      },
      { role: "tool", tool_call_id: "c", content: text("<system>Command executed successfully.</system>x") },
      { role: "_usage", token_count: 1 },
    ],
  ],
  [
    "kimi code",
    kimiFormat,
    [
      { type: "profile.bind", time: 1, modelAlias: "m", environmentDisclosure: { cwd: "/w" } },
      { type: "turn.prompt", time: 2, input: text("go"), origin: { kind: "user" }, promptId: "p" },
      { type: "context.append_message", time: 3, message: { role: "user", content: text("go"), id: "p" } },
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
      { type: "tools.update_store", time: 7, key: "todo", value: [{ title: "a", status: "done" }] },
      { type: "context.undo", time: 8, count: 1 },
    ],
  ],
  [
    "droid",
    droidFormat,
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
  [
    "cursor",
    cursorFormat,
    [
      { role: "user", message: { content: text("<user_query>go</user_query>") } },
      { role: "assistant", message: { content: [{ type: "tool_use", name: "Shell", input: { command: "make" } }] } },
      {
        role: "assistant",
        message: {
          content: [
            { type: "tool_use", name: "TodoWrite", input: { todos: [{ id: "a", content: "b", status: "pending" }] } },
          ],
        },
      },
      { type: "turn_ended", status: "success" },
    ],
  ],
];

const formats = [piFormat, copilotFormat, kimiFormat, droidFormat, cursorFormat];

describe.each(sessions)("%s", (_, format, records) => {
  test("every record tells something or is known to tell nothing", () => {
    const events = told(format, records);
    expect(events.filter(({ kind }) => kind === "unread")).toEqual([]);
    expect(events.length).toBeGreaterThanOrEqual(records.length - 2);
  });

  test("a second reader that carries on tells what one would have told", () => {
    const whole = told(format, records);
    for (let cut = 0; cut <= records.length; cut++) expect(toldInTwo(format, records, cut)).toEqual(whole);
  });

  test("any value in any place is read without an error", () => {
    const read = (): void => {
      for (const [place, record] of records.entries()) {
        for (const other of spoiled(record)) told(format, records.with(place, other));
      }
    };
    expect(read).not.toThrow();
  });

  test("any saved state is opened without an error, and read on", () => {
    const reader = format.open(null);
    for (const record of records) reader.read(record, () => {});
    const read = (): void => {
      for (const saved of spoiled(JSON.parse(JSON.stringify(reader.save())))) {
        const next = format.open(saved as Saved);
        for (const record of records) next.read(record, () => {});
        next.save();
      }
    };
    expect(read).not.toThrow();
  });

  test("no exit code is told that the records do not hold", () => {
    const all = JSON.stringify(records);
    const codes = kinds(told(format, records), "result").filter(({ exitCode }) => exitCode !== null && exitCode !== 0);
    expect(codes.filter(({ exitCode }) => !all.includes(String(exitCode)))).toEqual([]);
    expect(codes.filter(({ codeSource }) => codeSource !== "text" && codeSource !== "structured")).toEqual([]);
  });

  test("its records are taken for its own, and by no other of these clients", () => {
    expect(formats.filter((other) => records.some(other.isRecord)).map(({ client }) => client)).toEqual([
      format.client,
    ]);
  });

  test("its damaged lines are taken up again at the beginnings of its records", () => {
    const starts = records
      .map((record) => JSON.stringify(record))
      .filter((line) => format.recordStarts.some((start) => line.startsWith(start)));
    expect(starts.length).toBeGreaterThan(records.length / 2);
  });
});

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => join(folder, name));
}

function recordsOf(path: string): unknown[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return line.trim() === "" ? [] : [JSON.parse(line) as unknown];
      } catch {
        return [];
      }
    });
}

describe.skipIf(sharedFolder === null)("real transcripts", () => {
  const shared = sharedFolder ?? "";

  test.each(formats.map((format) => [format.client, format] as const))(
    "every file of %s is read, and known for its own",
    (client, format) => {
      const files = [
        ...filesBelow(join(shared, "corpus", client)),
        ...filesBelow(join(shared, "rig", "transcripts", client)),
      ];
      expect(files.length).toBeGreaterThan(0);
      const read = files.map((file) => {
        const records = recordsOf(file);
        const events: SessionEvent[] = told(format, records);
        const half = toldInTwo(format, records, Math.floor(records.length / 2));
        return {
          file,
          clients: formats.filter((other) => records.slice(0, 20).some(other.isRecord)).map((other) => other.client),
          unread: kinds(events, "unread"),
          // Texts of prompts are not saved: those of a branch taken up again are missing in the second half.
          same: client === "pi" || JSON.stringify(half) === JSON.stringify(events),
        };
      });
      // One file was made with records that no version of the client is known to write.
      const known = read.filter(({ file }) => !file.includes("cass_truncated_resume"));
      expect(known.filter(({ clients }) => clients.join() !== client)).toEqual([]);
      expect(known.filter(({ unread }) => unread.length > 0)).toEqual([]);
      expect(read.filter(({ same }) => !same)).toEqual([]);
    },
  );

  test("malformed files are read without an error by every format", () => {
    const files = filesBelow(join(shared, "corpus", "malformed"));
    expect(files).toHaveLength(4);
    expect(() => files.map((file) => formats.map((format) => told(format, recordsOf(file))))).not.toThrow();
  });
});

test.runIf(sharedFolder === null)("real transcripts are not there: their tests were skipped", () => {
  process.stderr.write("skipped: no folder ../shared with corpus and rig beside the project\n");
  expect(sharedFolder).toBeNull();
});
