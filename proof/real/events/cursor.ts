import { fields, list, text } from "../json-fields.ts";
import type { Extraction, RawRecord } from "../truth-event.ts";
import { EventLog } from "./event-log.ts";
import { ownWords } from "./injected-text.ts";
import { toolUse } from "./tool-use.ts";

/** Cursor: texts and calls alone; neither results nor folder are stored. */
export function cursorEvents(records: readonly RawRecord[]): Extraction {
  const log = new EventLog();
  for (const record of records) {
    const role = record.value["role"];
    log.begin(record, null);
    for (const [nth, part] of list(fields(record.value["message"])["content"]).map(fields).entries()) {
      if (part["type"] === "text" && role === "user") log.user(ownWords(text(part["text"])));
      if (part["type"] === "text" && role === "assistant") log.agent(text(part["text"]));
      if (part["type"] === "tool_use")
        log.call(`${record.at}/${nth}`, toolUse(text(part["name"]), fields(part["input"])));
    }
  }
  return log.end();
}
