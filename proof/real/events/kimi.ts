import { fields, list, numberOf, parsed, text, textOf, type Fields } from "../json-fields.ts";
import type { Extraction, Outcome, RawRecord } from "../truth-event.ts";
import { EventLog } from "./event-log.ts";
import { ownWords } from "./injected-text.ts";
import { toolUse } from "./tool-use.ts";

/** Kimi CLI's wire and context, and Kimi Code's wire. */
export function kimiEvents(records: readonly RawRecord[]): Extraction {
  const log = new EventLog();
  for (const record of records) {
    const { value } = record;
    log.begin(record, value["timestamp"] ?? value["time"]);
    log.place(value["cwd"]);
    wire(log, fields(value["message"]));
    context(log, value);
    code(log, value);
  }
  return log.end();
}

function wire(log: EventLog, message: Fields): void {
  const payload = fields(message["payload"]);
  const called = fields(payload["function"]);
  if (message["type"] === "TurnBegin" || message["type"] === "SteerInput")
    log.user(ownWords(textOf(payload["user_input"])));
  if (message["type"] === "SubagentEvent") wire(log, fields(payload["event"]));
  if (message["type"] === "ContentPart" && payload["type"] === "text") log.agent(text(payload["text"]));
  if (message["type"] === "ToolCall") start(log, text(payload["id"]), text(called["name"]), text(called["arguments"]));
  if (message["type"] !== "ToolResult") return;
  const value = fields(payload["return_value"]);
  const said = `${textOf(value["output"])}\n${text(value["message"])}`.trim();
  end(log, text(payload["tool_call_id"]), said, value["is_error"] === true);
}

/** The model's context: the roles of chat messages. */
function context(log: EventLog, record: Fields): void {
  if (record["role"] === "user") log.user(ownWords(textOf(record["content"])));
  if (record["role"] === "assistant") log.agent(textOf(record["content"]));
  for (const call of list(record["tool_calls"]).map(fields)) {
    const called = fields(call["function"]);
    start(log, text(call["id"]), text(called["name"]), text(called["arguments"]));
  }
  if (record["role"] !== "tool") return;
  const said = textOf(record["content"]);
  end(log, text(record["tool_call_id"]), said, /^<system>ERROR|Command failed with exit code/.test(said));
}

function code(log: EventLog, record: Fields): void {
  const event = fields(record["event"]);
  log.place(fields(event["display"])["cwd"]);
  const origin = fields(record["origin"])["kind"] ?? "user";
  if (/^turn\.(prompt|steer)$/.test(text(record["type"])) && origin === "user")
    log.user(ownWords(textOf(record["input"])));
  if (event["type"] === "content.part" && fields(event["part"])["type"] === "text")
    log.agent(text(fields(event["part"])["text"]));
  if (event["type"] === "tool.call")
    log.call(text(event["toolCallId"]), toolUse(text(event["name"]), fields(event["args"])));
  const result = fields(event["result"]);
  if (event["type"] === "tool.result")
    end(log, text(event["toolCallId"]), textOf(result["output"]), result["isError"] === true);
}

function start(log: EventLog, id: string, name: string, json: string): void {
  const input = parsed(json) ?? {};
  log.call(id, toolUse(name, input));
  if (!/^(SetTodoList|TodoList)$/.test(name)) return;
  const todos = list(input["todos"]).map(fields);
  log.list(
    todos.map((todo) => ({ text: text(todo["title"]), done: /^(done|completed)$/i.test(text(todo["status"])) })),
  );
}

function end(log: EventLog, id: string, said: string, isError: boolean): void {
  const exit = numberOf(/Command failed with exit code: (-?\d+)/.exec(said));
  const blocked = /blocked by|rejected by/i.test(said);
  const outcome: Outcome = blocked ? "not_run" : isError || exit !== null ? "failed" : "passed";
  const output = said.replace(/\n?Command (failed with exit code: -?\d+|executed successfully)\.\s*$/, "");
  log.result(id, outcome, exit ?? (outcome === "passed" ? 0 : null), output);
}
