import type { Emit, SessionFact } from "../../domain/session/session-event.ts";
import type { RawLine, RecordReader, Saved } from "../client-format.ts";
import {
  argumentsOf,
  codeOf,
  contentText,
  fieldsOf,
  instantOf,
  listOf,
  numberOf,
  textOf,
  type Fields,
} from "../fields.ts";
import { createSeenIds } from "../seen-ids.ts";
import { createToolBook, type Ending } from "../tool-book.ts";
import { createSqlTodos } from "./sql-todos.ts";
import { copilotTool, errorEnding, shellEnding } from "./tools.ts";
import { workspaceFact } from "./workspace.ts";

interface Where {
  readonly at: string | null;
  readonly agent: string | null;
  readonly id: string | null;
  readonly emit: Emit;
}

/** Records that tell nothing of what is asked for. */
const silent =
  /^(?:hook|skill|permission|external_tool|command|capabilities|mcp|sampling|elicitation|user_input|exit_plan_mode|system|assistant\.(?:reasoning|intent|streaming|message_(?:start|delta)|reasoning_delta|usage)|tool\.(?:execution_(?:progress|partial_result)|user_requested)|subagent\.(?:completed|failed|selected|deselected)|session\.(?:info|warning|idle|title_changed|mode_changed|plan_changed|permissions_changed|usage_checkpoint|workspace_file_changed|task_complete|todos_changed|handoff|remote_steerable_changed|import_legacy|background_tasks_changed|skills_loaded|custom_agents_updated|mcp_servers_loaded|mcp_server_status_changed|extensions_loaded|tools_updated|schedule_\w+|binary_asset|autopilot_\w+|limits_\w+|extensions\.\w+))(?:\.|$)/;

const skipped = [
  "hook.",
  "system.message",
  "assistant.reasoning",
  "session.usage_checkpoint",
  "session.permissions_changed",
];

