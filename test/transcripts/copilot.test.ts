import { describe, expect, test } from "vitest";
import { copilotFormat } from "../../src/transcripts/copilot/format.ts";
import { endings, kinds, prompts, rawLine, told } from "./small-clients.ts";

const at = "2026-01-02T03:04:05.006Z";
let count = 0;
const record = (type: string, data: object, agentId?: string) => ({
  type,
  data,
  id: `e${++count}`,
  timestamp: at,
  parentId: null,
  ...(agentId === undefined ? {} : { agentId }),
});
const start = (toolCallId: string, toolName: string, args: unknown, agent?: string) =>
  record("tool.execution_start", { toolCallId, toolName, arguments: args }, agent);
const complete = (toolCallId: string, content: string | null, more: object = {}, agent?: string) =>
  record(
    "tool.execution_complete",
    { toolCallId, success: true, ...(content === null ? {} : { result: { content } }), ...more },
    agent,
  );
const ran = (content: string | null, more: object = {}): string[] =>
  endings(told(copilotFormat, [start("c", "bash", { command: "make" }), complete("c", content, more)]));

describe("exit codes of Copilot CLI", () => {
  test.each([
    ["the last line names shell and code", "out\n<shellId: 4 completed with exit code 2>", {}, 'failed 2 text "out"'],
    ["a passing command", "<shellId: x completed with exit code 0>\n", {}, 'ok 0 text ""'],
    ["the older last line", "out\n<exited with exit code 1>", {}, 'failed 1 text "out"'],
    ["a code of Windows", "<exited with exit code -1073741510>", {}, 'failed -1073741510 text ""'],
    [
      "a field comes first",
      "hi\n<shellId: 0 completed with exit code 3>",
      { shellExecution: { exitCode: 3 } },
      'failed 3 structured "hi"',
    ],
    ["a field without the line", "hi", { shellExecution: { exitCode: 0 } }, 'ok 0 structured "hi"'],
    ["success alone says nothing about the code", "hi", {}, 'unknown null unknown "hi"'],
    [
      "such a line in the middle is output",
      "<exited with exit code 1>\nmore",
      {},
      'unknown null unknown "<exited with exit code 1>\\nmore"',
    ],
    [
      "a call that was cut off",
      null,
      { success: false, error: { code: "interrupted", message: "cut" } },
      'interrupted null unknown "cut"',
    ],
    [
      "a call that the user denied",
      null,
      { success: false, error: { code: "denied", message: "no" } },
      'not_run null unknown "no"',
    ],
    [
      "a call that failed before its shell",
      null,
      { success: false, error: { code: "failure", message: "x" } },
      'failed null unknown "x"',
    ],
  ])("%s", (_, content, more, expected) => {
    expect(ran(content, more)).toEqual([`c: ${expected}`]);
  });

  test.each([
    ["a command begun in the background", "<command started in background with shellId: s1>", { shellId: "s1" }],
    [
      "a command that outlives the first wait",
      "tick\n<command with shellId: s1 is still running after 30 seconds. Use read_bash.>",
      {},
    ],
  ])("%s gets its code when it is read later", (_, content, args) => {
    const events = told(copilotFormat, [
      start("c", "bash", { command: "make", ...args }),
      complete("c", content),
      start("r1", "read_bash", { shellId: "s1", delay: 5 }),
      complete("r1", "tick\n<command with shellId: s1 is still running after 5 seconds. Go on.>"),
      start("r2", "read_bash", { shellId: "s1", delay: 5 }),
      complete("r2", "tock\n<shellId: s1 completed with exit code 7>"),
    ]);
    expect(endings(events).filter((line) => line.startsWith("c:"))).toEqual([
      expect.stringMatching(/^c: running null unknown/),
      'c: failed 7 text "tock"',
    ]);
  });

  test("a shell that is stopped was interrupted; one whose end is notified has its code in a field", () => {
    const begin = (id: string) => [
      start(id, "bash", { command: id, shellId: `s-${id}` }),
      complete(id, `<command started in background with shellId: s-${id}>`),
    ];
    const events = told(copilotFormat, [
      ...begin("a"),
      ...begin("b"),
      start("stop", "stop_bash", { shellId: "s-a" }),
      complete("stop", "stopped"),
      record("system.notification", { kind: { type: "shell_completed", shellId: "s-b", exitCode: 1 } }),
    ]);
    expect(endings(events).filter((line) => !line.includes("running") && !line.startsWith("stop"))).toEqual([
      "a: interrupted null unknown null",
      "b: failed 1 structured null",
    ]);
  });
});

