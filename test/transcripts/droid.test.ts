import { describe, expect, test } from "vitest";
import { droidFormat } from "../../src/transcripts/droid/format.ts";
import { endings, kinds, prompts, told } from "./small-clients.ts";

const at = "2026-01-02T03:04:05.006Z";
let count = 0;
const message = (role: string, content: unknown, more: object = {}) => ({
  type: "message",
  id: `m${++count}`,
  timestamp: at,
  message: { role, content, ...more },
});
const call = (id: string, name: string, input: object) =>
  message("assistant", [{ type: "tool_use", id, name, input }], { modelId: "m" });
const result = (id: string, content: unknown, isError?: boolean) =>
  message("user", [
    { type: "tool_result", tool_use_id: id, content, ...(isError === undefined ? {} : { is_error: isError }) },
  ]);

describe("exit codes of Droid stand in the text", () => {
  test.each([
    [
      "both lines",
      "Error: Command failed (exit code: 3)\nhi\n\n\n[Process exited with code 3]",
      true,
      'failed 3 text "hi"',
    ],
    ["a passing command", "ok\n\n\n[Process exited with code 0]", false, 'ok 0 text "ok"'],
    [
      "an older failure",
      "Error: Command failed (exit code: 1)\nno such file",
      undefined,
      'failed 1 text "no such file"',
    ],
    ["an older success says nothing", "line\n", undefined, 'unknown null unknown "line\\n"'],
    ["no error and no code", "line", false, 'ok null unknown "line"'],
    ["an error without a code", "spawn failed", true, 'failed null unknown "spawn failed"'],
    [
      "a timeout",
      "Error: Command timed out after 60s",
      true,
      'interrupted null unknown "Error: Command timed out after 60s"',
    ],
    ["a rejected call", "User rejected this", true, 'not_run null unknown "User rejected this"'],
  ])("%s", (_, text, isError, expected) => {
    expect(endings(told(droidFormat, [call("c", "Execute", { command: "make" }), result("c", text, isError)]))).toEqual(
      [`c: ${expected}`],
    );
  });

  test("a command that nobody waits for is running", () => {
    const events = told(droidFormat, [
      call("c", "Execute", { command: "serve", fireAndForget: true }),
      result("c", "Started, PID 7", false),
    ]);
    expect(endings(events)).toEqual(['c: running null unknown "Started, PID 7"']);
  });
});

test("prompts are the user's words; reminders, hooks and notes to the user are not", () => {
  const text = (value: string) => [{ type: "text", text: value }];
  const events = told(droidFormat, [
    message("user", [...text("<system-reminder>\nx\n</system-reminder>"), ...text("do it")]),
    message("user", text("<system-reminder>x</system-reminder>\n\nand this")),
    message("user", text("Token limit reached"), { visibility: "user_only" }),
    message("user", text("for the model"), { visibility: "llm_only" }),
    message("user", [], { hookEventName: "PreToolUse" }),
    message("user", text("Request interrupted by user")),
  ]);
  expect(prompts(events)).toEqual(["do it", "and this"]);
  expect(kinds(events, "interrupt")).toHaveLength(1);
});

test("facts, files, todos, questions, marks", () => {
  const events = told(
    droidFormat,
    [
      { type: "session_start", id: "s", cwd: "/w", version: 2, callingSessionId: "s0" },
      call("1", "Create", { file_path: "a" }),
      result("1", "ok", false),
      call("2", "Edit", { file_path: "b" }),
      result("2", "no match", true),
      call("3", "Read", { file_path: "c" }),
      result("3", "text", false),
      call("4", "TodoWrite", { todos: "1. [completed] one\n2. [in_progress] two\n3. [pending] three" }),
      result("4", "ok", false),
      call("5", "AskUser", { question: "Which?" }),
      result("5", "A", false),
      { type: "todo_state", id: "t", todos: { todos: [{ content: "four", status: "pending" }] } },
      { type: "compaction_state", id: "k", summaryText: "x" },
      { type: "agent_turn_outcome", turnId: "x", reason: "completed" },
    ],
    {
      "settings.json": JSON.stringify({
        model: "m0",
        lastCallTokenUsage: { inputTokens: 5, outputTokens: 2, cacheReadTokens: 3 },
      }),
    },
  );
  expect(kinds(events, "session")).toEqual([
    { kind: "session", model: "m0" },
    { kind: "session", at: null, id: "s", cwd: "/w", parent: { id: "s0", as: "agent" } },
    { kind: "session", model: "m" },
  ]);
  expect(kinds(events, "usage").map(({ tokens }) => tokens)).toEqual([10]);
  expect(kinds(events, "edit", "read").map(({ kind, path }) => `${kind} ${path}`)).toEqual(["edit a", "read c"]);
  expect(kinds(events, "todos").map(({ items }) => items.map(({ text, status }) => `${text}=${status}`))).toEqual([
    ["one=done", "two=in_progress", "three=todo"],
    ["four=todo"],
  ]);
  expect(kinds(events, "question").map(({ answer }) => answer)).toEqual([null, "A"]);
  expect(kinds(events, "compaction", "turn_end").map(({ kind, detail }) => [kind, detail])).toEqual([
    ["compaction", null],
    ["turn_end", "completed"],
  ]);
});

test("records and calls are told once", () => {
  const one = message("user", [{ type: "text", text: "hi" }]);
  const two = call("c", "Execute", { command: "ls" });
  const events = told(droidFormat, [one, one, two, { ...two, id: "other" }]);
  expect([prompts(events).length, kinds(events, "call").length]).toEqual([1, 1]);
});

test("kept output of the JSON stream", () => {
  const stream = (type: string, fields: object) => ({ type, session_id: "s", timestamp: at, ...fields });
  const events = told(droidFormat, [
    stream("system", { cwd: "/w", model: "m" }),
    stream("message", { role: "user", text: "<system-reminder>x</system-reminder>\n\nlist", id: "1" }),
    stream("tool_call", { toolCallId: "a", toolName: "Execute", parameters: { command: "ls" } }),
    stream("tool_result", { toolCallId: "a", value: { stdout: "x", exitCode: 2 } }),
    stream("tool_call", { id: "b", toolName: "Execute", parameters: { command: "pwd" } }),
    stream("tool_result", { id: "b", isError: true, value: "no" }),
    stream("error", { message: "quota" }),
    stream("completion", { finalText: "Done" }),
  ]);
  expect(kinds(events, "session")).toEqual([{ kind: "session", at, id: "s", cwd: "/w", model: "m" }]);
  expect(prompts(events)).toEqual(["list"]);
  expect(endings(events)).toEqual(['a: failed 2 structured "x"', 'b: failed null unknown "no"']);
  expect(kinds(events, "api_error", "saying", "turn_end").map(({ kind }) => kind)).toEqual([
    "api_error",
    "saying",
    "turn_end",
  ]);
});

test("what is missing is said, unknown records are counted", () => {
  expect(droidFormat.partial).toContain("exit codes stand only in the text");
  expect(told(droidFormat, [{ type: "new_thing" }, { type: "message" }])).toEqual([
    { kind: "unread", reason: "unknown_type", type: "new_thing" },
    { kind: "unread", reason: "wrong_shape", type: "message" },
  ]);
});
