import { fields, list, numberOf, text, textOf, type Fields } from "../json-fields.ts";
import type { Extraction, Outcome, RawRecord, Todo } from "../truth-event.ts";
import { EventLog } from "./event-log.ts";
import { ownWords } from "./injected-text.ts";
import { toolUse } from "./tool-use.ts";

const notRun =
  /^(<tool_use_error>|The user doesn't want to|User rejected|\[Request interrupted|\[Tool call interrupted|Permission |.{0,40}hook|Claude requested permissions)/;

/** Programs whose code 1 is an answer; a sub-agent's records do not say whether it was given. */
const answering = /(^|[;&|(\n]) *([ef]?grep|rg|find|diff|test|\[)(\s|$)/;

/** Claude Code: content blocks of messages; what was typed while the agent worked is in records of the queue. */
export function claudeEvents(records: readonly RawRecord[]): Extraction {
  const log = new EventLog();
  const session = new ClaudeSession(log);
  const seen = new Set<string>();
  for (const record of records) {
    const uuid = text(record.value["uuid"]);
    if (uuid !== "" && seen.has(uuid)) continue;
    seen.add(uuid);
    log.begin(record, record.value["timestamp"]);
    log.place(record.value["cwd"], record.value["gitBranch"]);
    session.take(record.value);
  }
  return log.end();
}

class ClaudeSession {
  readonly #log: EventLog;
  readonly #queued = new Set<string>();
  readonly #tools = new Map<string, { name: string; input: Fields }>();
  readonly #background = new Map<string, string>();
  readonly #tasks = new Map<string, Todo>();

  constructor(log: EventLog) {
    this.#log = log;
  }

  take(record: Fields): void {
    const message = fields(record["message"]);
    if (record["type"] === "assistant") this.#assistant(message, record["isSidechain"] === true);
    if (record["type"] === "user") this.#user(record, message);
    const attachment = fields(record["attachment"]);
    if (record["type"] === "queue-operation" && record["operation"] === "enqueue") this.#typed(text(record["content"]));
    if (attachment["type"] === "queued_command") this.#typed(textOf(attachment["prompt"]));
    this.#backgroundEnd(record);
  }

  #assistant(message: Fields, sidechain: boolean): void {
    if (message["model"] === "<synthetic>") return;
    for (const part of list(message["content"]).map(fields)) {
      if (part["type"] === "text" && !sidechain) this.#log.agent(text(part["text"]));
      if (part["type"] !== "tool_use") continue;
      const [id, name, input] = [text(part["id"]), text(part["name"]), fields(part["input"])];
      if (this.#tools.has(id)) continue;
      this.#tools.set(id, { name, input });
      this.#log.call(id, toolUse(name, input));
    }
  }

  #user(record: Fields, message: Fields): void {
    const parts = list(message["content"]).map(fields);
    const results = parts.filter((part) => part["type"] === "tool_result");
    for (const part of results) this.#result(part, record["toolUseResult"]);
    if (results.length > 0 || record["isMeta"] === true) return;
    if (record["isCompactSummary"] === true || record["isSidechain"] === true) return;
    if (record["isVisibleInTranscriptOnly"] === true) return;
    const said = textOf(message["content"]);
    const args = /<command-args>([\s\S]*?)<\/command-args>/.exec(said)?.[1];
    if (args !== undefined) this.#log.user(args, false);
    else this.#typed(said);
  }

  /** What waited in the queue comes again as a message once the agent takes it. */
  #typed(said: string): void {
    const words = ownWords(said);
    if (this.#queued.delete(words)) return;
    if (words !== said.trim() && words === "") return;
    this.#log.user(words);
    if (words !== "") this.#queued.add(words);
  }

  #result(part: Fields, told: unknown): void {
    const id = text(part["tool_use_id"]);
    const said = textOf(part["content"]);
    const details = fields(told);
    const task = text(details["backgroundTaskId"]) || /^Command running in background with ID: (\w+)/.exec(said)?.[1];
    if (task !== undefined && task !== "") {
      this.#background.set(task, id);
      this.#log.result(id, "unknown", null, said);
      return;
    }
    const blurred = told === undefined && answering.test(text(this.#tools.get(id)?.input["command"]));
    const { outcome, exit } = ended(part["is_error"] === true, said, { ...details, blurred });
    this.#log.result(id, outcome, exit, said);
    if (outcome === "passed") this.#lists(this.#tools.get(id), details, said);
  }

  #lists(call: { name: string; input: Fields } | undefined, details: Fields, said: string): void {
    if (call?.name === "TodoWrite") {
      const todos = list(call.input["todos"]).map(fields);
      this.#log.list(todos.map((todo) => ({ text: text(todo["content"]), done: todo["status"] === "completed" })));
    }
    if (call?.name === "TaskCreate") {
      const id = text(fields(details["task"])["id"]) || (/^Task #(\w+) created/.exec(said)?.[1] ?? "");
      this.#tasks.set(id, { text: text(call.input["subject"]), done: false });
    } else if (call?.name === "TaskUpdate") this.#update(call.input);
    else return;
    this.#log.list([...this.#tasks.values()]);
  }

  #update(input: Fields): void {
    const id = text(input["taskId"]);
    const task = this.#tasks.get(id);
    if (task === undefined) return;
    if (input["status"] === "deleted") this.#tasks.delete(id);
    else {
      const done = input["status"] === undefined ? task.done : input["status"] === "completed";
      this.#tasks.set(id, { text: text(input["subject"]) || task.text, done });
    }
  }

  /** A notification, or what a poll of the output answers. */
  #backgroundEnd(record: Fields): void {
    if (this.#background.size === 0) return;
    const whole = JSON.stringify(record);
    const note = /<task-id>(\w+)<\/task-id>.*?<summary>Background command .*?exit code (-?\d+)/.exec(whole);
    if (note !== null) this.#endOf(note[1] ?? "", Number(note[2]), "");
    for (const part of list(fields(record["message"])["content"]).map(fields)) {
      const call = this.#tools.get(text(part["tool_use_id"]));
      if (call === undefined || !/^(BashOutput|TaskOutput)$/.test(call.name)) continue;
      const said = textOf(part["content"]);
      const code = numberOf(/<exit_code>(-?\d+)/.exec(said));
      if (code !== null) this.#endOf(text(call.input["bash_id"] ?? call.input["task_id"]), code, said);
    }
  }

  #endOf(task: string, exit: number, said: string): void {
    const id = this.#background.get(task);
    if (id !== undefined) this.#log.result(id, exit === 0 ? "passed" : "failed", exit, said);
  }
}

function ended(isError: boolean, said: string, details: Fields): { outcome: Outcome; exit: number | null } {
  const exit = numberOf(/^(?:Error: )?Exit code (-?\d+)/.exec(said));
  if (isError && exit !== null) return { outcome: "failed", exit };
  if (isError) return { outcome: notRun.test(said) ? "not_run" : "failed", exit: null };
  if (details["interrupted"] === true) return { outcome: "not_run", exit: null };
  // The client took the code as an answer (grep found nothing) and does not say which it was.
  if (text(details["returnCodeInterpretation"]) !== "" || details["blurred"] === true)
    return { outcome: "unknown", exit: null };
  return { outcome: "passed", exit: 0 };
}
