import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { kimiFormat } from "../../src/transcripts/kimi/format.ts";
import { endings, kinds, prompts, rawLine, told, toldInTwo } from "./small-clients.ts";

const at = "2026-01-02T03:04:05.006Z";
const time = Date.parse(at);
let tick = 0;

describe("Kimi CLI, wire.jsonl", () => {
  const wire = (type: string, payload: object = {}) => ({
    timestamp: time / 1000 + tick++,
    message: { type, payload },
  });
  const call = (id: string, name: string, args: object | string) =>
    wire("ToolCall", { id, function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) } });
  const result = (id: string, value: object) =>
    wire("ToolResult", { tool_call_id: id, return_value: { is_error: false, output: "", ...value } });
  const within = (agent: string, event: { message: object }) =>
    wire("SubagentEvent", { agent_id: agent, event: event.message });

  test.each([
    [
      "a failing command",
      { is_error: true, output: "out\n", message: "Command failed with exit code: 2." },
      'failed 2 text "out\\n"',
    ],
    ["a passing command", { output: "out", message: "Command executed successfully." }, 'ok 0 text "out"'],
    [
      "a passing command whose output was cut",
      { message: "Command executed successfully. Output is truncated." },
      'ok 0 text ""',
    ],
    ["a passing command without the sentence", { output: "out", message: "" }, 'ok null unknown "out"'],
    [
      "the sentence in the output is no evidence",
      { output: "Command executed successfully." },
      'ok null unknown "Command executed successfully."',
    ],
    [
      "a timeout",
      { is_error: true, output: "half", message: "Command killed by timeout (60s)" },
      'interrupted null unknown "half"',
    ],
    [
      "a rejected call",
      { is_error: true, message: "The tool call is rejected by the user. Stop." },
      "not_run null unknown null",
    ],
    [
      "a call that a hook blocked",
      { is_error: true, message: "no", display: [{ type: "brief", text: "Hook blocked" }] },
      "not_run null unknown null",
    ],
    ["an error without a sentence", { is_error: true, output: "odd" }, 'failed null unknown "odd"'],
  ])("%s", (_, value, expected) => {
    const events = told(kimiFormat, [call("Shell:0", "Shell", { command: "make" }), result("Shell:0", value)]);
    expect(endings(events)).toEqual([`Shell:0: ${expected}`]);
  });

  test("arguments that come in parts are put together; a call whose arguments never came was none", () => {
    const events = told(kimiFormat, [
      call("Shell:0", "Shell", ""),
      wire("ToolCallPart", { arguments_part: '{"comm' }),
      within("a1", call("Shell:0", "Shell", { command: "inner" })),
      wire("ToolCallPart", { arguments_part: 'and":"outer"}' }),
      call("Shell:1", "Shell", '{"comm'),
    ]);
    expect(kinds(events, "call").map(({ callId, command, agent }) => [callId, command, agent])).toEqual([
      ["a1/Shell:0", "inner", "a1"],
      ["Shell:0", "outer", null],
    ]);
  });

  test("a number that is used again is another call; the same record twice is not", () => {
    const first = call("Shell:0", "Shell", { command: "one" });
    const second = call("Shell:0", "Shell", { command: "two" });
    const events = told(kimiFormat, [
      first,
      result("Shell:0", { message: "Command executed successfully." }),
      first,
      second,
      result("Shell:0", { is_error: true, message: "Command failed with exit code: 1." }),
    ]);
    expect(kinds(events, "call").map(({ command }) => command)).toEqual(["one", "two"]);
    expect(endings(events)).toEqual(['Shell:0: ok 0 text ""', 'Shell:0#2: failed 1 text ""']);
  });

  test("files, todos, questions, turns, usage, interruption, compaction", () => {
    const todos = [
      { title: "a", status: "done" },
      { title: "b", status: "in_progress" },
      { title: "c", status: "pending" },
    ];
    const events = told(kimiFormat, [
      { type: "metadata", protocol_version: "1.10" },
      wire("TurnBegin", { user_input: [{ type: "text", text: "do it" }, { type: "image_url" }] }),
      wire("SteerInput", { user_input: "and this" }),
      call("1", "WriteFile", { path: "a" }),
      result("1", {}),
      call("2", "StrReplaceFile", { path: "b" }),
      result("2", { is_error: true }),
      call("3", "ReadFile", { path: "c" }),
      result("3", {}),
      call("4", "SetTodoList", { todos }),
      result("4", {}),
      call("5", "AskUserQuestion", { questions: [{ question: "Which?", options: [] }] }),
      result("5", { output: '{"answers":{"Which?":"A"}}' }),
      wire("StatusUpdate", { context_tokens: 50, max_context_tokens: 100 }),
      wire("StatusUpdate", { context_tokens: null }),
      wire("StepInterrupted"),
      wire("CompactionBegin"),
      wire("CompactionEnd"),
      wire("TurnEnd"),
    ]);
    expect(prompts(events)).toEqual(["do it", "and this"]);
    expect(kinds(events, "edit", "read").map(({ kind, path }) => `${kind} ${path}`)).toEqual(["edit a", "read c"]);
    expect(kinds(events, "todos")[0]?.items.map(({ status }) => status)).toEqual(["done", "in_progress", "todo"]);
    expect(kinds(events, "question").map(({ text, answer }) => [text, answer])).toEqual([
      ["Which?", null],
      ["Which?", "A"],
    ]);
    expect(kinds(events, "usage").map(({ tokens, window }) => [tokens, window])).toEqual([[50, 100]]);
    expect(kinds(events, "turn_start", "interrupt", "compaction", "turn_end").map(({ kind }) => kind)).toEqual([
      "turn_start",
      "interrupt",
      "compaction",
      "turn_end",
    ]);
    expect(kinds(events, "unread")).toEqual([]);
  });

  test("a sub-agent's words and turns are not the session's", () => {
    const events = told(kimiFormat, [
      within("a1", wire("TurnBegin", { user_input: "inner" })),
      within("a1", wire("ContentPart", { type: "text", text: "inner" })),
      wire("SubagentEvent", { task_tool_call_id: "old", event: { type: "StepInterrupted", payload: {} } }),
    ]);
    expect(events.map((event) => event.kind)).toEqual(["agent", "agent"]);
  });

  test("a command in the background ends when its task is shown", () => {
    const events = told(kimiFormat, [
      call("1", "Shell", { command: "serve", run_in_background: true }),
      result("1", { output: "task_id: b-1\nkind: bash\nstatus: running", message: "Background task started" }),
      call("2", "TaskOutput", { task_id: "b-1" }),
      result("2", { output: "task_id: b-1\nstatus: running\n" }),
      call("3", "TaskOutput", { task_id: "b-1" }),
      result("3", { output: "task_id: b-1\nstatus: failed\nexit_code: 3\n" }),
    ]);
    expect(endings(events).filter((line) => line.startsWith("1:"))).toEqual([
      expect.stringMatching(/^1: running/),
      "1: failed 3 text null",
    ]);
  });

  test("unknown messages are counted", () => {
    expect(kinds(told(kimiFormat, [wire("NewThing"), { timestamp: 1, message: "x" }]), "unread")).toEqual([
      { kind: "unread", reason: "unknown_type", type: "NewThing" },
      { kind: "unread", reason: "wrong_shape", type: "message" },
    ]);
  });
});

