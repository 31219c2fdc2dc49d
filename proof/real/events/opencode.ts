import { fields, list, text, type Fields } from "../json-fields.ts";
import type { Extraction, RawRecord } from "../truth-event.ts";
import { EventLog, outcomeOf } from "./event-log.ts";
import { ownWords } from "./injected-text.ts";
import { toolUse } from "./tool-use.ts";

/** OpenCode's export: messages of parts. Ids may be blanked, so that a call's place tells it from others. */
export function openCodeEvents(records: readonly RawRecord[]): Extraction {
  const log = new EventLog();
  for (const record of records) {
    const info = fields(record.value["info"]);
    const from = text(info["role"]);
    log.begin(record, fields(info["time"])["created"]);
    log.place(fields(info["path"])["cwd"]);
    for (const [nth, part] of list(record.value["parts"]).map(fields).entries()) {
      if (part["type"] === "text" && part["synthetic"] !== true && part["ignored"] !== true) {
        if (from === "user") log.user(ownWords(text(part["text"])));
        else if (info["summary"] !== true) log.agent(text(part["text"]));
      }
      if (part["type"] === "tool") takeTool(log, record, `${record.at}/${nth}`, part);
    }
  }
  return log.end();
}

function takeTool(log: EventLog, record: RawRecord, id: string, part: Fields): void {
  const [tool, state] = [text(part["tool"]), fields(part["state"])];
  const input = fields(state["input"]);
  log.begin(record, fields(state["time"])["start"]);
  log.call(id, toolUse(tool, input));
  const status = state["status"];
  const exit = fields(state["metadata"])["exit"];
  const said = text(state["output"]) || text(state["error"]);
  if (status === "completed" && tool === "bash") {
    if (typeof exit === "number") log.result(id, outcomeOf(exit), exit, said);
    else log.result(id, "unknown", null, said);
  } else if (status === "completed") log.result(id, "passed", null, said);
  else if (status === "error") log.result(id, /abort|reject|denied by/i.test(said) ? "not_run" : "failed", null, said);
  if (tool === "todowrite" && status === "completed") {
    const todos = list(input["todos"]).map(fields);
    log.list(
      todos.map((todo) => ({
        text: text(todo["content"]),
        done: /^(completed|cancelled)$/.test(text(todo["status"])),
      })),
    );
  }
}
