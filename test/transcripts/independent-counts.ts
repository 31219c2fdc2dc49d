import { readFileSync } from "node:fs";

/*
 * Counts the commands of a transcript once more, by simple means and with nothing of the product, so that the readers
 * can be compared with it.
 *
 * commands  distinct calls of a shell tool, by call id ("REDACTED" is no id). Sub-agents' calls in the same file count,
 *           copies of them in progress records do not. Codex: `write_stdin` is none of its own; what was executed and
 *           is told by its end alone (`exec_command_end`, `CommandExecution`) counts. Copilot: a requested call counts
 *           once it was executed. pi: `!cmd` counts.
 * withExit  those whose exit code is known: from a field, from the text, or by the client's rule that a passing command
 *           has code 0 (Claude, pi, Kimi, current Gemini and Qwen). What went to the background counts only when its
 *           code is recorded later.
 *           Claude takes 1 of grep, find, diff, test as an answer; its sub-agents do not say whether it was one.
 * failed    those with a code other than 0, and those marked as failed without one (Claude before 2.0.37, timeouts, a
 *           pi result that a hook replaced). What was rejected, blocked or aborted is neither with exit nor failed.
 */
export interface Counts {
  readonly commands: number;
  readonly withExit: number;
  readonly failed: number;
}

type Fields = Readonly<Record<string, unknown>>;
type Count = (records: readonly Fields[], tally: Tally) => void;

class Tally {
  readonly #calls = new Map<string, { code: number | null; failed: boolean }>();

