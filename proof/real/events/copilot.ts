import { fields, list, numberOf, text, type Fields } from "../json-fields.ts";
import type { Extraction, RawRecord } from "../truth-event.ts";
import { EventLog, outcomeOf } from "./event-log.ts";
import { ownWords } from "./injected-text.ts";
import { toolUse } from "./tool-use.ts";

const polling = /^read_(bash|powershell|shell)$/;
const shell = /^(bash|powershell|shell)$/;

/** Copilot CLI: start and end of each call. Its flag of success says nothing of the exit code, the text's end does. */
export function copilotEvents(records: readonly RawRecord[]): Extraction {
  const log = new EventLog();
  const shells = new Map<string, string>();
  const tools = new Map<string, { name: string; args: Fields }>();
  /** A request is no call yet; some are known by their end alone. */
  const requested = new Map<string, { name: string; args: Fields }>();
  for (const record of records) {
    const data = fields(record.value["data"]);
    const id = text(data["toolCallId"]);
    const context = fields(data["context"]);
    log.begin(record, record.value["timestamp"]);
    switch (record.value["type"]) {
      case "session.start":
      case "session.resume":
        log.place(context["cwd"], context["branch"]);
        break;
      case "user.message":
        if (record.value["agentId"] === undefined && text(data["source"]) !== "system")
          log.user(ownWords(text(data["content"])));
        break;
      case "assistant.message":
        if (record.value["agentId"] === undefined) log.agent(text(data["content"]));
        for (const asked of list(data["toolRequests"]).map(fields)) {
          requested.set(text(asked["toolCallId"]), { name: text(asked["name"]), args: fields(asked["arguments"]) });
        }
        break;
      case "tool.execution_start": {
        const [name, args] = [text(data["toolName"]), fields(data["arguments"])];
        tools.set(id, { name, args });
        if (shell.test(name) && text(args["shellId"]) !== "") shells.set(text(args["shellId"]), id);
        if (!polling.test(name)) log.call(id, toolUse(name, args));
        break;
      }
      case "tool.execution_complete": {
        const unstarted = tools.has(id) ? undefined : requested.get(id);
        if (unstarted !== undefined) {
          tools.set(id, unstarted);
          log.call(id, toolUse(unstarted.name, unstarted.args));
        }
        complete(log, { id, call: tools.get(id), data, shells });
        break;
      }
      default:
    }
  }
  return log.end();
}

interface Completed {
  readonly id: string;
  readonly call: { name: string; args: Fields } | undefined;
  readonly data: Fields;
  readonly shells: Map<string, string>;
}

function complete(log: EventLog, { id, call, data, shells }: Completed): void {
  const name = call?.name ?? "";
  const said = text(fields(data["result"])["content"]) || text(fields(data["error"])["message"]);
  const started = /shellId: ([^\s>]+)/.exec(said)?.[1];
  const exit = numberOf(/(?:completed|exited) with exit code (-?\d+)>\s*$/.exec(said));
  const of = polling.test(name) ? shells.get(text(call?.args["shellId"])) : id;
  if (of === undefined) return;
  if (shell.test(name) && started !== undefined) shells.set(started, id);
  if (exit !== null) log.result(of, outcomeOf(exit), exit, said.replace(/\n?<[^<]*exit code -?\d+>\s*$/, ""));
  else if (polling.test(name)) log.result(of, "unknown", null, said);
  else if (data["success"] !== true)
    log.result(of, /denied|reject|cancel|abort/i.test(said) ? "not_run" : "failed", null, said);
  else log.result(of, shell.test(name) ? "unknown" : "passed", null, said);
}
