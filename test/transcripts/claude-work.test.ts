import { describe, expect, test } from "vitest";
import { claudeFormat } from "../../src/transcripts/claude/format.ts";
import { assistant, call, failure, prompt, result, system, tell } from "./claude-records.ts";

describe("edits and reads of Claude Code", () => {
  test.each([
    [
      "Edit",
      { file_path: "/a.ts", old_string: "x", new_string: "y" },
      {},
      { kind: "edit", path: "/a.ts", how: "update" },
    ],
    ["Edit", { file_path: "/a.ts", old_string: "", new_string: "y" }, {}, { kind: "edit", path: "/a.ts", how: "add" }],
    [
      "MultiEdit",
      { file_path: "/a.ts", edits: [{ old_string: "", new_string: "y" }] },
      {},
      { kind: "edit", path: "/a.ts", how: "add" },
    ],
    ["Write", { file_path: "/a.ts", content: "" }, { type: "create" }, { kind: "edit", path: "/a.ts", how: "add" }],
    ["Write", { file_path: "/a.ts", content: "" }, { type: "update" }, { kind: "edit", path: "/a.ts", how: "update" }],
    ["NotebookEdit", { notebook_path: "/a.ipynb" }, {}, { kind: "edit", path: "/a.ipynb", how: "update" }],
    ["Read", { file_path: "/a.ts" }, { type: "text", file: {} }, { kind: "read", path: "/a.ts" }],
  ])("%s %j", (name, input, toolUseResult, touch) => {
    expect(tell([call("t1", name, input), result("t1", "done", { toolUseResult })], "edit", "read")).toEqual([touch]);
  });

  test("a written file without details is an edit all the same", () => {
    expect(tell([call("t1", "Write", { file_path: "/a" }), result("t1", "ok")], "edit")).toEqual([
      { kind: "edit", path: "/a" },
    ]);
  });

  test.each([
    ["<tool_use_error>File has not been read yet.</tool_use_error>"],
    ["EISDIR: illegal operation on a directory"],
  ])("not where the call failed: %s", (text) => {
    expect(tell([call("t1", "Edit", { file_path: "/a" }), failure("t1", text)], "edit")).toEqual([]);
    expect(tell([call("t1", "Read", { file_path: "/a" }), failure("t1", text)], "read")).toEqual([]);
  });

  test("nor before its result, nor with a path that is none", () => {
    expect(tell([call("t1", "Edit", { file_path: "/a" })], "edit")).toEqual([]);
    expect(
      tell(
        [call("t1", "Edit", { file_path: 7 }), result("t1", "ok"), call("t2", "Read", null), result("t2", "ok")],
        "edit",
        "read",
      ),
    ).toEqual([]);
  });
});

describe("todo lists of Claude Code", () => {
  test("TodoWrite replaces the list", () => {
    const todos = [
      { content: "a", status: "completed", activeForm: "A" },
      { content: "b", status: "in_progress" },
      { content: "c", status: "pending" },
      { content: "", status: "pending" },
      "d",
    ];
    expect(tell([call("t1", "TodoWrite", { todos }), result("t1", "ok")], "todos")).toEqual([
      {
        kind: "todos",
        items: [
          { text: "a", status: "done" },
          { text: "b", status: "in_progress" },
          { text: "c", status: "todo" },
        ],
      },
    ]);
  });

  test("a sub-agent's list is not the session's, and a refused one is none", () => {
    const todos = [{ content: "a", status: "pending" }];
    const own = { isSidechain: true, agentId: "a1" };
    expect(tell([call("t1", "TodoWrite", { todos }, own), result("t1", "ok", own)], "todos")).toEqual([]);
    expect(
      tell([call("t1", "TodoWrite", { todos }), failure("t1", "<tool_use_error>no</tool_use_error>")], "todos"),
    ).toEqual([]);
  });

  test("the task tools are replayed", () => {
    const records = [
      call("t1", "TaskCreate", { subject: "write" }),
      result("t1", "Task #1 created successfully: write", { toolUseResult: { task: { id: "1", subject: "write" } } }),
      call("t2", "TaskCreate", { subject: "test" }),
      result("t2", "Task #2 created successfully: test"),
      call("t3", "TaskUpdate", { taskId: "1", status: "completed" }),
      result("t3", "Updated task #1", { toolUseResult: { success: true, taskId: "1" } }),
      call("t4", "TaskUpdate", { taskId: "2", status: "in_progress", subject: "test more" }),
      result("t4", "Updated task #2", { toolUseResult: { success: true } }),
      call("t5", "TaskUpdate", { taskId: "2", status: "completed" }),
      result("t5", "no", { toolUseResult: { success: false } }),
      call("t6", "TaskUpdate", { taskId: "1", status: "deleted" }),
      result("t6", "Updated task #1"),
      call("t7", "TaskUpdate", { taskId: "9", status: "completed" }),
      result("t7", "Updated task #9"),
    ];
    expect(tell(records, "todos").map((event) => (event as { items: unknown }).items)).toEqual([
      [{ text: "write", status: "todo" }],
      [
        { text: "write", status: "todo" },
        { text: "test", status: "todo" },
      ],
      [
        { text: "write", status: "done" },
        { text: "test", status: "todo" },
      ],
      [
        { text: "write", status: "done" },
        { text: "test more", status: "in_progress" },
      ],
      [{ text: "test more", status: "in_progress" }],
    ]);
  });

  test("TaskList tells the whole list", () => {
    const tasks = [
      { id: "3", subject: "old", status: "completed" },
      { id: 4, subject: "new", status: "pending" },
    ];
    const records = [call("t1", "TaskList", {}), result("t1", "…", { toolUseResult: { tasks } })];
    expect(tell(records, "todos")).toEqual([
      {
        kind: "todos",
        items: [
          { text: "old", status: "done" },
          { text: "new", status: "todo" },
        ],
      },
    ]);
  });
});