test("a call is told once, from the request or the start of its execution, and stays open without an end", () => {
  const request = { toolCallId: "c", name: "bash", arguments: '{"command":"ls"}' };
  const events = told(copilotFormat, [
    record("assistant.message", { content: "", toolRequests: [request] }),
    start("c", "bash", { command: "ls" }),
    record("assistant.message", { content: "", toolRequests: [{ ...request, toolCallId: "never-started" }] }),
  ]);
  expect(kinds(events, "call").map(({ callId, command }) => [callId, command])).toEqual([
    ["c", "ls"],
    ["never-started", "ls"],
  ]);
  expect(kinds(events, "result")).toEqual([]);
});

test("records are told once by their id", () => {
  const one = record("user.message", { content: "hi" });
  expect(prompts(told(copilotFormat, [one, one]))).toEqual(["hi"]);
});

test("prompts are the user's clean words; the client's and those to sub-agents are not", () => {
  const events = told(copilotFormat, [
    record("user.message", { content: "go on", transformedContent: "<current_datetime>x</current_datetime> go on" }),
    record("user.message", { content: "<system_reminder>\ntools", source: "system" }),
    record("user.message", { content: "<system_reminder>\ntools" }),
    record("user.message", { content: "You are a helper", source: "agent-1" }, "agent"),
    record("user.message", { content: "You are a helper" }, "agent"),
  ]);
  expect(prompts(events)).toEqual(["go on"]);
});

test("files are told when a tool succeeded", () => {
  const patch =
    "*** Begin Patch\n*** Add File: n.ts\n+x\n*** Update File: o.ts\n*** Move to: p.ts\n*** Delete File: q.ts\n";
  const events = told(copilotFormat, [
    start("1", "edit", { path: "/w/a" }),
    complete("1", "updated"),
    start("2", "create", { path: "/w/b" }),
    complete("2", null, { success: false, error: { code: "failure", message: "ENOENT" } }),
    start("3", "view", { path: "/w/c" }),
    complete("3", "text"),
    start("4", "apply_patch", patch),
    complete("4", "applied"),
    start("5", "str_replace_editor", { command: "view", path: "/w/d" }),
    complete("5", "text"),
  ]);
  expect(kinds(events, "edit", "read").map(({ kind, path, how }) => [kind, path, how])).toEqual([
    ["edit", "/w/a", "update"],
    ["read", "/w/c", undefined],
    ["edit", "n.ts", "add"],
    ["edit", "o.ts", "update"],
    ["edit", "p.ts", "move"],
    ["edit", "q.ts", "delete"],
    ["read", "/w/d", undefined],
  ]);
});

