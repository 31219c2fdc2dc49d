import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/domain/session/session-event.ts";
import { geminiFormat } from "../../src/transcripts/gemini/format.ts";
import { sha256 } from "../../src/domain/digest.ts";
import { only, rawLine, tellRecords, variants } from "./tell-records.ts";

const at = (second: number): string => `2026-05-01T10:00:${String(second).padStart(2, "0")}.000Z`;
const metadata = {
  sessionId: "s-1",
  projectHash: sha256("/srv/shop"),
  startTime: at(0),
  lastUpdated: at(0),
  kind: "main",
};
const user = (id: string, text: string): Record<string, unknown> => ({
  id,
  timestamp: at(1),
  type: "user",
  content: [{ text }],
});
const answer = (id: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  id,
  timestamp: at(2),
  type: "gemini",
  content: "I look.",
  model: "g-3",
  tokens: { input: 100, output: 20, thoughts: 5, total: 125 },
  ...more,
});
const tool = (
  name: string,
  args: unknown,
  output: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({
  id: `call-${name}`,
  name,
  args,
  result: [{ functionResponse: { id: `call-${name}`, name, response: { output } } }],
  status: "success",
  timestamp: at(3),
  ...more,
});
const failing = tool("run_shell_command", { command: "npm test", dir_path: "/srv/shop" }, "Output: no\nExit Code: 1");
const tell = (...records: readonly unknown[]): SessionEvent[] => tellRecords(geminiFormat, records);
const aside = (name: string, text: string, ...records: readonly unknown[]): SessionEvent[] => {
  const events: SessionEvent[] = [];
  const reader = geminiFormat.open(null);
  reader.readAside?.(name, text, (event) => events.push(event));
  for (const record of records) reader.read(record, (event) => events.push(event));
  return events;
};

describe("a session of Gemini CLI", () => {
  it("tells session, prompt, answer, use of the context, command and its end", () => {
    expect(tell(metadata, user("u1", "mend it"), answer("a1", { toolCalls: [failing] }))).toEqual([
      { kind: "session", id: "s-1", at: at(0) },
      { kind: "prompt", text: "mend it", at: at(1), id: "u1" },
      { kind: "session", model: "g-3" },
      { kind: "saying", text: "I look.", at: at(2) },
      {
        kind: "call",
        callId: "call-run_shell_command",
        tool: "command",
        name: "run_shell_command",
        at: at(2),
        agent: null,
        command: "npm test",
        cwd: "/srv/shop",
      },
      {
        kind: "result",
        callId: "call-run_shell_command",
        at: at(3),
        outcome: "failed",
        exitCode: 1,
        codeSource: "text",
        output: "no",
      },
      { kind: "usage", tokens: 125, window: null, at: at(2) },
    ]);
  });

  it("tells a message that is written again only once, also when it is read on later", () => {
    const records = [
      metadata,
      user("u1", "mend it"),
      answer("a1"),
      answer("a1", { toolCalls: [{ ...failing, status: "executing", result: undefined }] }),
      answer("a1", { toolCalls: [failing] }),
      { id: "u2", timestamp: at(4), type: "user", content: failing["result"] },
      answer("a1", {
        toolCalls: [
          {
            ...failing,
            result: [{ functionResponse: { id: "call-run_shell_command", response: { output: "masked" } } }],
          },
        ],
      }),
    ];
    for (const between of [false, true]) {
      const events = tellRecords(geminiFormat, records, between);
      expect(
        ["prompt", "saying", "usage", "call", "result"].map((kind) => events.filter((one) => one.kind === kind).length),
      ).toEqual([1, 1, 1, 1, 1]);
      expect(only(events, "result")[0]?.exitCode).toBe(1);
    }
  });

  it("leaves a call open that has no result", () => {
    const events = tell(
      metadata,
      answer("a1", { toolCalls: [{ ...failing, status: "executing", result: undefined }] }),
    );
    expect([only(events, "call").length, only(events, "result").length]).toEqual([1, 0]);
  });

  it.each([
    ["denied", "cancelled", "[Operation Cancelled] Reason: User denied execution.", "not_run"],
    ["cut off", "cancelled", "[Operation Cancelled] Reason: User cancelled the operation.", "interrupted"],
    ["refused by a policy", "error", "Tool execution denied by policy.", "not_run"],
    ["given wrong arguments", "error", "params must have required property 'command'", "not_run"],
    ["not started", "error", "spawn bash ENOENT", "failed"],
  ])("a command that was %s has no exit code", (_name, status, error, outcome) => {
    const call = { ...failing, status, result: [{ functionResponse: { id: failing["id"], response: { error } } }] };
    expect(only(tell(metadata, answer("a1", { toolCalls: [call] })), "result")).toMatchObject([
      { outcome, exitCode: null, codeSource: "unknown" },
    ]);
  });

  it("tells files that were changed or read, and the todo list, when the call ended well", () => {
    const calls = [
      tool(
        "write_file",
        { file_path: "/srv/shop/new.ts" },
        "Successfully created and wrote to new file: /srv/shop/new.ts.",
      ),
      tool("replace", { file_path: "sum.ts" }, "Successfully modified file"),
      tool("read_file", { absolute_path: "/srv/shop/README.md" }, "text"),
      tool("read_many_files", { include: ["a.md", "src/**"] }, "text"),
      tool(
        "write_todos",
        {
          todos: [
            { description: "a", status: "completed" },
            { description: "b", status: "in_progress" },
            { description: "c", status: "pending" },
            { description: "d", status: "cancelled" },
          ],
        },
        "ok",
      ),
    ];
    const events = tell(metadata, answer("a1", { toolCalls: calls }));
    expect(events.filter((one) => one.kind === "edit" || one.kind === "read")).toEqual([
      { kind: "edit", path: "/srv/shop/new.ts", at: at(3), how: "add" },
      { kind: "edit", path: "sum.ts", at: at(3), how: "update" },
      { kind: "read", path: "/srv/shop/README.md", at: at(3) },
      { kind: "read", path: "a.md", at: at(3) },
    ]);
    expect(only(events, "todos")[0]?.items).toEqual([
      { text: "a", status: "done" },
      { text: "b", status: "in_progress" },
      { text: "c", status: "todo" },
    ]);
    const failed = calls.map((call) => ({ ...call, status: "error" }));
    expect(
      tell(metadata, answer("a1", { toolCalls: failed })).some((one) => ["edit", "read", "todos"].includes(one.kind)),
    ).toBe(false);
  });

  it("tells a question, and its answer when there is one", () => {
    const ask = tool(
      "ask_user",
      { questions: [{ question: "Which port?", header: "Port" }] },
      '{"answers":{"0":"8080"}}',
    );
    expect(only(tell(metadata, answer("a1", { toolCalls: [ask] })), "question").map((one) => one.answer)).toEqual([
      null,
      "8080",
    ]);
    expect(
      only(tell(metadata, answer("a1", { toolCalls: [{ ...ask, status: "cancelled" }] })), "question").map(
        (one) => one.answer,
      ),
    ).toEqual([null]);
  });

  it.each([
    ["the context that the client gives", { content: [{ text: "<session_context>\nToday" }] }],
    ["a tool's result", { content: [{ functionResponse: { id: "x", response: { output: "o" } } }] }],
    ["the client's nudge to go on", { content: "Please continue." }],
    ["nothing", { content: "" }],
  ])("takes no prompt from %s", (_name, fields) => {
    expect(only(tell(metadata, { ...user("u1", ""), ...fields }), "prompt")).toEqual([]);
  });

  it("takes from a prompt what the user wrote, without the files that it names", () => {
    const content = [{ text: "see @a.md" }, { text: "\n--- Content from referenced files ---" }];
    expect(only(tell(metadata, { ...user("u1", ""), content }), "prompt")[0]?.text).toBe("see @a.md");
    expect(only(tell(metadata, { ...user("u1", ""), content, displayContent: "shown" }), "prompt")[0]?.text).toBe(
      "shown",
    );
  });

  it("a checkpoint of all messages tells nothing twice; one that replaces them is a compaction", () => {
    const before = [metadata, user("u1", "mend it"), answer("a1", { toolCalls: [failing] })];
    const again = {
      $set: {
        messages: [
          user("u0", "<session_context>"),
          before[1],
          {
            ...answer("a1"),
            content: [
              { text: "I look." },
              { functionCall: { id: failing["id"], name: "run_shell_command", args: {} } },
            ],
          },
          { ...user("a1_response", ""), content: failing["result"] },
        ],
        lastUpdated: at(5),
      },
    };
    expect(tell(...before, again)).toEqual(tell(...before));
    const compressed = {
      $set: {
        messages: [user("u8", "a summary of it all"), answer("a8", { content: "Got it." }), user("u9", "mend it")],
        lastUpdated: at(6),
      },
    };
    expect(tell(...before, compressed).slice(tell(...before).length)).toEqual([
      { kind: "compaction", at: at(6), detail: null },
      { kind: "usage", tokens: 125, window: null, at: at(2) },
    ]);
  });

  it("a checkpoint at the beginning tells the messages that it holds", () => {
    expect(only(tell(metadata, { $set: { messages: [user("u1", "mend it"), answer("a1")] } }), "prompt").length).toBe(
      1,
    );
  });

  it("a rewind names the message with which the withdrawn part begins", () => {
    expect(only(tell(metadata, user("u1", "a"), { $rewindTo: "u1" }), "rewind")).toEqual([
      { kind: "rewind", drop: { from: "u1" } },
    ]);
  });

  it("marks a cancelled request and a failing API", () => {
    const events = tell(
      metadata,
      { ...user("i1", "Request cancelled."), type: "info" },
      { ...user("e1", "[API Error: 500]"), type: "error" },
      { ...user("i2", "Switched"), type: "info" },
    );
    expect(events.slice(1)).toEqual([
      { kind: "interrupt", at: at(1), detail: "Request cancelled." },
      { kind: "api_error", at: at(1), detail: "[API Error: 500]" },
    ]);
  });

  it.each([
    ["the marker beside the chats", aside(".project_root", "/srv/shop\n", metadata)],
    [
      "the list of projects, by the hash",
      aside("projects.json", '{"projects":{"/srv/other":"o","/srv/shop":"shop"}}', metadata),
    ],
    [
      "the context that the client gives",
      tell(metadata, user("u0", "<session_context>\n- **Workspace Directories:**\n  - /srv/shop\n- more")),
    ],
    ["a sub-agent's own metadata", tell({ ...metadata, kind: "subagent", directories: ["/srv/shop"] })],
  ])("finds the folder by %s", (_name, events) => {
    expect(only(events, "session").find((one) => one.cwd !== undefined)?.cwd).toBe("/srv/shop");
  });

  it.each(["shop", "", "../x"])("takes no folder from the marker %j", (text) => {
    expect(aside(".project_root", text, metadata).some((one) => one.kind === "session" && one.cwd !== undefined)).toBe(
      false,
    );
  });

  it("reads the documents of older builds, and those without ids", () => {
    const document = { ...metadata, messages: [user("u1", "mend it"), answer("a1", { toolCalls: [failing] })] };
    expect(tell(...(geminiFormat.recordsOf?.(document) ?? []))).toEqual(tell(metadata, ...document.messages));
    const early = {
      history: [
        { role: "user", parts: [{ text: "hello" }], ts: 1695000000 },
        { role: "model", parts: [{ text: "hi" }], ts: 1695000005 },
      ],
    };
    expect(tell(...(geminiFormat.recordsOf?.(early) ?? []))).toMatchObject([
      { kind: "prompt", text: "hello", at: "2023-09-18T01:20:00.000Z" },
      { kind: "saying", text: "hi" },
    ]);
  });

  it.each([
    ["a document of another client", { info: {}, messages: [] }],
    ["a Qwen document", { ...metadata, messages: [{ type: "qwen" }] }],
    ["a list", []],
    ["a number", 2],
  ])("does not claim %s", (_name, document) => {
    expect(geminiFormat.recordsOf?.(document)).toBeNull();
  });

  it("claims its own records only", () => {
    expect(
      [metadata, user("u", "a"), answer("a"), { $set: {} }, { $rewindTo: "u" }].map(geminiFormat.isRecord),
    ).toEqual([true, true, true, true, true]);
    expect(
      [{ uuid: "1", sessionId: "s", type: "user" }, { type: "session_meta" }, null, 3, []].map(geminiFormat.isRecord),
    ).toEqual([false, false, false, false, false]);
  });

  it("leaves unparsed only lines that hold the time of the last change", () => {
    const skips = (text: string): boolean | undefined => geminiFormat.open(null).skips?.(rawLine(text));
    expect(skips(JSON.stringify({ $set: { lastUpdated: at(1) } }))).toBe(true);
    expect(skips(JSON.stringify({ $set: { lastUpdated: at(1), summary: "x" } }))).toBe(false);
    expect(skips(JSON.stringify({ $set: { messages: [] } }))).toBe(false);
    expect(skips(JSON.stringify(user("u1", '{"$set":{"lastUpdated":"')))).toBe(false);
  });

  it("tells of what it cannot read, and survives any value in any place", () => {
    expect(only(tell(metadata, 5, { id: "x", type: "novel", content: "" }, { id: "y" }), "unread")).toEqual([
      { kind: "unread", reason: "wrong_shape", type: "record" },
      { kind: "unread", reason: "unknown_type", type: "novel" },
      { kind: "unread", reason: "wrong_shape", type: "record" },
    ]);
    const whole = answer("a1", {
      toolCalls: [failing, tool("write_todos", { todos: [{ description: "a", status: "done" }] }, "ok")],
    });
    for (const record of [metadata, user("u1", "a"), whole, { $set: { messages: [whole] } }]) {
      for (const variant of variants(record, 6)) tell(variant, whole);
    }
  });
});
