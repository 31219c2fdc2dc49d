import { fields, list, numberOf, text, textOf, type Fields } from "../json-fields.ts";
import type { Extraction, RawRecord } from "../truth-event.ts";
import { EventLog, outcomeOf } from "./event-log.ts";
import { ownWords } from "./injected-text.ts";
import { toolUse } from "./tool-use.ts";

/** Factory's droid: the session store with Anthropic's blocks, and the stream of its print mode. */
export function droidEvents(records: readonly RawRecord[]): Extraction {
  const log = new EventLog();
  for (const record of records) {
    const { value } = record;
    log.begin(record, value["timestamp"]);
    if (value["type"] === "session_start" || value["type"] === "system") log.place(value["cwd"]);
    if (value["visibility"] === "user_only") continue;
    const role = fields(value["message"])["role"] ?? value["role"];
    said(log, role, text(value["text"]));
    for (const part of list(fields(value["message"])["content"]).map(fields)) block(log, role, part);
    const id = text(value["toolCallId"] ?? value["id"]);
    if (value["type"] === "tool_call") log.call(id, toolUse(text(value["toolName"]), fields(value["parameters"])));
    if (value["type"] === "tool_result") result(log, id, value["value"], value["isError"] === true);
  }
  return log.end();
}

function block(log: EventLog, role: unknown, part: Fields): void {
  if (part["type"] === "text") said(log, role, text(part["text"]));
  if (part["type"] === "tool_use") {
    const [name, input] = [text(part["name"]), fields(part["input"])];
    log.call(text(part["id"]), toolUse(name, input));
    if (name === "TodoWrite") {
      const todos = list(input["todos"]).map(fields);
      log.list(todos.map((todo) => ({ text: text(todo["content"]), done: todo["status"] === "completed" })));
    }
  }
  if (part["type"] === "tool_result")
    result(log, text(part["tool_use_id"]), part["content"], part["is_error"] === true);
}

function said(log: EventLog, role: unknown, words: string): void {
  if (role === "user") log.user(ownWords(words));
  if (role === "assistant") log.agent(words);
}

function result(log: EventLog, id: string, value: unknown, isError: boolean): void {
  const told = fields(value);
  const output = textOf(value) || [text(told["stdout"]), text(told["stderr"])].join("\n").trim();
  const exit =
    typeof told["exitCode"] === "number"
      ? told["exitCode"]
      : numberOf(/\bexit(?:ed with)? code:? (-?\d+)/i.exec(output));
  if (exit !== null) log.result(id, outcomeOf(exit), exit, output);
  else log.result(id, isError ? "failed" : "unknown", null, output);
}