  call(id: unknown): void {
    const key = text(id);
    if (key !== "" && !this.#calls.has(key)) this.#calls.set(key, { code: null, failed: false });
  }

  has(id: unknown): boolean {
    return this.#calls.has(text(id));
  }

  /** Passes over ids that are no command's, and codes that are no number. */
  exit(id: unknown, code: unknown): void {
    const call = this.#calls.get(text(id));
    if (call !== undefined && typeof code === "number") call.code = code;
  }

  fail(id: unknown): void {
    const call = this.#calls.get(text(id));
    if (call !== undefined) call.failed = true;
  }

  counts(): Counts {
    const calls = [...this.#calls.values()];
    return {
      commands: calls.length,
      withExit: calls.filter((call) => call.code !== null).length,
      failed: calls.filter((call) => (call.code === null ? call.failed : call.code !== 0)).length,
    };
  }
}

/** null where there is no counter for the client, or the file is a database. */
export function countIndependently(client: string, path: string): Counts | null {
  const count = counters[client];
  if (count === undefined || /\.db(#|$)/.test(path)) return null;
  const tally = new Tally();
  count(recordsOf(readFileSync(path, "utf8")), tally);
  return tally.counts();
}

const counters: Readonly<Record<string, Count>> = {
  claude: countClaude,
  codex: countCodex,
  gemini: countGemini,
  qwen: countQwen,
  opencode: countOpenCode,
  pi: countPi,
  copilot: countCopilot,
  kimi: countKimi,
  droid: countDroid,
  cursor: countCursor,
};

function countClaude(records: readonly Fields[], tally: Tally): void {
  const background = new Map<string, string>();
  const polls = new Map<string, string>();
  const answering = new Set<string>();
  for (const record of records) {
    const content = list(fields(record["message"])["content"]);
    for (const part of content.map(fields)) {
      const id = text(part["id"]);
      if (part["type"] === "tool_use" && /^(Bash|PowerShell)$/.test(text(part["name"]))) tally.call(id);
      const command = text(fields(part["input"])["command"]);
      if (/(^|[;&|(\n]) *([ef]?grep|rg|find|diff|test|\[)(\s|$)/.test(command)) answering.add(id);
      if (part["type"] === "tool_use" && /^(BashOutput|TaskOutput)$/.test(text(part["name"]))) {
        const input = fields(part["input"]);
        polls.set(id, text(input["bash_id"] ?? input["task_id"]));
      }
      if (part["type"] !== "tool_result") continue;
      const of = text(part["tool_use_id"]);
      const said = textOf(part["content"]);
      const polled = background.get(polls.get(of) ?? "");
      if (polled !== undefined) tally.exit(polled, number(/<exit_code>(-?\d+)/.exec(said)));
      if (!tally.has(of)) continue;
      const details = fields(record["toolUseResult"]);
      const task =
        text(details["backgroundTaskId"]) || (/^Command running in background with ID: (\w+)/.exec(said)?.[1] ?? "");
      const code = number(/^(?:Error: )?Exit code (-?\d+)/.exec(said));
      const notRun =
        /^(<tool_use_error>|The user doesn't want to|User rejected|\[Request interrupted|\[Tool call interrupted|Permission |.{0,40}hook)/;
      if (task !== "") background.set(task, of);
      else if (part["is_error"] === true && code !== null) tally.exit(of, code);
      else if (part["is_error"] === true && !notRun.test(said)) tally.fail(of);
      else if (part["is_error"] !== true && details["interrupted"] !== true && !details["returnCodeInterpretation"]) {
        if (record["toolUseResult"] !== undefined || !answering.has(of)) tally.exit(of, 0);
      }
    }
    // The end of a background command is told by a notification, which lies in records of several types.
    if (!/^(queue-operation|user|attachment)$/.test(text(record["type"]))) continue;
    const note =
      /<task-notification>.*?<task-id>(\w+)<\/task-id>.*?<summary>Background command .*?exit code (-?\d+)/.exec(
        JSON.stringify(record),
      );
    if (note !== null) tally.exit(background.get(note[1] ?? ""), Number(note[2]));
  }
}

function countCodex(records: readonly Fields[], tally: Tally): void {
  const running = new Map<string, string>();
  const polls = new Map<string, string>();
  for (const record of records) {
    const item = "payload" in record ? fields(record["payload"]) : record;
    const id = text(item["call_id"]);
    const type = text(item["type"]);
    const name = text(item["name"]);
    if (type === "local_shell_call") tally.call(id);
    if (/^(function|custom_tool)_call$/.test(type) && /^(shell|shell_command|exec_command)$/.test(name)) tally.call(id);
    if (type === "function_call" && name === "write_stdin") polls.set(id, text(parse(item["arguments"])["session_id"]));
    if (type === "exec_command_end") {
      tally.call(id);
      tally.exit(id, item["exit_code"]);
    }
    const done = fields(item["item"]);
    if (type === "item_completed" && done["type"] === "CommandExecution") {
      tally.call(done["id"]);
      tally.exit(done["id"], done["exit_code"]);
    }
    if (!/^(function|custom_tool)_call_output$/.test(type)) continue;
    const output = textOf(item["output"]);
    const head = output.split("\nOutput:")[0] ?? "";
    const of = polls.has(id) ? running.get(polls.get(id) ?? "") : id;
    const session = /^Process running with session ID (\S+)/m.exec(head)?.[1];
    if (session !== undefined && !polls.has(id)) running.set(session, id);
    tally.exit(of, number(/^Process exited with code (-?\d+)/m.exec(head)));
    tally.exit(of, number(/^Exit code: (-?\d+)/.exec(head)));
    tally.exit(of, number(/failed in sandbox .*with exit code (-?\d+)/.exec(head)));
    tally.exit(of, fields(parse(output)["metadata"])["exit_code"]);
  }
}

function countGemini(records: readonly Fields[], tally: Tally): void {
  for (const record of records) {
    const messages = list(record["messages"] ?? fields(record["$set"])["messages"]);
    for (const message of messages.length > 0 ? messages : [record]) {
      for (const call of list(fields(message)["toolCalls"]).map(fields)) {
        if (call["name"] !== "run_shell_command") continue;
        tally.call(call["id"]);
        const result = fields(fields(list(call["result"])[0])["functionResponse"]);
        if (call["status"] !== "cancelled") countFrame(call["id"], text(fields(result["response"])["output"]), tally);
      }
    }
  }
}

function countQwen(records: readonly Fields[], tally: Tally): void {
  for (const record of records) {
    for (const part of list(fields(record["message"])["parts"]).map(fields)) {
      const call = fields(part["functionCall"]);
      const result = fields(part["functionResponse"]);
      if (call["name"] === "run_shell_command") tally.call(call["id"]);
      const response = fields(result["response"]);
      countFrame(result["id"], text(response["output"] ?? response["error"]), tally);
    }
  }
}

/** `Output: …` and fields after it; old builds have more before it and always tell the code. */
function countFrame(id: unknown, frame: string, tally: Tally): void {
  const code = [...frame.matchAll(/(?:^|\\n)Exit Code: (-?\d+)/gm)].at(-1);
  if (code !== undefined) tally.exit(id, Number(code[1]));
  else if (/^(<untrusted_context>\n)?Output: /.test(frame) && !/^(Error|Exit Code|Signal): /m.test(frame))
    tally.exit(id, 0);
}

function countOpenCode(records: readonly Fields[], tally: Tally): void {
  const shell = (part: Fields, id: string): void => {
    if (part["type"] !== "tool" || part["tool"] !== "bash") return;
    const state = fields(part["state"]);
    tally.call(id);
    tally.exit(id, fields(state["metadata"])["exit"]);
    if (/timed? ?out/i.test(text(state["error"]))) tally.fail(id);
  };
  for (const record of records) {
    shell(record, text(record["callID"]));
    for (const [at, message] of list(record["messages"]).entries()) {
      for (const [nth, part] of list(fields(message)["parts"]).map(fields).entries()) {
        const id = text(part["callID"]);
        shell(part, id === "REDACTED" ? `${at}/${nth}` : id);
      }
    }
  }
}

function countPi(records: readonly Fields[], tally: Tally): void {
  for (const [at, record] of records.entries()) {
    const message = fields(record["message"]);
    for (const part of list(message["content"]).map(fields)) {
      if (part["type"] === "toolCall" && part["name"] === "bash") tally.call(part["id"]);
    }
    const own = `user ${text(record["id"]) || at}`;
    if (message["role"] === "bashExecution") tally.call(own);
    tally.exit(own, message["exitCode"]);
    const id = message["toolCallId"];
    if (message["role"] !== "toolResult" || !tally.has(id)) continue;
    const said = textOf(message["content"]);
    const code = number(/Command exited with code (-?\d+)\s*$/.exec(said));
    if (message["isError"] !== true) tally.exit(id, 0);
    else if (code !== null) tally.exit(id, code);
    else if (!/\bblocked\b/i.test(said) && !/Command aborted\s*$/.test(said)) tally.fail(id);
  }
}

function countCopilot(records: readonly Fields[], tally: Tally): void {
  const shells = new Map<string, string>();
  const calls = new Map<string, string>();
  const requested = new Set<string>();
  for (const record of records) {
    const data = fields(record["data"]);
    const id = text(data["toolCallId"]);
    const shell = text(fields(data["arguments"])["shellId"]);
    if (record["type"] === "tool.execution_start") {
      if (/^(bash|powershell|shell)$/.test(text(data["toolName"]))) {
        tally.call(id);
        if (shell !== "") shells.set(shell, id);
      } else if (/^read_(bash|powershell)$/.test(text(data["toolName"]))) calls.set(id, shell);
    }
    if (record["type"] === "assistant.message") {
      for (const asked of list(data["toolRequests"]).map(fields))
        if (/^(bash|powershell|shell)$/.test(text(asked["name"]))) requested.add(text(asked["toolCallId"]));
    }
    if (record["type"] !== "tool.execution_complete") continue;
    if (requested.has(id)) tally.call(id);
    const said = text(fields(data["result"])["content"]);
    const started = /shellId: ([^\s>]+)/.exec(said)?.[1];
    if (tally.has(id) && started !== undefined) shells.set(started, id);
    const of = calls.has(id) ? shells.get(calls.get(id) ?? "") : id;
    tally.exit(of, number(/(?:completed|exited) with exit code (-?\d+)>\s*$/.exec(said)));
  }
}

function countKimi(records: readonly Fields[], tally: Tally): void {
  const background = new Set<string>();
  const started = (id: unknown, name: unknown, args: Fields): void => {
    if (!/^(Shell|Bash)$/.test(text(name))) return;
    tally.call(id);
    if (args["run_in_background"] === true) background.add(text(id));
  };
  const ended = (id: unknown, said: string, passed: boolean): void => {
    const code = number(/Command failed with exit code: (-?\d+)/.exec(said));
    if (code !== null) tally.exit(id, code);
    else if (/killed by timeout/.test(said)) tally.fail(id);
    else if (passed && !background.has(text(id))) tally.exit(id, 0);
  };
  const wire = (message: Fields): void => {
    const payload = fields(message["payload"]);
    const call = fields(payload["function"]);
    if (message["type"] === "SubagentEvent") wire(fields(payload["event"]));
    if (message["type"] === "ToolCall") started(payload["id"], call["name"], parse(call["arguments"]));
    if (message["type"] !== "ToolResult") return;
    const said = text(fields(payload["return_value"])["message"]);
    ended(payload["tool_call_id"], said, said.startsWith("Command executed successfully"));
  };
  for (const record of records) {
    wire(fields(record["message"]));
    for (const call of list(record["tool_calls"]).map(fields)) {
      const called = fields(call["function"]);
      started(call["id"], called["name"], parse(called["arguments"]));
    }
    const frame = textOf(record["content"]);
    if (record["role"] === "tool")
      ended(
        record["tool_call_id"],
        frame.split("</system>")[0] ?? "",
        frame.startsWith("<system>Command executed successfully"),
      );
    const event = fields(record["event"]);
    if (event["type"] === "tool.call") started(event["toolCallId"], event["name"], fields(event["args"]));
    const result = fields(event["result"]);
    const failed = result["isError"] === true;
    const tail = textOf(result["output"]).slice(-200);
    if (event["type"] === "tool.result") ended(event["toolCallId"], failed ? tail : "", !failed);
  }
}

function countDroid(records: readonly Fields[], tally: Tally): void {
  const ended = (id: unknown, value: unknown, failed: boolean): void => {
    const code = fields(value)["exitCode"] ?? number(/\bexit(?:ed with)? code:? (-?\d+)/i.exec(textOf(value)));
    tally.exit(id, code);
    if (failed) tally.fail(id);
  };
  for (const record of records) {
    const id = record["toolCallId"] ?? record["id"];
    if (record["type"] === "tool_call" && /^(Execute|Shell)$/.test(text(record["toolName"]))) tally.call(id);
    if (record["type"] === "tool_result") ended(id, record["value"], record["isError"] === true);
    for (const part of list(fields(record["message"])["content"]).map(fields)) {
      if (part["type"] === "tool_use" && part["name"] === "Execute") tally.call(part["id"]);
      if (part["type"] === "tool_result") ended(part["tool_use_id"], part["content"], part["is_error"] === true);
    }
  }
}

/** Its calls have no ids and no results. */
function countCursor(records: readonly Fields[], tally: Tally): void {
  for (const [at, record] of records.entries()) {
    for (const [nth, part] of list(fields(record["message"])["content"]).map(fields).entries()) {
      if (part["type"] === "tool_use" && /^(Bash|Shell|run_terminal_cmd)$/.test(text(part["name"])))
        tally.call(`${at}/${nth}`);
    }
  }
}

/** One document, or a record a line; of a line that holds several, those that can be read. */
function recordsOf(content: string): readonly Fields[] {
  const whole = attempt(content);
  if (whole !== null) return [whole];
  return content.split("\n").flatMap((line) => {
    const record = attempt(line);
    return record === null
      ? line.split(/(?<=\})(?=\{")/).flatMap((piece): readonly Fields[] => {
          const part = attempt(piece);
          return part === null ? [] : [part];
        })
      : [record];
  });
}

function attempt(json: string): Fields | null {
  try {
    const value: unknown = JSON.parse(json);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

function parse(json: unknown): Fields {
  return attempt(text(json)) ?? {};
}

function fields(value: unknown): Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Fields) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A text, or the texts of a list of parts. */
function textOf(value: unknown): string {
  return typeof value === "string"
    ? value
    : list(value)
        .map((part) => text(fields(part)["text"]))
        .join("\n");
}

function number(match: RegExpExecArray | null): number | null {
  return match === null ? null : Number(match[1]);
}
