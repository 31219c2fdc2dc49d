import { describe, expect, test } from "vitest";
import { piFormat } from "../../src/transcripts/pi/format.ts";
import { endings, kinds, prompts, told } from "./small-clients.ts";

const at = "2026-01-02T03:04:05.006Z";
let count = 0;
let last: string | null = null;

function record(
  type: string,
  fields: object,
  parentId: string | null = last,
): Record<string, unknown> & { id: string } {
  const id = `r${++count}`;
  last = id;
  return { type, id, parentId, timestamp: at, ...fields };
}
const message = (fields: object, parent?: string | null) =>
  record("message", { message: { timestamp: 1, ...fields } }, parent ?? last);
const user = (text: string, parent?: string | null) =>
  message({ role: "user", content: [{ type: "text", text }] }, parent);
const call = (id: string, name: string, args: object, stopReason = "toolUse") =>
  message({ role: "assistant", content: [{ type: "toolCall", id, name, arguments: args }], model: "m", stopReason });
const result = (toolCallId: string, text: string, isError: boolean, toolName = "bash", details: object = {}) =>
  message({ role: "toolResult", toolCallId, toolName, content: [{ type: "text", text }], isError, details });
const ran = (text: string, isError: boolean): string[] =>
  endings(told(piFormat, [call("c", "bash", { command: "make" }), result("c", text, isError)]));

describe("exit codes of pi", () => {
  test.each([
    [
      "a failing command names its code in the last line",
      "out\n\nCommand exited with code 2",
      true,
      'failed 2 text "out"',
    ],
    [
      "a failing command that printed nothing",
      "(no output)\n\nCommand exited with code 127",
      true,
      'failed 127 text ""',
    ],
    ["a command killed by a signal keeps its negative code", "Command exited with code -9", true, 'failed -9 text ""'],
    ["a passing command has no code: 0 is inferred", "fine\n", false, 'ok 0 inferred "fine\\n"'],
    [
      "a passing command that only prints such a line",
      "x\n\nCommand exited with code 3",
      false,
      'ok 0 inferred "x\\n\\nCommand exited with code 3"',
    ],
    ["a timeout has no code", "half\n\nCommand timed out after 30 seconds", true, 'interrupted null unknown "half"'],
    ["an abort has no code", "Command aborted", true, 'interrupted null unknown ""'],
    [
      "a hook that blocks: nothing was executed",
      "Guard blocked this",
      true,
      'not_run null unknown "Guard blocked this"',
    ],
    [
      "an error without a code stays without one",
      "Test Results: 1 failed",
      true,
      'failed null unknown "Test Results: 1 failed"',
    ],
  ])("%s", (_, text, isError, expected) => {
    expect(ran(text, isError)).toEqual([`c: ${expected}`]);
  });

  test("`!command` of the user has its code in a field", () => {
    const events = told(piFormat, [
      message({ role: "bashExecution", command: "ls", output: "a", exitCode: 2, cancelled: false }),
      message({ role: "bashExecution", command: "sleep 9", output: "", exitCode: 130, cancelled: true }),
      message({ role: "bashExecution", command: "true", output: "", exitCode: null, cancelled: false }),
    ]);
    expect(kinds(events, "call").map((one) => one.command)).toEqual(["ls", "sleep 9", "true"]);
    expect(endings(events).map((line) => line.replace(/^\S+ /, ""))).toEqual([
      'failed 2 structured "a"',
      'interrupted null unknown ""',
      'unknown null unknown ""',
    ]);
  });

  test("calls of an answer that was aborted or failed were never executed", () => {
    const events = told(piFormat, [
      call("a", "bash", { command: "x" }, "aborted"),
      call("b", "bash", { command: "y" }, "error"),
    ]);
    expect(endings(events)).toEqual(["a: not_run null unknown null", "b: not_run null unknown null"]);
    expect(kinds(events, "interrupt", "api_error").map(({ kind }) => kind)).toEqual(["interrupt", "api_error"]);
  });

  test("a call that was killed has no result", () => {
    expect(endings(told(piFormat, [call("c", "bash", { command: "sleep 45" })]))).toEqual([]);
  });
});

test("edits and reads are told when they succeeded, whatever case the tool's name has", () => {
  const events = told(piFormat, [
    call("e", "edit", { path: "a.ts" }),
    result("e", "done", false, "edit"),
    call("w", "Write", { path: "b.ts" }),
    result("w", "no", true, "write"),
    call("r", "Read", { path: "c.ts" }),
    result("r", "text", false, "read"),
  ]);
  expect(kinds(events, "edit", "read")).toEqual([
    { kind: "edit", path: "a.ts", at, how: "update" },
    { kind: "read", path: "c.ts", at },
  ]);
});

test("the header tells folder and parent; its version is that of the format", () => {
  const header = {
    type: "session",
    version: 3,
    id: "s1",
    timestamp: at,
    cwd: "/w",
    parentSession: "/h/2026-01-01T00-00-00-000Z_s0.jsonl",
  };
  expect(told(piFormat, [header])).toEqual([
    { kind: "session", at, id: "s1", cwd: "/w", parent: { id: "s0", as: "fork" } },
  ]);
});