describe("questions of Claude Code", () => {
  const questions = [
    { question: "Which one?", options: [] },
    { question: 'And "why"?', options: [] },
  ];
  const asked = [
    { kind: "question", id: "t1:0", text: "Which one?", answer: null },
    { kind: "question", id: "t1:1", text: 'And "why"?', answer: null },
  ];

  test("are open until they are answered", () => {
    expect(tell([call("t1", "AskUserQuestion", { questions })], "question")).toEqual(asked);
  });

  test.each([
    [
      "in the details",
      "…",
      {
        answers: { "Which one?": "the first", 'And "why"?': ["fast", "small"] },
        annotations: { "Which one?": { notes: "for now" } },
      },
      ["the first\nfor now", "fast, small"],
    ],
    [
      "in the sentence",
      'Your questions have been answered: "Which one?"="the "best"", "And "why"?"="fast". You can continue',
      null,
      ['the "best"', "fast"],
    ],
  ])("answers stand %s", (_, text, toolUseResult, answers) => {
    const records = [call("t1", "AskUserQuestion", { questions }), result("t1", text, { toolUseResult })];
    expect(tell(records, "question").slice(2)).toEqual(asked.map((event, at) => ({ ...event, answer: answers[at] })));
  });

  test("a rejected question stays open, and the user's words are a prompt", () => {
    const text =
      "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nneither";
    const records = [call("t1", "AskUserQuestion", { questions }), failure("t1", text)];
    expect(tell(records, "question", "prompt")).toEqual([
      ...asked,
      { kind: "prompt", text: "neither", id: expect.any(String) },
    ]);
  });
});

describe("records that are not known", () => {
  test.each([
    [{ type: "brand-new", uuid: "x" }, "unknown_type", "brand-new"],
    [{ no: "type" }, "wrong_shape", ""],
    [["a"], "wrong_shape", ""],
    [null, "wrong_shape", ""],
    [7, "wrong_shape", ""],
    [{ type: 7 }, "wrong_shape", ""],
    [{ type: "user", message: "words" }, "wrong_shape", "user"],
    [{ type: "user", message: { content: 7 } }, "wrong_shape", "user"],
    [{ type: "assistant" }, "wrong_shape", "assistant"],
  ])("%j", (record, reason, type) => {
    expect(tell([record])).toMatchObject([{ kind: "unread", reason, type }]);
  });

  test.each([
    ["progress"],
    ["file-history-snapshot"],
    ["summary"],
    ["last-prompt"],
    ["ai-title"],
    ["mode"],
    ["pr-link"],
  ])("%s tells nothing", (type) => {
    expect(tell([{ type, sessionId: "s-1" }])).toEqual([]);
  });
});

describe("which records are Claude Code's", () => {
  test.each([
    [prompt("x"), true],
    [assistant([]), true],
    [system("turn_duration"), true],
    [{ type: "summary", summary: "x", leafUuid: "u" }, true],
    [{ type: "file-history-snapshot", messageId: "m", snapshot: {} }, true],
    [{ type: "queue-operation", operation: "enqueue", sessionId: "s" }, true],
    [{ ...prompt("x"), message: { role: "user", parts: [{ text: "x" }] } }, false],
    [{ ...system("ui_telemetry"), systemPayload: {} }, false],
    [{ type: "session", id: "x" }, false],
    [{ type: "message", id: "x", message: {} }, false],
    [{ timestamp: "x", type: "event_msg", payload: {} }, false],
    ["text", false],
    [null, false],
  ])("%j: %s", (record, own) => {
    expect(claudeFormat.isRecord(record)).toBe(own);
  });
});
