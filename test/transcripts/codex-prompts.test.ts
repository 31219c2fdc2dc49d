import { describe, expect, test } from "vitest";
import { call, done, event, item, line, message, said, tell } from "./codex-records.ts";

const texts = (records: readonly unknown[]): readonly unknown[] =>
  tell(records, "prompt").map((one) => (one as { text: string }).text);

const framed = "# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nfix the parser\n";

describe("prompts of Codex", () => {
  test.each([
    ["an event, word for word", said("fix it\n"), "fix it\n"],
    ["an event of its own kind", said("fix it", { kind: "plain" }), "fix it"],
    [
      "an item",
      done("UserMessage", { id: "i1", content: [{ type: "text", text: "fix it" }, { type: "image" }] }),
      "fix it",
    ],
    ["behind the editor's context", said(framed), "fix the parser"],
    [
      "behind the files that go with it",
      said("\n# Files mentioned by the user:\n\n## a.png: /tmp/a.png\n\n## My request for Codex:\nlike this\n"),
      "like this",
    ],
    [
      "the same heading in the user's own text",
      said("keep\n## My request for Codex:\nin the docs"),
      "keep\n## My request for Codex:\nin the docs",
    ],
  ])("%s", (_, record, text) => {
    expect(texts([record])).toEqual([text]);
  });

  test.each([
    [said("<environment_context>x</environment_context>", { kind: "environment_context" })],
    [said("be brief", { kind: "user_instructions" })],
    [said("<turn_aborted>\nThe user interrupted the previous turn")],
    [said("# AGENTS.md instructions for /work")],
    [said("")],
    [event("user_message", { message: 7 })],
    [event("user_message")],
  ])("no prompt: %j", (record) => {
    expect(texts([record])).toEqual([]);
  });

  test("the model's history repeats them: told once, whichever comes first", () => {
    const history = [
      message("user", "# AGENTS.md instructions for /work"),
      message("user", "one"),
      said("one"),
      said("two"),
      message("user", "two"),
      message("user", "<turn_aborted>\nx"),
      message("user", "three"),
      said("three"),
    ];
    expect(texts(history)).toEqual(["one", "two", "three"]);
  });

  test("an event that repeats a message with other words is the one that counts", () => {
    expect(texts([message("user", framed), said(framed), message("assistant", "ok")])).toEqual(["fix the parser"]);
    expect(texts([message("user", "one"), said("one, as typed")])).toEqual(["one, as typed"]);
  });

  test("without events, the history is all there is", () => {
    const history = [
      message("user", "<environment_context>x</environment_context>"),
      message("user", "<user_instructions>x</user_instructions>"),
      message("user", "one"),
      message("assistant", "ok"),
      message("user", "two"),
    ];
    expect(texts(history)).toEqual(["one", "two"]);
  });

  test("the history that a compaction keeps is not told again", () => {
    const replacement = [{ type: "message", role: "user", content: [{ type: "input_text", text: "one" }] }];
    const records = [
      said("one"),
      line("compacted", { message: "", replacement_history: replacement }),
      event("context_compacted"),
    ];
    expect(tell(records, "prompt", "compaction")).toEqual([
      { kind: "prompt", text: "one", id: null },
      { kind: "compaction", detail: null },
    ]);
  });

  test("turns that were rolled back", () => {
    expect(
      tell([event("thread_rolled_back", { num_turns: 2 }), event("thread_rolled_back", { num_turns: "x" })], "rewind"),
    ).toEqual([{ kind: "rewind", drop: { prompts: 2 } }]);
  });
});

describe("turns, compactions and usage of Codex", () => {
  test("turns begin and end; what the agent says is told once", () => {
    const records = [
      event("task_started", { turn_id: "t" }),
      message("assistant", "first"),
      event("agent_message", { message: "first" }),
      message("assistant", "second"),
      event("agent_message", { message: "second" }),
      event("task_complete", { last_agent_message: "second" }),
    ];
    expect(tell(records)).toEqual([
      { kind: "turn_start", detail: null },
      { kind: "saying", text: "first" },
      { kind: "saying", text: "second" },
      { kind: "turn_end", detail: null },
    ]);
  });

  test.each([
    [event("turn_aborted", { reason: "interrupted" }), [{ kind: "interrupt", detail: "interrupted" }]],
    [event("turn_aborted", {}), [{ kind: "interrupt", detail: null }]],
    [event("turn_aborted", { reason: "replaced" }), [{ kind: "turn_end", detail: "replaced" }]],
    [event("error", { message: "quota" }), [{ kind: "api_error", detail: "quota" }]],
    [
      event("task_complete", { error: { message: "quota" } }),
      [
        { kind: "api_error", detail: "quota" },
        { kind: "turn_end", detail: null },
      ],
    ],
  ])("%j", (record, events) => {
    expect(tell([record])).toEqual(events);
  });

  test("each compaction is told once, by its first mark", () => {
    const marks = [
      line("compacted", { message: "" }),
      line("world_state", {}),
      event("context_compacted"),
      done("ContextCompaction", { id: "i" }),
    ];
    expect(tell([...marks, call("c1", "exec_command", { cmd: "x" }), ...marks], "compaction")).toHaveLength(2);
  });

  test("the summary that a compaction made is not said to the user", () => {
    const summary = { ...message("assistant", "SUMMARY"), metadata: { compaction_output: true } };
    expect(tell([summary, item("compaction", {})])).toEqual([]);
  });

  test("usage is that of the last answer, with the model's window, told when it changes", () => {
    const info = (tokens: unknown) => ({
      total_token_usage: { total_tokens: 999 },
      last_token_usage: tokens,
      model_context_window: 258_400,
    });
    const records = [
      event("token_count", { info: null }),
      event("token_count", { info: info({ input_tokens: 10, output_tokens: 2, total_tokens: 12 }) }),
      event("token_count", { info: info({ input_tokens: 10, output_tokens: 2, total_tokens: 12 }) }),
      event("token_count", { info: { last_token_usage: { input_tokens: 20, output_tokens: 5 } } }),
      event("token_count", { info: info({ total_tokens: 0 }) }),
    ];
    expect(tell(records, "usage")).toEqual([
      { kind: "usage", tokens: 12, window: 258_400 },
      { kind: "usage", tokens: 25, window: null },
    ]);
  });
});
