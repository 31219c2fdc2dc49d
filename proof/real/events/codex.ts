import { fields, list, numberOf, parsed, text, textOf, type Fields } from "../json-fields.ts";
import type { Extraction, RawRecord } from "../truth-event.ts";
import { EventLog, outcomeOf } from "./event-log.ts";
import { ownWords } from "./injected-text.ts";
import { toolUse } from "./tool-use.ts";

/** Codex: response items for calls, events for what people read. Old files have messages as response items alone. */
export function codexEvents(records: readonly RawRecord[]): Extraction {
  const items = records.map((record) => ({ record, item: itemOf(record.value) }));
  const types = new Set(items.map(({ item }) => item["type"]));
  const session = new CodexSession(!types.has("user_message"), !types.has("agent_message"));
  for (const { record, item } of items) session.take(record, item);
  return session.log.end();
}

function itemOf(record: Fields): Fields {
  return "payload" in record ? fields(record["payload"]) : record;
}

class CodexSession {
  readonly log: EventLog = new EventLog();
  readonly #bareUser: boolean;
  readonly #bareAgent: boolean;
  readonly #running = new Map<string, string>();
  readonly #polls = new Map<string, string>();
  readonly #called = new Set<string>();

  constructor(bareUser: boolean, bareAgent: boolean) {
    this.#bareUser = bareUser;
    this.#bareAgent = bareAgent;
  }

  take(record: RawRecord, item: Fields): void {
    this.log.begin(record, record.value["timestamp"]);
    const type = text(item["type"]);
    if (record.value["type"] === "session_meta") this.log.place(item["cwd"], fields(item["git"])["branch"]);
    if (record.value["type"] === "turn_context") this.log.place(item["cwd"]);
    if (record.value["type"] === "compacted") return;
    if (type === "user_message") this.log.user(ownWords(text(item["message"])));
    if (type === "agent_message") this.log.agent(text(item["message"]));
    if (type === "message") this.#message(item);
    if (/^(function|custom_tool)_call$/.test(type)) this.#call(item);
    if (type === "local_shell_call") this.#start(text(item["call_id"]), "shell", fields(item["action"]));
    if (/^(function|custom_tool)_call_output$/.test(type)) this.#output(item);
    if (type === "exec_command_end") this.#executed(item, item["call_id"], item["aggregated_output"]);
    const done = fields(item["item"]);
    if (type !== "item_completed") return;
    if (done["type"] === "CommandExecution") this.#executed(done, done["id"], done["aggregated_output"]);
    if (done["type"] === "UserMessage") this.log.user(ownWords(textOf(done["content"])));
    if (done["type"] === "AgentMessage") this.log.agent(textOf(done["content"]));
  }

  #message(item: Fields): void {
    if (item["role"] === "user" && this.#bareUser) this.log.user(ownWords(textOf(item["content"])));
    if (item["role"] === "assistant" && this.#bareAgent) this.log.agent(textOf(item["content"]));
  }

  #call(item: Fields): void {
    const [id, name] = [text(item["call_id"]), text(item["name"])];
    const input = parsed(text(item["arguments"])) ?? { input: text(item["input"]) };
    if (name === "write_stdin") this.#polls.set(id, text(input["session_id"]));
    else this.#start(id, name, input);
    if (name === "update_plan") {
      const plan = list(input["plan"]).map(fields);
      this.log.list(plan.map((step) => ({ text: text(step["step"]), done: step["status"] === "completed" })));
    }
  }

  #start(id: string, name: string, input: Fields): void {
    if (this.#called.has(id)) return;
    this.#called.add(id);
    const use = toolUse(name, input);
    const patch = /\bapply_patch\b/.test(use.command ?? "") ? toolUse("apply_patch", { input: use.command }) : null;
    this.log.call(id, patch === null ? use : { ...use, writes: patch.writes, deletes: patch.deletes });
  }

  /** The end of a command as the client itself saw it; the only trace of some. */
  #executed(item: Fields, id: unknown, output: unknown): void {
    const exit = typeof item["exit_code"] === "number" ? item["exit_code"] : null;
    this.#start(text(id), "shell", { command: item["command"], workdir: item["cwd"] });
    if (exit !== null) this.log.result(text(id), outcomeOf(exit), exit, text(output));
  }

  #output(item: Fields): void {
    const id = text(item["call_id"]);
    const output = textOf(item["output"]);
    const head = output.split(/\n(?:Output:|\n)/)[0] ?? "";
    const session = /^Process running with session ID (\S+)/m.exec(head)?.[1];
    if (session !== undefined && !this.#polls.has(id)) this.#running.set(session, id);
    const of = this.#polls.has(id) ? this.#running.get(this.#polls.get(id) ?? "") : id;
    if (of === undefined) return;
    const said = parsed(output);
    const exit =
      numberOf(/^Process exited with code (-?\d+)/m.exec(head)) ??
      numberOf(/^Exit code: (-?\d+)/.exec(head)) ??
      numberOf(/failed in sandbox .*with exit code (-?\d+)/.exec(head)) ??
      codeOf(fields(said?.["metadata"])["exit_code"]);
    const body = text(said?.["output"]) || output.split(/\nOutput:\n/)[1] || output;
    if (exit !== null) this.log.result(of, outcomeOf(exit), exit, body);
    else if (/rejected by user|aborted by user|^aborted|blocked by/.test(head))
      this.log.result(of, "not_run", null, body);
    else if (/verification failed/.test(head)) this.log.result(of, "failed", null, body);
    else if (session !== undefined || this.#polls.has(id)) this.log.result(of, "unknown", null, body);
    else this.log.result(of, /^(execution error|failed|error)/i.test(head) ? "failed" : "unknown", null, body);
  }
}

function codeOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