test("Kimi CLI, context.jsonl: the client's sentence stands in front of the output", () => {
  const call = (id: string, command: string) => ({
    role: "assistant",
    content: [],
    tool_calls: [{ id, function: { name: "Shell", arguments: JSON.stringify({ command }) } }],
  });
  const events = told(kimiFormat, [
    { role: "_system_prompt", content: "x" },
    { role: "user", content: "hi" },
    { role: "user", content: "<system-reminder>\nx</system-reminder>" },
    call("a", "true"),
    {
      role: "tool",
      tool_call_id: "a",
      content: [
        { type: "text", text: "<system>Command executed successfully.</system>" },
        { type: "text", text: "out" },
      ],
    },
    call("b", "false"),
    { role: "tool", tool_call_id: "b", content: "<system>ERROR: Command failed with exit code: 1.</system>" },
    { role: "_usage", token_count: 9 },
  ]);
  expect(prompts(events)).toEqual(["hi"]);
  expect(endings(events)).toEqual(['a: ok 0 text "out"', 'b: failed 1 text ""']);
  expect(kinds(events, "usage")).toEqual([{ kind: "usage", tokens: 9, window: null, at: null }]);
});

describe("Kimi Code, wire.jsonl", () => {
  const code = (type: string, fields: object = {}) => ({ type, time: time + tick++, ...fields });
  const loop = (event: object) => code("context.append_loop_event", { event });
  const call = (toolCallId: string, name: string, args: object, display?: object) =>
    loop({ type: "tool.call", toolCallId, name, args, display });
  const result = (toolCallId: string, value: object) => loop({ type: "tool.result", toolCallId, result: value });
  const input = (text: string) => [{ type: "text", text }];
  const prompt = (text: string, origin: object = { kind: "user" }) =>
    code("turn.prompt", { input: input(text), origin, promptId: `p-${text}` });
  const appended = (text: string, origin?: object) =>
    code("context.append_message", {
      message: { role: "user", content: input(text), ...(origin === undefined ? {} : { origin }) },
    });

  test.each([
    ["a failing command", { output: "hi\nCommand failed with exit code: 3.", isError: true }, 'failed 3 text "hi"'],
    ["a passing command has no code: 0 is inferred", { output: "hi\n" }, 'ok 0 inferred "hi\\n"'],
    [
      "a timeout",
      { output: "half\nCommand killed by timeout (60s). Use the background.", isError: true },
      'interrupted null unknown "half"',
    ],
    ["an interruption", { output: "Interrupted by user", isError: true }, 'interrupted null unknown ""'],
    [
      "a command that never started",
      { output: "Aborted before command started", isError: true },
      "not_run null unknown null",
    ],
    [
      "an error that is not the command's",
      { output: "spawn ENOENT", isError: true },
      'failed null unknown "spawn ENOENT"',
    ],
    [
      "a passing command that prints such a line",
      { output: "Command failed with exit code: 3." },
      'ok 0 inferred "Command failed with exit code: 3."',
    ],
  ])("%s", (_, value, expected) => {
    const events = told(kimiFormat, [call("Bash_0", "Bash", { command: "make" }), result("Bash_0", value)]);
    expect(endings(events)).toEqual([`Bash_0: ${expected}`]);
  });

  test("a call that the user rejected was not run; the folder of a command is told", () => {
    const events = told(kimiFormat, [
      code("permission.record_approval_result", { toolCallId: "Bash_0", result: { decision: "rejected" } }),
      call("Bash_0", "Bash", { command: "rm x" }, { kind: "command", cwd: "/w" }),
      result("Bash_0", { output: "The user did not want that", isError: true }),
    ]);
    expect(endings(events)).toEqual(["Bash_0: not_run null unknown null"]);
    expect(kinds(events, "call")[0]?.cwd).toBe("/w");
  });

  test("a task in the background has its code in a field", () => {
    const events = told(kimiFormat, [
      call("Bash_0", "Bash", { command: "serve", run_in_background: true }),
      result("Bash_0", { output: "task_id: bash-1\npid: 7\nstatus: running\n" }),
      code("task.terminated", { info: { taskId: "bash-1", status: "completed", exitCode: 0 }, outputTail: "bye" }),
    ]);
    expect(endings(events).at(-1)).toBe('Bash_0: ok 0 structured "bye"');
  });

  test("a prompt stands in two records and is told once; those of client and plugins are none", () => {
    const events = told(kimiFormat, [
      appended("old protocol"),
      prompt("hi"),
      appended("hi", { kind: "user" }),
      prompt("hi"),
      appended("<system-reminder>x</system-reminder>", { kind: "injection" }),
      code("turn.steer", { input: input("stop"), origin: { kind: "user" } }),
      appended("hi", { kind: "user" }),
      appended("stop", { kind: "user" }),
      prompt("context", { kind: "system_trigger", name: "subagent" }),
      prompt("Skill text", { kind: "skill_activation", trigger: "user-slash", skillName: "fix", skillArgs: "it" }),
      prompt("Skill text", { kind: "skill_activation", trigger: "model", skillName: "fix" }),
    ]);
    expect(prompts(events)).toEqual(["old protocol", "hi", "hi", "stop", "/fix it"]);
  });

  test("undo and clear take prompts back, never more than there are", () => {
    const events = told(kimiFormat, [
      prompt("1"),
      prompt("2"),
      prompt("3"),
      code("context.undo", { count: 1 }),
      code("context.clear"),
      code("context.undo", { count: 4 }),
      prompt("4"),
      code("log.cut", { target: 6 }),
    ]);
    expect(kinds(events, "rewind").map(({ drop }) => drop)).toEqual([{ prompts: 1 }, { prompts: 2 }, { prompts: 1 }]);
  });

  test("facts, files, todos, tokens, marks, sub-agents", () => {
    const usage = { inputOther: 1, output: 2, inputCacheRead: 3, inputCacheCreation: 4 };
    const events = told(kimiFormat, [
      { type: "metadata", protocol_version: "1.5", created_at: time },
      code("profile.bind", { modelAlias: "k2", environmentDisclosure: { cwd: "/w" } }),
      code("config.update", { modelAlias: "k2", cwd: "/w/sub" }),
      call("1", "Write", { path: "a" }),
      result("1", { output: "Wrote" }),
      call("2", "Edit", { path: "b" }),
      result("2", { output: "no", isError: true }),
      call("3", "Agent", { prompt: "x" }),
      result("3", { output: "agent_id: agent-0\nstatus: completed" }),
      code("tools.update_store", { key: "todo", value: [{ title: "t", status: "in_progress" }] }),
      code("tools.update_store", { key: "other", value: 1 }),
      loop({ type: "step.end", usage }),
      code("token_counting.measured", { tokens: 12 }),
      code("full_compaction.begin", { source: "manual" }),
      code("context.apply_compaction", { tokensAfter: 5 }),
      code("turn.cancel"),
      code("turn.ended", { reason: "cancelled" }),
    ]);
    expect(kinds(events, "session").map(({ cwd, model }) => [cwd, model])).toEqual([
      ["/w", "k2"],
      ["/w/sub", undefined],
    ]);
    expect(kinds(events, "edit").map(({ path }) => path)).toEqual(["a"]);
    expect(kinds(events, "agent").map(({ id }) => id)).toEqual(["agent-0"]);
    expect(kinds(events, "todos").map(({ items }) => items)).toEqual([[{ text: "t", status: "in_progress" }]]);
    expect(kinds(events, "usage").map(({ tokens }) => tokens)).toEqual([10, 12, 5]);
    expect(kinds(events, "compaction", "interrupt", "turn_end").map(({ kind, detail }) => [kind, detail])).toEqual([
      ["compaction", "manual"],
      ["interrupt", null],
      ["turn_end", "cancelled"],
    ]);
    expect(kinds(events, "unread")).toEqual([]);
  });

  test("lines that repeat others or only describe tools are passed over unparsed, and counted for positions", () => {
    const reader = kimiFormat.open(null);
    const skips = (value: unknown) => reader.skips?.(rawLine(value));
    const again = { message: { message: { role: "assistant" } }, type: "agent.message.appended" };
    expect([skips({ type: "llm.tools_snapshot", tools: [] }), skips({ type: "llm.request" }), skips(again)]).toEqual([
      true,
      true,
      true,
    ]);
    const part = (type: string) => loop({ type: "content.part", uuid: "u", part: { type, [type]: "x" } });
    const sign = '{"part":{"type":"think"';
    expect([
      skips(part("think")),
      skips(part("text")),
      skips(loop({ type: "content.part", part: { type: "text", text: sign } })),
    ]).toEqual([true, false, false]);
    expect([skips(prompt("x")), skips({ message: { message: { role: "user" } }, type: "other" })]).toEqual([
      false,
      false,
    ]);
    const events: unknown[] = [];
    reader.read(prompt("x"), () => {});
    reader.read({ type: "log.cut", target: 4 }, (event) => events.push(event));
    expect(events).toEqual([{ kind: "rewind", drop: { prompts: 1 } }]);
  });

  test("a prompt whose second record comes in a later reading is not told again", () => {
    const records = [prompt("hi"), appended("hi", { kind: "user" })];
    expect(prompts(toldInTwo(kimiFormat, records, 1))).toEqual(["hi"]);
  });
});