export function openCopilot(saved: Saved | null): RecordReader {
  const records = createSeenIds(textOf(saved?.["records"]));
  const book = createToolBook(saved?.["book"]);
  const todos = createSqlTodos(saved?.["todos"]);
  /** Shell → the call that began it, of those in the background. */
  const shells = new Map<string, string>(listOf(saved?.["shells"]).flatMap(readPair));
  let model = textOf(saved?.["model"]);
  let inTurn = saved?.["inTurn"] === true;
  let asked = saved?.["asked"] === true;

  const useModel = (name: string | null, emit: Emit): void => {
    if (name === null || name === model) return;
    model = name;
    emit({ kind: "session", model: name });
  };
  const usage = (tokens: unknown, window: unknown, { at, agent, emit }: Where): void => {
    const count = numberOf(tokens);
    if (count !== null && count > 0 && agent === null)
      emit({ kind: "usage", tokens: count, window: numberOf(window), at });
  };
  const begin = (data: Fields, name: string | null, where: Where): void => {
    const callId = textOf(data["toolCallId"]);
    if (callId === null || name === null) return unread("tool call", where.emit);
    const input = data["arguments"];
    book.begin(callId, copilotTool(name, argumentsOf(input), input), where);
  };

  const prompt = (data: Fields, { at, agent, id, emit }: Where): void => {
    const source = textOf(data["source"]);
    const text = textOf(data["content"]);
    const injected = agent !== null || (source !== null && source !== "user") || /^\s*<system_/.test(text ?? "");
    if (text !== null && text.trim() !== "" && !injected) emit({ kind: "prompt", text, at, id });
  };

  const answer = (data: Fields, where: Where): void => {
    const requests = listOf(data["toolRequests"]);
    const text = textOf(data["content"]);
    if (where.agent === null) {
      useModel(textOf(data["model"]), where.emit);
      asked = requests.length > 0;
      if (text !== null && text.trim() !== "") where.emit({ kind: "saying", text, at: where.at });
    }
    for (const request of requests) {
      const call = fieldsOf(request);
      if (call !== null) begin(call, textOf(call["name"]), where);
    }
  };

  /** A result that came for a shell which an earlier call began. */
  const laterEnding = (shell: string | null, ending: Ending, where: Where): void => {
    const began = shell === null ? undefined : shells.get(shell);
    if (shell === null || began === undefined || ending.outcome === "running") return;
    shells.delete(shell);
    book.end(began, ending, where);
  };

  const result = (data: Fields, where: Where): void => {
    const callId = textOf(data["toolCallId"]);
    if (callId === null) return unread("tool.execution_complete", where.emit);
    const content = fieldsOf(data["result"])?.["content"];
    const output = typeof content === "string" ? content : contentText(content);
    const metrics = fieldsOf(fieldsOf(data["toolTelemetry"])?.["metrics"]);
    usage(metrics?.["context_current_tokens"], metrics?.["context_token_limit"], where);
    const call = book.open(callId);
    const told = shellEnding(output);
    if (call?.tool === "command") {
      const ending = commandEnding(data, output, told);
      const shell = call.note ?? told?.shell ?? null;
      if (ending.outcome === "running" && shell !== null) shells.set(shell, callId);
      return book.end(callId, ending, where);
    }
    const outcome = data["success"] === true ? "ok" : data["success"] === false ? "failed" : "unknown";
    const failed = outcome === "failed" ? errorEnding(fieldsOf(data["error"]), output) : null;
    const said =
      call?.question === null || outcome !== "ok"
        ? null
        : (output?.replace(/^User (?:responded|selected): /, "") ?? null);
    book.end(callId, failed ?? { outcome, output, answer: said }, where);
    if (call?.name === "sql" && call.note !== null && outcome === "ok" && where.agent === null) {
      const items = todos.apply(call.note);
      if (items !== null) where.emit({ kind: "todos", items, at: where.at });
    }
    if (call !== null && /^(?:read|write|stop)_/.test(call.name)) {
      const stopped = call.name.startsWith("stop_") && outcome === "ok";
      if (told !== null) laterEnding(call.note ?? told.shell, told.ending, where);
      else if (stopped) laterEnding(call.note, { outcome: "interrupted", output: null }, where);
    }
  };

  const notified = (data: Fields, where: Where): void => {
    const kind = fieldsOf(data["kind"]);
    const exitCode = codeOf(kind?.["exitCode"]);
    if (kind?.["type"] !== "shell_completed" || exitCode === null) return;
    const outcome = exitCode === 0 ? "ok" : "failed";
    laterEnding(textOf(kind["shellId"]), { outcome, exitCode, codeSource: "structured", output: null }, where);
  };

  const told = (type: string, data: Fields, where: Where): void => {
    const { at, agent, emit } = where;
    switch (type) {
      case "session.start":
      case "session.resume":
      case "session.context_changed":
        emit(sessionFact(type, data, at));
        return useModel(textOf(data["selectedModel"]), emit);
      case "session.model_change":
        return useModel(textOf(data["newModel"]), emit);
      case "session.auto_mode_resolved":
        return useModel(textOf(data["chosenModel"]), emit);
      case "user.message":
        return prompt(data, where);
      case "assistant.message":
        return answer(data, where);
      case "assistant.turn_start":
        // The client's turn is one answer of the model; a turn here is all of them up to one that asks for no tool.
        if (agent === null && !inTurn) emit({ kind: "turn_start", at, detail: null });
        if (agent === null) inTurn = true;
        return;
      case "assistant.turn_end":
        if (agent === null && !asked && inTurn) emit({ kind: "turn_end", at, detail: null });
        if (agent === null && !asked) inTurn = false;
        return;
      case "tool.execution_start":
        return begin(data, textOf(data["toolName"]), where);
      case "tool.execution_complete":
        return result(data, where);
      case "subagent.started": {
        const started = textOf(data["toolCallId"]) ?? agent;
        if (started !== null) emit({ kind: "agent", id: started, at });
        return;
      }
      case "abort":
        inTurn = false;
        return emit({ kind: "interrupt", at, detail: textOf(data["reason"]) });
      case "session.error":
        return emit({ kind: "api_error", at, detail: textOf(data["message"]) ?? textOf(data["errorType"]) });
      case "session.compaction_start": {
        const parts = ["systemTokens", "conversationTokens", "toolDefinitionsTokens"].map(
          (key) => numberOf(data[key]) ?? 0,
        );
        return usage(
          parts.reduce((sum, part) => sum + part, 0),
          null,
          where,
        );
      }
      case "session.compaction_complete":
        if (data["success"] !== false && agent === null) emit({ kind: "compaction", at, detail: null });
        return;
      case "session.truncation":
        return emit({ kind: "compaction", at, detail: "truncation" });
      case "session.usage_record": {
        const used = fieldsOf(data["usage"]);
        return usage(
          (numberOf(used?.["inputTokens"]) ?? 0) + (numberOf(used?.["outputTokens"]) ?? 0),
          used?.["maxPromptTokens"],
          where,
        );
      }
      case "session.usage_info":
        return usage(data["currentTokens"], data["tokenLimit"], where);
      case "session.shutdown":
        inTurn = false;
        return usage(data["currentTokens"], null, where);
      case "session.snapshot_rewind": {
        const from = textOf(data["upToEventId"]);
        return from === null ? unread(type, emit) : emit({ kind: "rewind", drop: { from } });
      }
      case "system.notification":
        return notified(data, where);
      default:
        if (!silent.test(type)) emit({ kind: "unread", reason: "unknown_type", type });
    }
  };

  return {
    read: (value, emit) => {
      const record = fieldsOf(value);
      const type = textOf(record?.["type"]);
      const data = fieldsOf(record?.["data"]);
      if (record === null || type === null) return unread("", emit);
      if (data === null)
        return emit({ kind: "unread", reason: /^[a-z_]+\.|^abort$/.test(type) ? "wrong_shape" : "unknown_type", type });
      const id = textOf(record["id"]);
      if (id !== null && !records.add(id)) return;
      const agent = textOf(record["agentId"]) ?? textOf(data["parentToolCallId"]);
      told(type, data, { at: instantOf(record["timestamp"]), agent, id, emit });
    },
    skips: (line: RawLine) => {
      const start = line.slice(0, 48);
      return start.startsWith('{"type":"') && skipped.some((type) => start.startsWith(type, 9));
    },
    readAside: (name, text, emit) => {
      const fact = name === "workspace.yaml" ? workspaceFact(text) : null;
      if (fact !== null) emit(fact);
    },
    save: () => ({
      records: records.save(),
      book: book.save(),
      todos: todos.save(),
      shells: [...shells],
      model,
      inTurn,
      asked,
    }),
  };
}