describe("todos of Copilot CLI", () => {
  const lists = (...queries: string[]): string[] =>
    kinds(
      told(
        copilotFormat,
        queries.flatMap((query, place) => [start(`q${place}`, "sql", { query }), complete(`q${place}`, "done")]),
      ),
      "todos",
    ).map(({ items }) => items.map(({ text, status }) => `${text}=${status}`).join(" "));

  test("rows of the table are followed through the statements that change them", () => {
    expect(
      lists(
        "INSERT INTO todos (id, title, description, status) VALUES ('a', 'It''s one', 'x; y', 'in_progress'), ('b', 'two', NULL, 'pending');",
        "UPDATE todos SET status = 'done', updated_at = CURRENT_TIMESTAMP WHERE id = 'a'; UPDATE todos SET status='in_progress' WHERE id IN ('b')",
        "SELECT * FROM todos",
        "INSERT OR IGNORE INTO todos (id, title) VALUES ('b', 'other'), ('c', 'three') -- more",
        "DELETE FROM todos WHERE status = 'done'",
        "UPDATE todos SET status = 'blocked'",
      ),
    ).toEqual([
      "It's one=in_progress two=todo",
      "It's one=done two=in_progress",
      "It's one=done two=in_progress three=todo",
      "two=in_progress three=todo",
      "two=todo three=todo",
    ]);
  });

  test.each([
    "UPDATE todos SET status = 'done' WHERE title LIKE 'a%'",
    "INSERT INTO todos SELECT * FROM other",
    "UPDATE todos SET status = lower('DONE')",
    "DROP TABLE todos",
    "UPDATE session_state SET value = 'todos'",
  ])("a statement that is not understood changes nothing: %s", (query) => {
    expect(lists(query)).toEqual([]);
  });

  test("a list of check boxes", () => {
    const events = told(copilotFormat, [
      start("u", "update_todo", { todos: "- [x] one\n- [ ] two\n- [~] three" }),
      complete("u", "ok"),
    ]);
    expect(kinds(events, "todos")[0]?.items).toEqual([
      { text: "one", status: "done" },
      { text: "two", status: "todo" },
      { text: "three", status: "in_progress" },
    ]);
  });
});

test("sub-agents: their calls carry them, their words and todos are not the session's", () => {
  const events = told(copilotFormat, [
    record("subagent.started", { toolCallId: "t1", agentName: "car" }, "t1"),
    start("c", "bash", { command: "ls" }, "t1"),
    record("tool.execution_start", { toolCallId: "d", toolName: "view", arguments: {}, parentToolCallId: "t1" }),
    start("u", "update_todo", { todos: "- [ ] mine" }, "t1"),
    complete("u", "ok", {}, "t1"),
    record("assistant.message", { content: "inner", model: "small", toolRequests: [] }, "t1"),
  ]);
  expect(kinds(events, "agent")).toEqual([{ kind: "agent", id: "t1", at }]);
  expect(kinds(events, "call").map(({ agent }) => agent)).toEqual(["t1", "t1", "t1"]);
  expect(kinds(events, "saying", "todos", "session")).toEqual([]);
});

test("a session's facts: id, version, folder, branch, models", () => {
  const context = { cwd: "/w", branch: "main", headCommit: "x" };
  const events = told(
    copilotFormat,
    [
      record("session.start", { sessionId: "s", copilotVersion: "1.0.102", context, selectedModel: "m1" }),
      record("session.model_change", { newModel: "m2" }),
      record("session.resume", { context: { ...context, branch: "topic" } }),
    ],
    { "workspace.yaml": "id: s\ncwd: \"/w \\\"x\\\"\"\nbranch: old\nname: 'it''s'\n", "other.yaml": "id: no" },
  );
  expect(kinds(events, "session")).toEqual([
    { kind: "session", id: "s", cwd: '/w "x"', branch: "old" },
    { kind: "session", at, id: "s", version: "1.0.102", cwd: "/w", branch: "main" },
    { kind: "session", model: "m1" },
    { kind: "session", model: "m2" },
    { kind: "session", at, cwd: "/w", branch: "topic" },
  ]);
});

test("tokens and window: from tools, usage records, compactions and the end", () => {
  const metrics = { context_current_tokens: 100, context_token_limit: 1000 };
  const events = told(copilotFormat, [
    start("c", "bash", { command: "ls" }),
    complete("c", "", { toolTelemetry: { metrics } }),
    record("session.usage_record", { usage: { inputTokens: 90, outputTokens: 20, maxPromptTokens: 800 } }),
    record("session.usage_record", { usage: { inputTokens: 5 } }, "agent"),
    record("session.compaction_start", { systemTokens: 1, conversationTokens: 2, toolDefinitionsTokens: 3 }),
    record("session.shutdown", { currentTokens: 40 }),
  ]);
  expect(kinds(events, "usage").map(({ tokens, window }) => [tokens, window])).toEqual([
    [100, 1000],
    [110, 800],
    [6, null],
    [40, null],
  ]);
});

