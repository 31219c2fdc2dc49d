import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/domain/session/session-event.ts";
import { opencodeFormat } from "../../src/transcripts/opencode/format.ts";
import { only, tellRecords, variants } from "./tell-records.ts";

const t0 = 1767225600000;
const iso = (after: number): string => new Date(t0 + after).toISOString();
const session = {
  id: "ses_1",
  projectID: "p",
  directory: "/srv/shop",
  version: "1.18.0",
  time: { created: t0, updated: t0 + 9 },
};
type Part = Record<string, unknown>;
const user = (id: string, ...parts: Part[]): Record<string, unknown> => ({
  info: { id, sessionID: "ses_1", role: "user", time: { created: t0 + 1 }, model: { modelID: "m-1" } },
  parts: parts.map((part, index) => ({ id: `${id}-p${index}`, sessionID: "ses_1", messageID: id, ...part })),
});
const answer = (id: string, parts: Part[], info: Record<string, unknown> = {}): Record<string, unknown> => ({
  info: {
    id,
    sessionID: "ses_1",
    role: "assistant",
    time: { created: t0 + 2, completed: t0 + 8 },
    modelID: "m-1",
    ...info,
  },
  parts: parts.map((part, index) => ({ id: `${id}-p${index}`, sessionID: "ses_1", messageID: id, ...part })),
});
const text = (words: string, more: Part = {}): Part => ({ type: "text", text: words, ...more });
const tool = (name: string, input: unknown, state: Part = {}): Part => ({
  type: "tool",
  tool: name,
  callID: `call_${name}`,
  state: { status: "completed", input, output: "out", metadata: {}, time: { start: t0 + 3, end: t0 + 5 }, ...state },
});
const bash = (metadata: unknown, state: Part = {}): Part =>
  tool("bash", { command: "npm test", workdir: "/srv/shop" }, { metadata, ...state });
const tell = (...records: readonly unknown[]): SessionEvent[] => tellRecords(opencodeFormat, records);
const inAnswer = (...parts: Part[]): SessionEvent[] => tell(session, answer("m1", parts));