describe("files beside a Kimi transcript", () => {
  const md5 = (text: string) => createHash("md5").update(text).digest("hex");
  const dirs = JSON.stringify({
    work_dirs: [{ path: "/a" }, { path: "/b", kaos: "local" }, { path: "/c", kaos: "far" }],
  });
  const index = '{"sessionId":"s1","workDir":"/one"}\nhalf a li\n{"sessionId":"s2","workDir":"/two"}\n';

  test.each([
    [`kimi.json#${md5("/b")}`, dirs, "/b"],
    [`kimi.json#far_${md5("/c")}`, dirs, "/c"],
    [`kimi.json#${md5("/c")}`, dirs, undefined],
    ["kimi.json#x", "half", undefined],
    ["session_index.jsonl#s2", index, "/two"],
    ["session_index.jsonl#s3", index, undefined],
    ["state.json", '{"workDir":"/w"}', "/w"],
    ["state.json", '{"cwd":"/w2","version":2}', "/w2"],
    ["state.json", "{", undefined],
  ])("%s", (name, text, cwd) => {
    expect(kinds(told(kimiFormat, [], { [name]: text }), "session").at(0)?.cwd).toBe(cwd);
  });

  test("state.json tells todos, id and what the session was forked from", () => {
    const state = { id: "s", forkedFrom: "s0", createdAt: time, todos: [{ title: "t", status: "pending" }] };
    expect(told(kimiFormat, [], { "state.json": JSON.stringify(state) })).toEqual([
      { kind: "session", at, id: "s", parent: { id: "s0", as: "fork" } },
      { kind: "todos", items: [{ text: "t", status: "todo" }], at: null },
    ]);
  });
});
