import { fields, list, text, type Fields } from "../json-fields.ts";
import type { Extraction, RawRecord } from "../truth-event.ts";
import { EventLog } from "./event-log.ts";
import { ownWords } from "./injected-text.ts";
import { shellFrame } from "./shell-frame.ts";
import { toolUse } from "./tool-use.ts";

/** Qwen Code: records with Gemini's parts. */
export function qwenEvents(records: readonly RawRecord[]): Extraction {
  const log = new EventLog();
  const shells = new Set<string>();
  for (const record of records) {
    const { type, subtype, timestamp, cwd, gitBranch, message, toolCallResult } = record.value;
    log.begin(record, timestamp);
    log.place(cwd, gitBranch);
    for (const part of list(fields(message)["parts"]).map(fields)) {
      const words = text(part["text"]);
      if (type === "user" && (subtype === undefined || subtype === "mid_turn_user_message")) log.user(ownWords(words));
      if (type === "assistant" && part["thought"] !== true) log.agent(words);
      const call = fields(part["functionCall"]);
      const id = text(call["id"]);
      if (call["name"] === "run_shell_command") shells.add(id);
      if (call["name"] !== undefined) log.call(id, toolUse(text(call["name"]), fields(call["args"])));
      if (part["functionResponse"] !== undefined)
        answer(log, shells, fields(part["functionResponse"]), fields(toolCallResult));
    }
  }
  return log.end();
}

function answer(log: EventLog, shells: ReadonlySet<string>, part: Fields, told: Fields): void {
  const id = text(part["id"]);
  const response = fields(part["response"]);
  const said = text(response["output"]) || text(response["error"]);
  if (shells.has(id)) {
    const { outcome, exit, output } = shellFrame(said);
    log.result(id, told["status"] === "cancelled" ? "not_run" : outcome, exit, output);
  } else log.result(id, response["error"] === undefined ? "passed" : "failed", null, said);
}