describe("a session of OpenCode", () => {
  it("tells session, prompt, command and its end, answer, use of the context, end of the turn", () => {
    const tokens = { input: 900, output: 80, reasoning: 30, cache: { read: 20, write: 5 } };
    expect(
      tell(
        session,
        user("u1", text("mend it")),
        answer("m1", [bash({ exit: 1 }), text("Done.", { time: { start: t0 + 6, end: t0 + 7 } })], {
          tokens,
          finish: "stop",
        }),
      ),
    ).toEqual([
      { kind: "session", id: "ses_1", version: "1.18.0", cwd: "/srv/shop", at: iso(0) },
      { kind: "session", model: "m-1" },
      { kind: "prompt", text: "mend it", at: iso(1), id: "u1" },
      {
        kind: "call",
        callId: "call_bash",
        tool: "command",
        name: "bash",
        at: iso(3),
        agent: null,
        command: "npm test",
        cwd: "/srv/shop",
      },
      {
        kind: "result",
        callId: "call_bash",
        at: iso(5),
        outcome: "failed",
        exitCode: 1,
        codeSource: "structured",
        output: "out",
        durationMs: 2,
      },
      { kind: "saying", text: "Done.", at: iso(7) },
      { kind: "usage", tokens: 1005, window: null, at: iso(8) },
      { kind: "turn_end", at: iso(8), detail: "stop" },
    ]);
  });

  it.each([
    ["passing", bash({ exit: 0 }), "ok", 0, "structured"],
    [
      "aborted by the user",
      bash({ exit: null }, { output: "a\n\n<bash_metadata>\nUser aborted the command\n</bash_metadata>" }),
      "interrupted",
      null,
      "unknown",
    ],
    [
      "out of time",
      bash(
        { exit: null },
        {
          output:
            "a\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout 10 ms.\n</shell_metadata>",
        },
      ),
      "failed",
      null,
      "unknown",
    ],
    [
      "aborted before its end",
      bash(undefined, { status: "error", error: "Tool execution aborted", output: "a" }),
      "interrupted",
      null,
      "unknown",
    ],
    [
      "rejected",
      bash(undefined, { status: "error", error: "The user rejected permission to use this specific tool call." }),
      "not_run",
      null,
      "unknown",
    ],
    [
      "forbidden by a rule",
      bash(undefined, {
        status: "error",
        error: "The user has specified a rule which prevents you from using this specific tool call.",
      }),
      "not_run",
      null,
      "unknown",
    ],
    ["failing as a tool", bash(undefined, { status: "error", error: "spawn ENOENT" }), "failed", null, "unknown"],
    ["ended without a code", bash({ output: "x" }), "unknown", null, "unknown"],
    ["of a build that knew other words", bash(undefined, { status: "success" }), "unknown", null, "unknown"],
    ["with a code that is none", bash({ exit: "0" }), "unknown", null, "unknown"],
  ])("a command that is %s", (_name, part, outcome, exitCode, codeSource) => {
    expect(only(inAnswer(part), "result")).toMatchObject([{ outcome, exitCode, codeSource }]);
  });

  it("keeps of the output what the command printed", () => {
    const outputOf = (output: unknown, metadata: unknown = { exit: 0 }): unknown =>
      only(inAnswer(bash(metadata, { output })), "result")[0]?.output;
    expect(outputOf("a\n\n<bash_metadata>\nbash tool truncated output\n</bash_metadata>")).toBe("a");
    expect(outputOf("(no output)")).toBe("");
    expect(outputOf(undefined, { exit: 0, output: "kept here" })).toBe("kept here");
    expect(outputOf(undefined)).toBeNull();
  });

  it("a running call stays open, one still being written has not begun, and the end of a call is told when it comes", () => {
    expect(inAnswer(bash({}, { status: "pending" })).some((one) => one.kind === "call")).toBe(false);
    const running = answer("m1", [bash({}, { status: "running" })], { time: { created: t0 + 2 } });
    expect([only(tell(session, running), "call").length, only(tell(session, running), "result").length]).toEqual([
      1, 0,
    ]);
    for (const between of [false, true]) {
      const events = tellRecords(
        opencodeFormat,
        [session, running, answer("m1", [bash({ exit: 2 })]), answer("m1", [bash({ exit: 2 })])],
        between,
      );
      expect([only(events, "call").length, only(events, "result").map((one) => one.exitCode)]).toEqual([1, [2]]);
    }
  });

  it("calls that share an id because a provider gives it again, or because it was blacked out, stay apart", () => {
    const blacked = { ...bash({ exit: 0 }), id: "X", callID: "X" };
    const document = {
      info: session,
      messages: [answer("X", [blacked, { ...bash({ exit: 4 }), id: "X", callID: "X" }]), answer("X", [blacked])],
    };
    for (const between of [false, true]) {
      const events = tellRecords(opencodeFormat, opencodeFormat.recordsOf?.(document) ?? [], between);
      expect(new Set(only(events, "call").map((one) => one.callId)).size).toBe(3);
      expect(only(events, "result").map((one) => one.exitCode)).toEqual([0, 4, 0]);
    }
  });

  it("tells files that were changed or read, each once", () => {
    const files = [
      { filePath: "/srv/shop/a.ts", type: "add" },
      { filePath: "/srv/shop/b.ts", type: "delete" },
      { filePath: "/srv/shop/c.ts", type: "update", movePath: "/srv/shop/d.ts" },
    ];
    const patchText =
      "*** Begin Patch\n*** Add File: e.ts\n+x\n*** Update File: f.ts\n*** Move to: g.ts\n*** Delete File: h.ts\n*** End Patch";
    const events = inAnswer(
      tool("edit", { filePath: "/srv/shop/x.ts", oldString: "a" }),
      { ...tool("edit", { filePath: "/srv/shop/y.ts", oldString: "" }), callID: "c2" },
      tool("write", { filePath: "/srv/shop/z.ts" }, { metadata: { exists: false } }),
      tool("apply_patch", { patchText: "" }, { metadata: { files } }),
      tool("patch", { patchText }),
      tool("read", { filePath: "/srv/shop/README.md" }),
      {
        ...tool("read", { filePath: "/srv/shop" }, { output: "<path>/srv/shop</path>\n<type>directory</type>" }),
        callID: "c3",
      },
      { type: "patch", hash: "1", files: ["/srv/shop/x.ts", "/srv/shop/by-command.ts"] },
    );
    expect(
      events.flatMap((one) => (one.kind === "edit" || one.kind === "read" ? [[one.path, one.how ?? one.kind]] : [])),
    ).toEqual([
      ["/srv/shop/x.ts", "update"],
      ["/srv/shop/y.ts", "add"],
      ["/srv/shop/z.ts", "add"],
      ["/srv/shop/a.ts", "add"],
      ["/srv/shop/b.ts", "delete"],
      ["/srv/shop/c.ts", "delete"],
      ["/srv/shop/d.ts", "move"],
      ["e.ts", "add"],
      ["f.ts", "delete"],
      ["g.ts", "move"],
      ["h.ts", "delete"],
      ["/srv/shop/README.md", "read"],
      ["/srv/shop/by-command.ts", "edit"],
    ]);
    expect(
      inAnswer(tool("edit", { filePath: "/a" }, { status: "error", error: "no match" })).some(
        (one) => one.kind === "edit",
      ),
    ).toBe(false);
  });

  it("the todo list comes from the tool, and from the list that is kept beside", () => {
    const todos = [
      { content: "a", status: "completed" },
      { content: "b", status: "in_progress" },
      { content: "c", status: "pending" },
      { content: "d", status: "cancelled" },
    ];
    const items = [
      { text: "a", status: "done" },
      { text: "b", status: "in_progress" },
      { text: "c", status: "todo" },
    ];
    expect(only(inAnswer(tool("todowrite", { todos })), "todos")).toEqual([{ kind: "todos", items, at: iso(5) }]);
    expect(only(tell(todos), "todos")).toEqual([{ kind: "todos", items, at: null }]);
    expect(only(tell(session, { sessionID: "ses_1", todos, time: { updated: t0 } }), "todos")).toEqual([
      { kind: "todos", items, at: iso(0) },
    ]);
    expect(only(tell(session, { sessionID: "ses_2", todos }), "todos")).toEqual([]);
  });

  it("takes as prompts only the user's own words", () => {
    const events = tell(
      session,
      user("u1", text("mine"), text("file body", { synthetic: true }), text("hidden", { ignored: true }), {
        type: "file",
        url: "file:///a",
      }),
      user("u2", text("go on", { synthetic: true })),
      user("u1", text("mine")),
    );
    expect(only(events, "prompt").map((one) => one.text)).toEqual(["mine"]);
  });

  it("a compaction is told once, whether its message or only its summary shows it; the summary is nobody's answer", () => {
    const asked = user("u2", { type: "compaction", auto: true });
    const summary = answer("m2", [text("the summary")], {
      summary: true,
      parentID: "u2",
      mode: "compaction",
      tokens: { input: 5, output: 5 },
      finish: "stop",
    });
    expect(tell(session, asked, summary).slice(2)).toEqual([{ kind: "compaction", at: iso(1), detail: "auto" }]);
    expect(tell(session, summary).slice(2)).toEqual([{ kind: "compaction", at: iso(8), detail: null }]);
    // Other messages carry a summary of their diff under the same name.
    expect(only(tell(session, answer("m3", [], { summary: { title: null, body: "" } })), "compaction")).toEqual([]);
  });

  it("marks an interruption and errors of the API", () => {
    const events = tell(
      session,
      answer("m1", [], { error: { name: "MessageAbortedError", data: { message: "aborted" } } }),
      answer("m2", [{ type: "retry", error: { name: "APIError", data: { message: "429" } }, time: { created: t0 } }], {
        error: { name: "ProviderAuthError", data: {} },
      }),
    );
    expect(events.slice(2)).toEqual([
      { kind: "interrupt", at: iso(8), detail: "MessageAbortedError: aborted" },
      { kind: "api_error", at: iso(0), detail: "APIError: 429" },
      { kind: "api_error", at: iso(8), detail: "ProviderAuthError" },
    ]);
  });

  it("tells a question, and its answer when there is one", () => {
    const asked = tool("question", { questions: [{ question: "Which port?" }] }, { status: "running" });
    const answered = tool(
      "question",
      { questions: [{ question: "Which port?" }] },
      { metadata: { answers: [["8080"]] } },
    );
    expect(
      only(tell(session, answer("m1", [asked]), answer("m1", [answered]), answer("m1", [answered])), "question").map(
        (one) => one.answer,
      ),
    ).toEqual([null, "8080"]);
    expect(only(inAnswer(answered), "question").map((one) => one.answer)).toEqual(["8080"]);
  });

  it("sessions of sub-agents count with their calls and files, not with their words", () => {
    const child = { ...session, id: "ses_2", parentID: "ses_1" };
    const info = { sessionID: "ses_2", tokens: { total: 9 }, finish: "stop", error: { name: "MessageAbortedError" } };
    const events = tell(
      session,
      child,
      { ...user("u2", text("look")), info: { id: "u2", sessionID: "ses_2", role: "user", time: {} } },
      answer("m2", [text("found"), bash({ exit: 0 }), tool("read", { filePath: "/a" })], info),
    );
    expect(events.slice(1).map((one) => [one.kind, one.kind === "call" ? one.agent : null])).toEqual([
      ["agent", null],
      ["call", "ses_2"],
      ["result", null],
      ["call", "ses_2"],
      ["result", null],
      ["read", null],
    ]);
    expect(only(inAnswer(tool("task", {}, { metadata: { sessionId: "ses_2" } })), "agent")).toMatchObject([
      { id: "ses_2" },
    ]);
    expect(only(tell(child), "session")).toMatchObject([{ id: "ses_2", parent: { id: "ses_1", as: "agent" } }]);
  });

  it("what was taken back is told at the end", () => {
    const events = tell({ ...session, revert: { messageID: "u1" } }, user("u1", text("a")));
    expect(events.at(-1)).toEqual({ kind: "rewind", drop: { from: "u1" } });
  });

  it.each([
    ["a session", session, ["session"]],
    [
      "a message",
      {
        id: "m",
        sessionID: "ses_1",
        role: "assistant",
        time: { created: t0 },
        tokens: { input: 3, output: 1 },
        error: { name: "MessageAbortedError" },
      },
      ["session", "usage", "interrupt"],
    ],
    ["a tool's part", { id: "p", sessionID: "s", messageID: "m", ...bash({ exit: 1 }) }, ["session", "call", "result"]],
    ["a text, of whom is not known", { id: "p", messageID: "m", ...text("hello") }, []],
    ["a text without its message", { id: "p", ...text("hello"), time: { start: t0 } }, []],
    ["a compaction", { id: "p", messageID: "m", type: "compaction", auto: false }, ["compaction"]],
    ["a todo list", [{ content: "a", status: "pending", id: "1" }], ["todos"]],
  ])("a file of the older storage with %s is read as what it is", (_name, document, kinds) => {
    expect(opencodeFormat.isRecord(document)).toBe(true);
    expect(tell(...(opencodeFormat.recordsOf?.(document) ?? ["none"])).map((one) => one.kind)).toEqual(kinds);
  });

  it.each([
    ["a number", 2],
    ["an empty list", []],
    ["a Gemini document", { sessionId: "s", projectHash: "h", messages: [] }],
    ["a Codex record", { timestamp: "t", type: "session_meta", payload: { id: "x" } }],
    ["a pi session", { type: "session", id: "x", version: 3, cwd: "/w" }],
  ])("does not claim %s", (_name, document) => {
    expect([opencodeFormat.recordsOf?.(document), opencodeFormat.isRecord(document)]).toEqual([null, false]);
  });

  it("tells of what it cannot read, and survives any value in any place", () => {
    expect(
      only(tell(session, 5, { type: "novel" }, answer("m1", [{ type: "hologram" }, { type: "tool" }])), "unread").map(
        (one) => [one.reason, one.type],
      ),
    ).toEqual([
      ["wrong_shape", "record"],
      ["unknown_type", "novel"],
      ["unknown_type", "hologram"],
      ["wrong_shape", "tool"],
    ]);
    const whole = answer(
      "m1",
      [
        bash({ exit: 1 }),
        tool("todowrite", { todos: [{ content: "a", status: "b" }] }),
        tool("apply_patch", {}, { metadata: { files: [{ filePath: "a", type: "b" }] } }),
      ],
      { tokens: { cache: { read: 1 } }, error: { name: "x", data: { message: "y" } } },
    );
    for (const record of [session, user("u1", text("a")), whole]) {
      for (const variant of variants(record, 7)) {
        tell(session, variant, whole);
        for (const _ of opencodeFormat.recordsOf?.({ info: session, messages: [variant] }) ?? []) continue;
      }
    }
  });
});