test("marks: a turn lasts until an answer asks for no tool; abort, error, compaction", () => {
  const step = (...toolRequests: object[]) => [
    record("assistant.turn_start", { turnId: "0" }),
    record("assistant.message", { content: "", toolRequests }),
    record("assistant.turn_end", { turnId: "0" }),
  ];
  const events = told(copilotFormat, [
    ...step({ toolCallId: "c", name: "bash", arguments: {} }),
    ...step(),
    record("abort", { reason: "user_initiated" }),
    record("session.error", { message: "quota" }),
    record("session.compaction_complete", { success: true }),
    record("session.compaction_complete", { success: false }),
    record("session.truncation", {}),
  ]);
  expect(
    kinds(events, "turn_start", "turn_end", "interrupt", "api_error", "compaction").map(({ kind, detail }) => [
      kind,
      detail,
    ]),
  ).toEqual([
    ["turn_start", null],
    ["turn_end", null],
    ["interrupt", "user_initiated"],
    ["api_error", "quota"],
    ["compaction", null],
    ["compaction", "truncation"],
  ]);
});

test("a question is told with its answer, a rewind with the record that it begins with", () => {
  const events = told(copilotFormat, [
    start("q", "ask_user", { question: "Which?", choices: ["a"] }),
    complete("q", "User responded: a"),
    record("session.snapshot_rewind", { upToEventId: "e5" }),
  ]);
  expect(kinds(events, "question", "rewind")).toEqual([
    { kind: "question", id: "q", text: "Which?", at, answer: null },
    { kind: "question", id: "q", text: "Which?", at, answer: "a" },
    { kind: "rewind", drop: { from: "e5" } },
  ]);
});

test("lines of hooks and system prompts are passed over unparsed, no others", () => {
  const skips = (value: unknown) => copilotFormat.open(null).skips?.(rawLine(value));
  expect(["hook.start", "hook.end", "system.message"].map((type) => skips(record(type, {})))).toEqual([
    true,
    true,
    true,
  ]);
  expect(
    ["tool.execution_start", "user.message", "system.notification"].map((type) => skips(record(type, {}))),
  ).toEqual([false, false, false]);
});

test("the oldest sessions are one document of chat messages", () => {
  const document = {
    sessionId: "s",
    startTime: at,
    chatMessages: [
      { role: "user", content: "list" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c", function: { name: "bash", arguments: '{"command":"ls"}' } }],
      },
      { role: "tool", tool_call_id: "c", content: "a\n<exited with exit code 0>" },
    ],
  };
  const records = [...(copilotFormat.recordsOf?.(document) ?? [])];
  const events = told(copilotFormat, [...records, ...records]);
  expect(prompts(events)).toEqual(["list"]);
  expect(kinds(events, "call").map(({ command }) => command)).toEqual(["ls"]);
  expect(endings(events)).toEqual(['c: ok 0 text "a"']);
  expect([null, [], {}, { sessionId: 1, chatMessages: [] }].map((other) => copilotFormat.recordsOf?.(other))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test("unknown records are counted", () => {
  expect(
    told(copilotFormat, [record("session.new_thing", {}), { type: "session.start" }, { type: "robot" }, []]),
  ).toEqual([
    { kind: "unread", reason: "unknown_type", type: "session.new_thing" },
    { kind: "unread", reason: "wrong_shape", type: "session.start" },
    { kind: "unread", reason: "unknown_type", type: "robot" },
    { kind: "unread", reason: "wrong_shape", type: "" },
  ]);
});
