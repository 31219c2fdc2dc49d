import { fields, list, text, textOf, type Fields } from "../json-fields.ts";
import type { Extraction, RawRecord } from "../truth-event.ts";
import { EventLog } from "./event-log.ts";
import { ownWords } from "./injected-text.ts";
import { shellFrame } from "./shell-frame.ts";
import { toolUse } from "./tool-use.ts";

/** Gemini: messages with their calls and results in them. In JSONL a message comes again as it grows. */
export function geminiEvents(records: readonly RawRecord[]): Extraction {
  const log = new EventLog();
  const texts = new Set<string>();
  const calls = new Set<string>();
  for (const record of records) {
    const message = record.value;
    log.begin(record, message["timestamp"]);
    const key = `${text(message["id"])} ${textOf(message["content"])}`;
    if (!texts.has(key)) {
      texts.add(key);
      if (message["type"] === "user") log.user(ownWords(textOf(message["content"])));
      if (message["type"] === "gemini") log.agent(textOf(message["content"]));
    }
    for (const call of list(message["toolCalls"]).map(fields)) takeCall(log, calls, call);
  }
  return { ...log.end(), cwd: cwdOf(records) };
}

function takeCall(log: EventLog, calls: Set<string>, call: Fields): void {
  const [id, name, args] = [text(call["id"]), text(call["name"]), fields(call["args"])];
  if (!calls.has(id)) log.call(id, toolUse(name, args));
  calls.add(id);
  if (list(call["result"]).length === 0) return;
  const response = responseOf(call);
  const said = text(response["output"]) || text(response["error"]);
  if (call["status"] === "cancelled") log.result(id, "not_run", null, said);
  else if (name === "run_shell_command") {
    const { outcome, exit, output } = shellFrame(said);
    log.result(id, outcome, exit, output);
  } else log.result(id, call["status"] === "success" ? "passed" : "failed", null, said);
  if (name === "write_todos" && call["status"] === "success") {
    const todos = list(args["todos"]).map(fields);
    log.list(todos.map((todo) => ({ text: text(todo["description"]), done: todo["status"] === "completed" })));
  }
}

function responseOf(call: Fields): Fields {
  return fields(fields(fields(list(call["result"])[0])["functionResponse"])["response"]);
}

/**
 * The folder is not stored. It is the front of an absolute path whose end is the relative path of a call; else the
 * folder that was listed as a whole.
 */
function cwdOf(records: readonly RawRecord[]): string | null {
  for (const record of records) {
    for (const call of list(record.value["toolCalls"]).map(fields)) {
      const args = fields(call["args"]);
      const said = text(responseOf(call)["output"]);
      const relative = text(args["file_path"]);
      if (relative !== "" && !relative.startsWith("/")) {
        const end = said.indexOf(`/${relative}`);
        const front = said.slice(said.lastIndexOf("file: ", end) + "file: ".length, end);
        if (end > 0 && front.startsWith("/")) return front;
      }
      const listed = /(?:Directory listing for|Directory) (\/[^\n:]+?)(?: is empty|:)/.exec(said)?.[1];
      const asked = text(args["dir_path"] ?? args["path"]);
      if (listed !== undefined && (asked === "." || asked.startsWith("/"))) return listed.replace(/\/$/, "");
    }
  }
  return null;
}