/** A field of the record comes before the last line of the output; `success` says nothing about the code. */
function commandEnding(data: Fields, output: string | null, told: ReturnType<typeof shellEnding>): Ending {
  const exitCode = codeOf(fieldsOf(data["shellExecution"])?.["exitCode"]);
  if (exitCode !== null && told?.ending.outcome !== "running") {
    const printed = told === null ? output : told.ending.output;
    return { outcome: exitCode === 0 ? "ok" : "failed", exitCode, codeSource: "structured", output: printed };
  }
  if (told !== null) return told.ending;
  if (data["success"] === false) return errorEnding(fieldsOf(data["error"]), output);
  return { outcome: "unknown", output };
}

function sessionFact(type: string, data: Fields, at: string | null): SessionFact {
  const context = fieldsOf(data["context"]) ?? data;
  const id = type === "session.start" ? textOf(data["sessionId"]) : null;
  const version = textOf(data["copilotVersion"]);
  const cwd = textOf(context["cwd"]);
  const branch = textOf(context["branch"]);
  return {
    kind: "session",
    at,
    ...(id === null ? {} : { id }),
    ...(version === null ? {} : { version }),
    ...(cwd === null ? {} : { cwd }),
    ...(branch === null ? {} : { branch }),
  };
}

function readPair(value: unknown): [string, string][] {
  const [key, to] = Array.isArray(value) ? (value as unknown[]) : [];
  return typeof key === "string" && typeof to === "string" ? [[key, to]] : [];
}

function unread(type: string, emit: Emit): void {
  emit({ kind: "unread", reason: "wrong_shape", type });
}
