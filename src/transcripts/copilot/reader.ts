import type { Emit } from "../../domain/session/session-event.ts";
import type { RecordReader, Saved } from "../client-format.ts";
import { parsedFields, fieldsOf, timeOf, listOf, numberOf, textOf, type Fields } from "../fields.ts";
import { createSeenIds } from "../seen-ids.ts";
import { createToolBook } from "../tool-book.ts";
import { createResults, type Where } from "./results.ts";
import { isSilent, tellsNothing } from "./silent.ts";
import { copilotTool } from "./tools.ts";
import { sessionFact, workspaceFact } from "./facts.ts";

export function openCopilot(saved: Saved | null): RecordReader {
  const records = createSeenIds(textOf(saved?.["records"]));
  const book = createToolBook(saved?.["book"]);
  const results = createResults(saved, book);
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
    book.begin(callId, copilotTool(name, parsedFields(input), input), where);
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
      case "tool.execution_complete": {
        const metrics = fieldsOf(fieldsOf(data["toolTelemetry"])?.["metrics"]);
        usage(metrics?.["context_current_tokens"], metrics?.["context_token_limit"], where);
        return results.read(data, where);
      }
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
        return results.notified(data, where);
      default:
        if (!isSilent(type)) emit({ kind: "unread", reason: "unknown_type", type });
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
      told(type, data, { at: timeOf(record["timestamp"]), agent, id, emit });
    },
    skips: tellsNothing,
    readAside: (name, text, emit) => {
      const fact = name === "workspace.yaml" ? workspaceFact(text) : null;
      if (fact !== null) emit(fact);
    },
    save: () => ({
      records: records.save(),
      book: book.save(),
      ...results.save(),
      model,
      inTurn,
      asked,
    }),
  };
}

function unread(type: string, emit: Emit): void {
  emit({ kind: "unread", reason: "wrong_shape", type });
}
