import { fields, list, numberOf, text, textOf, type Fields } from "../json-fields.ts";
import type { Extraction, Outcome, RawRecord } from "../truth-event.ts";
import { EventLog, outcomeOf } from "./event-log.ts";
import { ownWords } from "./injected-text.ts";
import { toolUse } from "./tool-use.ts";

/** pi: a tree of messages in the order of time. What lies on a branch that was left is the past all the same. */
export function piEvents(records: readonly RawRecord[]): Extraction {
  const log = new EventLog();
  for (const record of records) {
    const message = fields(record.value["message"]);
    log.begin(record, record.value["timestamp"]);
    if (record.value["type"] === "session") log.place(record.value["cwd"]);
    if (message["role"] === "user") log.user(ownWords(textOf(message["content"])));
    if (message["role"] === "assistant") assistant(log, message);
    if (message["role"] === "toolResult") {
      const said = textOf(message["content"]);
      const { outcome, exit } = ended(message, said);
      log.result(text(message["toolCallId"]), outcome, exit, said.replace(/\s*Command exited with code -?\d+\s*$/, ""));
    }
    if (message["role"] === "bashExecution") own(log, record, message);
  }
  return log.end();
}

function assistant(log: EventLog, message: Fields): void {
  for (const part of list(message["content"]).map(fields)) {
    if (part["type"] === "text") log.agent(text(part["text"]));
    if (part["type"] === "toolCall") log.call(text(part["id"]), toolUse(text(part["name"]), fields(part["arguments"])));
  }
}

/** `!cmd`, typed by the user. */
function own(log: EventLog, record: RawRecord, message: Fields): void {
  const id = `own ${record.at}`;
  log.call(id, toolUse("bash", { command: message["command"] }));
  const exit = message["exitCode"];
  if (typeof exit === "number") log.result(id, outcomeOf(exit), exit, text(message["output"]));
  else log.result(id, message["cancelled"] === true ? "not_run" : "unknown", null, text(message["output"]));
}

function ended(message: Fields, said: string): { outcome: Outcome; exit: number | null } {
  if (message["isError"] !== true) return { outcome: "passed", exit: message["toolName"] === "bash" ? 0 : null };
  const exit = numberOf(/Command exited with code (-?\d+)\s*$/.exec(said));
  if (exit !== null) return { outcome: outcomeOf(exit), exit };
  // A command that is aborted had begun; an operation that is, had not.
  if (message["toolName"] === "bash" && /^Command aborted\s*$/m.test(said)) return { outcome: "unknown", exit: null };
  return { outcome: /\bblocked\b/i.test(said) || /aborted\s*$/.test(said) ? "not_run" : "failed", exit: null };
}
