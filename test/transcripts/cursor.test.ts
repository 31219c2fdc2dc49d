import { expect, test } from "vitest";
import { cursorFormat } from "../../src/transcripts/cursor/format.ts";
import { kinds, prompts, told } from "./small-clients.ts";

const text = (value: string) => ({ type: "text", text: value });
const say = (role: string, ...content: object[]) => ({ role, message: { content } });
const use = (name: string, input: object) => ({ type: "tool_use", name, input });

test("prompts stand in a tag; what the client adds does not belong to them", () => {
  const events = told(cursorFormat, [
    say("user", text("<attached_files>x</attached_files>\n<user_query>\ndo it\n</user_query>")),
    say("user", text("<external_links>\nx\n</external_links>")),
    say("user", text("<timestamp>now</timestamp>\nplain words")),
    say("user", { type: "tool_result", content: [text("output")] }),
  ]);
  expect(prompts(events)).toEqual(["do it", "plain words"]);
});

test("calls are told without results: no exit code, no file", () => {
  const events = told(cursorFormat, [
    say(
      "assistant",
      text("I will"),
      use("Shell", { command: "make", working_directory: "/w" }),
      use("Write", { path: "/w/a" }),
    ),
    say("assistant", use("Read", { path: "/w/b" }), {
      type: "tool_call",
      name: "run_terminal_cmd",
      input: { command: "ls" },
    }),
  ]);
  expect(kinds(events, "call").map(({ callId, tool, command, cwd }) => [callId, tool, command, cwd])).toEqual([
    ["call-1", "command", "make", "/w"],
    ["call-2", "edit", undefined, undefined],
    ["call-3", "read", undefined, undefined],
    ["call-4", "command", "ls", undefined],
  ]);
  expect(kinds(events, "result", "edit", "read")).toEqual([]);
  expect(cursorFormat.partial).toMatch(/tool results are not stored.*edit/);
});

test("todos replace the list, or are merged into it by id", () => {
  const todo = (merge: boolean, ...todos: object[]) => say("assistant", use("TodoWrite", { merge, todos }));
  const events = told(cursorFormat, [
    todo(false, { id: "a", content: "one", status: "in_progress" }, { id: "b", content: "two", status: "pending" }),
    todo(true, { id: "a", status: "completed" }, { id: "c", content: "three", status: "in_progress" }),
    todo(true, { id: "b", content: "two", status: "cancelled" }),
    todo(false, { id: "d", content: "four", status: "pending" }),
  ]);
  expect(
    kinds(events, "todos").map(({ items }) => items.map(({ text: words, status }) => `${words}=${status}`).join(" ")),
  ).toEqual([
    "one=in_progress two=todo",
    "one=done two=todo three=in_progress",
    "one=done three=in_progress",
    "four=todo",
  ]);
});

test("ends of turns, questions, the folder that the user trusted", () => {
  const events = told(
    cursorFormat,
    [
      say("assistant", use("AskQuestion", { questions: [{ prompt: "Which?" }] })),
      { type: "turn_ended", status: "success" },
      { type: "turn_ended", status: "aborted" },
    ],
    { ".workspace-trusted": '{"trustedAt":"x","workspacePath":"/w"}' },
  );
  expect(kinds(events, "session", "question", "turn_end", "interrupt")).toEqual([
    { kind: "session", cwd: "/w" },
    { kind: "question", id: "call-1", text: "Which?", at: null, answer: null },
    { kind: "turn_end", at: null, detail: "success" },
    { kind: "interrupt", at: null, detail: "aborted" },
  ]);
});

test("unknown records are counted", () => {
  expect(told(cursorFormat, [{ type: "new_thing" }, say("robot"), { role: "user" }])).toEqual([
    { kind: "unread", reason: "unknown_type", type: "new_thing" },
    { kind: "unread", reason: "unknown_type", type: "robot" },
    { kind: "unread", reason: "wrong_shape", type: "" },
  ]);
});
