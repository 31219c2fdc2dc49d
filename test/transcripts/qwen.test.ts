import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/domain/session/session-event.ts";
import { qwenFormat } from "../../src/transcripts/qwen/format.ts";
import { only, rawLine, tellRecords, variants } from "./tell-records.ts";

const at = "2026-05-01T10:00:00.000Z";
let count = 0;
const record = (type: string, more: Record<string, unknown>): Record<string, unknown> => ({
  uuid: `r${++count}`,
  parentUuid: null,
  sessionId: "s-1",
  timestamp: at,
  type,
  cwd: "/srv/shop",
  version: "0.24.4",
  gitBranch: "main",
  ...more,
});
const said = (text: string, more: Record<string, unknown> = {}): Record<string, unknown> =>
  record("user", { message: { role: "user", parts: [{ text }] }, ...more });
const called = (
  id: string | undefined,
  name: string,
  args: unknown,
  more: Record<string, unknown> = {},
): Record<string, unknown> =>
  record("assistant", {
    model: "q-3",
    message: { role: "model", parts: [{ functionCall: { id, name, args } }] },
    ...more,
  });
const ended = (
  id: string | undefined,
  name: string,
  response: unknown,
  toolCallResult: unknown = { callId: id, status: "success" },
): Record<string, unknown> =>
  record("tool_result", {
    message: { role: "user", parts: [{ functionResponse: { id, name, response } }] },
    toolCallResult,
  });
const shell = (exitCode: number | null, outcome: string, output = "o"): Record<string, unknown> => ({
  type: "shell_result",
  version: 1,
  exitCode,
  outcome,
  output,
});
const system = (subtype: string, systemPayload: unknown, more: Record<string, unknown> = {}): Record<string, unknown> =>
  record("system", { subtype, systemPayload, ...more });
const tell = (...records: readonly unknown[]): SessionEvent[] => tellRecords(qwenFormat, records);
const results = (...records: readonly unknown[]): unknown[] => only(tell(...records), "result");