test("the model is told when it changes, tokens with every answer", () => {
  const usage = { input: 10, output: 2, cacheRead: 30, cacheWrite: 4 };
  const events = told(piFormat, [
    record("model_change", { modelId: "a" }),
    message({ role: "assistant", content: [], model: "a", usage }),
    message({ role: "assistant", content: [], model: "b", usage: { ...usage, totalTokens: 50 } }),
  ]);
  expect(kinds(events, "session").map(({ model }) => model)).toEqual(["a", "b"]);
  expect(kinds(events, "usage").map(({ tokens, window }) => [tokens, window])).toEqual([
    [46, null],
    [50, null],
  ]);
});

describe("the tree of pi", () => {
  test("prompts of an abandoned branch are taken back, its commands are not", () => {
    last = null;
    const first = user("first");
    const fork = message({ role: "assistant", content: [{ type: "text", text: "which?" }] });
    const old = user("old way");
    const command = call("c", "bash", { command: "make" });
    const events = told(piFormat, [first, fork, old, command, result("c", "ok", false), user("new way", fork.id)]);
    expect(prompts(events)).toEqual(["first", "old way", "new way"]);
    expect(kinds(events, "rewind")).toEqual([{ kind: "rewind", drop: { from: old.id } }]);
    expect(endings(events)).toEqual(['c: ok 0 inferred "ok"']);
  });

  test("going back to the old branch takes back the new one and tells the old prompts again", () => {
    last = null;
    const root = user("root");
    const old = user("old");
    const end = message({ role: "assistant", content: [] });
    const fresh = user("fresh", root.id);
    const events = kinds(told(piFormat, [root, old, end, fresh, record("label", {}, end.id)]), "prompt", "rewind");
    expect(events.slice(-2)).toEqual([
      { kind: "rewind", drop: { from: fresh.id } },
      { kind: "prompt", text: "old", at, id: old.id },
    ]);
  });

  test("a parent that was never read leaves everything in place", () => {
    last = null;
    const events = told(piFormat, [user("one"), user("two", "lost")]);
    expect(kinds(events, "rewind")).toEqual([]);
  });

  test("a linear file of the first version has no tree and no ids", () => {
    const v1 = (fields: object) => ({ type: "message", timestamp: at, message: { timestamp: 1, ...fields } });
    const events = told(piFormat, [
      { type: "session", id: "s", cwd: "/w", modelId: "m", timestamp: at },
      v1({ role: "user", content: "a" }),
      v1({ role: "user", content: "a" }),
    ]);
    expect(prompts(events)).toEqual(["a", "a"]);
    expect(kinds(events, "rewind")).toEqual([]);
  });
});

test("a compaction tells the files of its summary that no call of the file named", () => {
  const events = told(piFormat, [
    call("e", "edit", { path: "a" }),
    result("e", "", true, "edit"),
    record("compaction", { details: { readFiles: ["r"], modifiedFiles: ["a", "b"] } }),
  ]);
  expect(kinds(events, "compaction")).toEqual([{ kind: "compaction", at, detail: null }]);
  expect(kinds(events, "edit", "read").map(({ kind, path }) => `${kind} ${path}`)).toEqual(["read r", "edit b"]);
});

test("what extensions put in is no prompt; a skill's text is reduced to what the user typed", () => {
  const events = told(piFormat, [
    record("custom_message", { customType: "x", content: "do this" }),
    message({ role: "hookMessage", content: "do that" }),
    user('<skill name="commit" location="/s">\nlong text\n</skill>\n\nonly docs'),
  ]);
  expect(prompts(events)).toEqual(["/skill:commit only docs"]);
  expect(kinds(events, "unread")).toEqual([]);
});

test("questions of extension tools are told with their answer", () => {
  const events = told(piFormat, [
    call("q", "ask_user_question", { question: "Which?" }),
    result("q", "User selected: A", false, "ask_user_question", { answer: "A" }),
  ]);
  expect(kinds(events, "question").map(({ text, answer }) => [text, answer])).toEqual([
    ["Which?", null],
    ["Which?", "A"],
  ]);
});

test("sub-agents of extensions are told by the session that they ran in", () => {
  const details = { result: { results: [{ sessionId: "child-1" }, {}] }, results: [{ sessionId: "child-2" }] };
  const events = told(piFormat, [call("s", "spawn_pi", {}), result("s", "done", false, "spawn_pi", details)]);
  expect(kinds(events, "agent").map(({ id }) => id)).toEqual(["child-2", "child-1"]);
});

test("unknown records are counted", () => {
  expect(told(piFormat, [record("new_thing", {}), message({ role: "robot" }), 7])).toEqual([
    { kind: "unread", reason: "unknown_type", type: "new_thing" },
    { kind: "unread", reason: "wrong_shape", type: "message.robot" },
    { kind: "unread", reason: "wrong_shape", type: "" },
  ]);
});