describe("a session of Qwen Code", () => {
  it("tells session, prompt, answer, use of the context, command and its end", () => {
    const prompt = said("mend it");
    const call = called(
      "c1",
      "run_shell_command",
      { command: "npm test", directory: "/srv/shop" },
      {
        usageMetadata: { promptTokenCount: 900, candidatesTokenCount: 10, totalTokenCount: 910 },
        contextWindowSize: 262144,
      },
    );
    const end = ended(
      "c1",
      "run_shell_command",
      { error: "Command: …" },
      { callId: "c1", status: "error", resultDisplay: shell(3, "failed", "no") },
    );
    expect(tell(prompt, call, end)).toEqual([
      { kind: "session", id: "s-1", version: "0.24.4", cwd: "/srv/shop", branch: "main", at },
      { kind: "prompt", text: "mend it", at, id: prompt["uuid"] },
      { kind: "session", model: "q-3", at },
      {
        kind: "call",
        callId: "c1",
        tool: "command",
        name: "run_shell_command",
        at,
        agent: null,
        command: "npm test",
        cwd: "/srv/shop",
      },
      { kind: "usage", tokens: 910, window: 262144, at },
      { kind: "result", callId: "c1", at, outcome: "failed", exitCode: 3, codeSource: "structured", output: "no" },
    ]);
  });

  it.each([
    ["passing", shell(0, "completed"), "ok", 0, "structured"],
    ["failing", shell(2, "failed"), "failed", 2, "structured"],
    ["cancelled", shell(null, "cancelled"), "interrupted", null, "unknown"],
    ["out of time", shell(null, "timed_out"), "failed", null, "unknown"],
    ["of a shape that is not known", { ...shell(0, "completed"), exitCode: "0" }, "failed", 7, "text"],
    ["of a build without a structure", "shown", "failed", 7, "text"],
  ])("a command that is %s", (_name, resultDisplay, outcome, exitCode, codeSource) => {
    const text = "Command: a\nDirectory: (root)\nOutput: o\nError: (none)\nExit Code: 7\nSignal: (none)";
    const end = ended("c1", "run_shell_command", { output: text }, { callId: "c1", status: "success", resultDisplay });
    expect(results(called("c1", "run_shell_command", { command: "a" }), end)).toMatchObject([
      { outcome, exitCode, codeSource, output: "o" },
    ]);
  });

  it("calls that were cancelled while they ran are one interruption of their turn, also read on between", () => {
    const cut = (id: string): object =>
      ended(id, "run_shell_command", { output: "" }, { callId: id, resultDisplay: shell(null, "cancelled") });
    const call = (id: string): object => called(id, "run_shell_command", { command: "sleep 60" });
    const records = [call("c1"), call("c2"), cut("c1"), cut("c2")];
    for (const between of [false, true]) {
      expect(only(tellRecords(qwenFormat, records, between), "interrupt")).toEqual([
        { kind: "interrupt", at, detail: null },
      ]);
    }
    const late = ended(
      "c1",
      "run_shell_command",
      { output: "" },
      { callId: "c1", resultDisplay: shell(null, "timed_out") },
    );
    expect(only(tellRecords(qwenFormat, [call("c1"), late], false), "interrupt")).toEqual([]);
  });

  it("a call with wrong arguments was not run", () => {
    const end = ended(
      "c1",
      "list_directory",
      { error: "nope" },
      { callId: "c1", status: "error", errorType: "invalid_tool_params" },
    );
    expect(results(called("c1", "list_directory", {}), end)).toMatchObject([{ outcome: "not_run" }]);
  });

  it("tells files and todos of the call when the result comes, also when it is read on between", () => {
    const records = [
      called("c1", "edit", { file_path: "/srv/shop/a.ts" }),
      called("c2", "todo_write", { todos: [{ id: "1", content: "mend", status: "in_progress" }] }),
      ended("c1", "edit", { output: "ok" }),
      ended("c2", "todo_write", { output: "ok" }),
    ];
    for (const between of [false, true]) {
      const events = tellRecords(qwenFormat, records, between);
      expect(only(events, "edit")).toEqual([{ kind: "edit", path: "/srv/shop/a.ts", at, how: "update" }]);
      expect(only(events, "todos")).toEqual([{ kind: "todos", items: [{ text: "mend", status: "in_progress" }], at }]);
      expect(only(events, "call").length).toBe(2);
    }
  });

  it("a call id that a provider gives again is another call; a record that is read again is not", () => {
    const records = [
      called("call_0", "run_shell_command", { command: "a" }),
      ended("call_0", "run_shell_command", { output: "Output: a" }),
    ];
    const again = called("call_0", "run_shell_command", { command: "b" });
    const events = tell(
      ...records,
      ...records,
      again,
      ended("call_0", "run_shell_command", { output: "Output: b\nExit Code: 1" }),
    );
    expect(only(events, "call").map((one) => [one.callId, one.command])).toEqual([
      ["call_0", "a"],
      [`call_0#${String(again["uuid"])}`, "b"],
    ]);
    expect(only(events, "result").map((one) => [one.callId, one.exitCode])).toEqual([
      ["call_0", 0],
      [`call_0#${String(again["uuid"])}`, 1],
    ]);
  });

  it("calls without ids end in their order", () => {
    const first = called(undefined, "run_shell_command", { command: "a" });
    const second = called(undefined, "run_shell_command", { command: "b" });
    const end = (code: number): Record<string, unknown> =>
      ended(undefined, "run_shell_command", { output: `Output: x\nExit Code: ${code}` }, { status: "success" });
    expect(results(first, second, end(1), end(2))).toMatchObject([
      { callId: `${String(first["uuid"])}#0`, exitCode: 1 },
      { callId: `${String(second["uuid"])}#0`, exitCode: 2 },
    ]);
  });

  it("takes as prompts only the user's own words", () => {
    const events = tell(
      said("shown twice", { systemPayload: { displayText: "as shown", hookContext: "x" } }),
      record("user", {
        message: { role: "user", parts: [{ text: "mine" }, { text: "<qwen:user-prompt-submit-context>\nhook" }] },
      }),
      said("typed meanwhile", { subtype: "mid_turn_user_message" }),
      said("a task ended", { subtype: "notification" }),
      said("it is time", { subtype: "cron" }),
      said("reach the goal", { provenance: "goal_control" }),
      said("to the sub-agent", { agentId: "explore-1", isSidechain: true }),
    );
    expect(only(events, "prompt").map((one) => one.text)).toEqual(["as shown", "mine", "typed meanwhile"]);
  });

  it("calls of a sub-agent count as its own, its words do not", () => {
    const events = tell(
      called(
        "c1",
        "run_shell_command",
        { command: "ls" },
        { agentId: "explore-1", isSidechain: true, usageMetadata: { totalTokenCount: 5 } },
      ),
      record("assistant", { agentId: "explore-1", message: { role: "model", parts: [{ text: "found" }] } }),
    );
    expect(events).toEqual([
      { kind: "agent", id: "explore-1", at },
      {
        kind: "call",
        callId: "c1",
        tool: "command",
        name: "run_shell_command",
        at,
        agent: "explore-1",
        command: "ls",
        cwd: null,
      },
    ]);
  });

  it("tells compaction, end of turn, model, parent, files named with @ and errors of the API", () => {
    const events = tell(
      system("chat_compression", { info: {}, compressedHistory: [{ role: "user", parts: [{ text: "summary" }] }] }),
      system("turn_result", {}),
      system("session_model", { modelId: "q-4" }),
      system("parent_session", { parentSessionId: "s-0" }),
      system("at_command", { filesRead: ["a.md"], status: "success" }),
      system("ui_telemetry", { uiEvent: { "event.name": "qwen-code.api_error", error_message: "429" } }),
      system("ui_telemetry", { uiEvent: { "event.name": "qwen-code.api_response" } }),
      system("slash_command", { rawCommand: "/compress", phase: "invocation" }),
    );
    expect(events.slice(1)).toEqual([
      { kind: "compaction", at, detail: null },
      { kind: "turn_end", at, detail: null },
      { kind: "session", model: "q-4" },
      { kind: "session", parent: { id: "s-0", as: "agent" } },
      { kind: "read", path: "a.md", at },
      { kind: "api_error", at, detail: "429" },
    ]);
  });

  it("a rewind withdraws from the prompt that followed the record it goes back to", () => {
    const first = said("one", { uuid: "p1", parentUuid: null });
    const second = said("two", { uuid: "p2", parentUuid: "x1" });
    const third = said("three", { uuid: "p3", parentUuid: "x2" });
    for (const between of [false, true]) {
      const events = tellRecords(
        qwenFormat,
        [first, second, third, system("rewind", { truncatedCount: 4 }, { parentUuid: "x1" })],
        between,
      );
      expect(only(events, "rewind")).toEqual([{ kind: "rewind", drop: { from: "p2" } }]);
    }
    expect(only(tell(first, system("rewind", {}, { parentUuid: "p1" })), "rewind")).toEqual([]);
  });

  it("tells what changed of the session, and where a fork came from", () => {
    const events = tell(
      said("a"),
      said("b", { cwd: "/srv/shop/app", gitBranch: "fix" }),
      said("c", { forkedFrom: { sessionId: "s-0", messageUuid: "m" }, cwd: "/srv/shop/app", gitBranch: "fix" }),
    );
    expect(only(events, "session").slice(1)).toEqual([
      { kind: "session", cwd: "/srv/shop/app", branch: "fix", at },
      { kind: "session", parent: { id: "s-0", as: "fork" }, at },
    ]);
  });

  it("reads the documents of builds before 0.5", () => {
    const document = {
      sessionId: "s-1",
      projectHash: "h",
      messages: [
        { id: "u", type: "user", timestamp: at, content: "hello" },
        { id: "a", type: "qwen", timestamp: at, content: "hi" },
      ],
    };
    expect(tell(...(qwenFormat.recordsOf?.(document) ?? [])).map((one) => one.kind)).toEqual([
      "session",
      "prompt",
      "saying",
    ]);
    expect(qwenFormat.recordsOf?.({ ...document, messages: [] })).toBeNull();
  });

  it("claims its own records and not those of Claude Code", () => {
    expect(
      [said("a"), called("c", "x", {}), ended("c", "x", {}), system("rewind", {})].map(qwenFormat.isRecord),
    ).toEqual([true, true, true, true]);
    const claude = {
      uuid: "1",
      parentUuid: null,
      sessionId: "s",
      timestamp: at,
      type: "user",
      isSidechain: false,
      message: { role: "user", content: "hi" },
    };
    expect(
      [claude, { ...claude, type: "system", subtype: "compact_boundary", content: "x" }, null, []].map(
        qwenFormat.isRecord,
      ),
    ).toEqual([false, false, false, false]);
  });

  it("leaves measurements unparsed, but not errors of the API or talk about measurements", () => {
    const skips = (value: unknown): boolean | undefined =>
      qwenFormat.open(null).skips?.(rawLine(JSON.stringify(value)));
    expect(skips(system("ui_telemetry", { uiEvent: { "event.name": "qwen-code.api_response" } }))).toBe(true);
    expect(skips(system("attribution_snapshot", {}))).toBe(true);
    expect(skips(system("ui_telemetry", { uiEvent: { "event.name": "qwen-code.api_error" } }))).toBe(false);
    expect(skips(system("rewind", { subtype: "ui_telemetry" }))).toBe(false);
    expect(skips(said('"type":"system","subtype":"ui_telemetry"'))).toBe(false);
    expect(skips(called("c", "x", { type: "system", subtype: "ui_telemetry" }))).toBe(false);
  });

  it("tells of what it cannot read, and survives any value in any place", () => {
    expect(
      only(tell(5, record("novel", {}), { ...record("x", {}), type: 3 }), "unread").map((one) => one.reason),
    ).toEqual(["wrong_shape", "unknown_type", "wrong_shape"]);
    const whole = [
      said("a"),
      called("c", "todo_write", { todos: [{ content: "a", status: "b" }] }),
      ended("c", "todo_write", { output: "x" }, { callId: "c", status: "success", resultDisplay: shell(1, "failed") }),
      system("at_command", { filesRead: ["a"], status: "success" }),
    ];
    for (const one of whole) for (const variant of variants(one, 6)) tell(...whole, variant);
  });
});
