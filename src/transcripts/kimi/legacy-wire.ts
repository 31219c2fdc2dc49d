import type { Emit } from "../../domain/session/session-event.ts";
import type { Saved } from "../client-format.ts";
import {
  parsedFields,
  contentText,
  fieldsOf,
  timeOf,
  listOf,
  numberOf,
  textOf,
  type Fields,
  wordOf,
} from "../fields.ts";
import { answerText } from "../questions.ts";
import { createSeenIds } from "../seen-ids.ts";
import { createToolBook } from "../tool-book.ts";
import { createCallIds } from "./call-ids.ts";
import { createTasks } from "./tasks.ts";
import { kimiTool } from "./tools.ts";

/** A call whose arguments still come in parts. */
interface Unfinished {
  readonly number: string;
  readonly name: string;
  readonly stamp: string;
  readonly at: string | null;
  readonly text: string;
}

interface Where {
  readonly at: string | null;
  readonly stamp: string;
  readonly agent: string | null;
  readonly emit: Emit;
}

const silent =
  /^(?:StepBegin|StepRetry|CompactionBegin|MCP\w+|Hook\w+|Approval\w+|ToolCallRequest|Question\w+|Notification|PlanDisplay|Btw\w+)$/;

export interface LegacyWire {
  readonly read: (record: Fields, emit: Emit) => void;
  readonly save: () => Saved;
}

/** Records of Kimi CLI's `wire.jsonl`, protocols 1.1 to 1.10: `{timestamp, message: {type, payload}}`. */
export function openLegacyWire(saved: Saved | null): LegacyWire {
  const book = createToolBook(saved?.["book"]);
  const ids = createCallIds(saved?.["ids"]);
  const tasks = createTasks(saved?.["tasks"], { book, success: "text", answer: answerText });
  const agents = createSeenIds(textOf(saved?.["agents"]));
  const turns = createSeenIds(textOf(saved?.["turns"]));
  const unfinished = new Map<string, Unfinished>(listOf(saved?.["unfinished"]).flatMap(readUnfinished));

  const begin = (call: Unfinished, args: Fields | null, { agent, emit }: Where): void => {
    const callId = ids.begin(agent, call.number, call.stamp);
    if (callId !== null) book.begin(callId, kimiTool(call.name, args), { at: call.at, agent, emit });
  };
  /** Tells the call when its arguments are whole, which only a closing brace can make them. */
  const finish = (call: Unfinished, where: Where): void => {
    const args = call.text.trimEnd().endsWith("}") ? parsedFields(call.text) : null;
    if (args === null) {
      unfinished.set(where.agent ?? "", call);
      return;
    }
    unfinished.delete(where.agent ?? "");
    begin(call, args, where);
  };

  const toolCall = (payload: Fields, where: Where): void => {
    const call = fieldsOf(payload["function"]);
    const number = textOf(payload["id"]);
    const name = textOf(call?.["name"]);
    if (number === null || name === null) return unread("ToolCall", where.emit);
    const given = call?.["arguments"];
    const text = typeof given === "string" ? given : given == null ? "" : JSON.stringify(given);
    finish({ number, name, stamp: where.stamp, at: where.at, text }, where);
  };

  const toolResult = (payload: Fields, where: Where): void => {
    const number = textOf(payload["tool_call_id"]);
    if (number === null) return unread("ToolResult", where.emit);
    const waiting = unfinished.get(where.agent ?? "");
    if (waiting?.number === number) {
      unfinished.delete(where.agent ?? "");
      // Executed all the same, or refused for its arguments.
      begin(waiting, null, where);
    }
    const value = fieldsOf(payload["return_value"]) ?? fieldsOf(payload["result"]) ?? {};
    const output = typeof value["output"] === "string" ? value["output"] : contentText(value["output"]);
    const hooked = listOf(value["display"]).some((block) => fieldsOf(block)?.["text"] === "Hook blocked");
    const said = { output, message: textOf(value["message"]), isError: value["is_error"] === true, refused: hooked };
    tasks.result(ids.now(where.agent, number), said, where);
  };

  const usage = (payload: Fields, { at, agent, emit }: Where): void => {
    const tokens = numberOf(payload["context_tokens"]);
    if (tokens === null || agent !== null) return;
    const window = numberOf(payload["max_context_tokens"]);
    emit({ kind: "usage", tokens, window: window === 0 ? null : window, at });
  };

  const prompt = (payload: Fields, { at, agent, stamp, emit }: Where): void => {
    const text = contentText(payload["user_input"]);
    if (agent !== null || text === null || text.trim() === "" || (at !== null && !turns.add(stamp))) return;
    emit({ kind: "prompt", text, at, id: null });
  };

  const told = (type: string, payload: Fields, where: Where): void => {
    const { at, agent, emit } = where;
    switch (type) {
      case "TurnBegin":
        prompt(payload, where);
        return agent === null ? emit({ kind: "turn_start", at, detail: null }) : undefined;
      case "SteerInput":
        return prompt(payload, where);
      case "TurnEnd":
        return agent === null ? emit({ kind: "turn_end", at, detail: null }) : undefined;
      case "StepInterrupted":
        return agent === null ? emit({ kind: "interrupt", at, detail: null }) : undefined;
      case "CompactionEnd":
        return agent === null ? emit({ kind: "compaction", at, detail: null }) : undefined;
      case "StatusUpdate":
        return usage(payload, where);
      case "ContentPart": {
        const text = payload["type"] === "text" ? textOf(payload["text"]) : null;
        if (agent === null && text !== null && text.trim() !== "") emit({ kind: "saying", text, at });
        return;
      }
      case "ToolCall":
        return toolCall(payload, where);
      case "ToolCallPart": {
        const call = unfinished.get(agent ?? "");
        const part = payload["arguments_part"];
        if (call !== undefined && typeof part === "string") finish({ ...call, text: call.text + part }, where);
        return;
      }
      case "ToolResult":
        return toolResult(payload, where);
      case "SubagentEvent": {
        const id =
          textOf(payload["agent_id"]) ?? textOf(payload["parent_tool_call_id"]) ?? textOf(payload["task_tool_call_id"]);
        const event = fieldsOf(payload["event"]);
        const inner = textOf(event?.["type"]);
        if (id === null || inner === null || agent !== null) return unread(type, emit);
        if (agents.add(id)) emit({ kind: "agent", id, at });
        return told(inner, fieldsOf(event?.["payload"]) ?? {}, { ...where, agent: id });
      }
      default:
        if (!silent.test(type)) emit({ kind: "unread", reason: "unknown_type", type });
    }
  };

  return {
    read: (record, emit) => {
      const message = fieldsOf(record["message"]);
      const type = textOf(message?.["type"]);
      if (type === null) return unread("message", emit);
      const seconds = numberOf(record["timestamp"]);
      const at = seconds === null ? null : timeOf(Math.round(seconds * 1000));
      const where = { at, stamp: wordOf(record["timestamp"]), agent: null, emit };
      told(type, fieldsOf(message?.["payload"]) ?? {}, where);
    },
    save: () => ({
      book: book.save(),
      ids: ids.save(),
      tasks: tasks.save(),
      agents: agents.save(),
      turns: turns.save(),
      unfinished: [...unfinished],
    }),
  };
}

function readUnfinished(value: unknown): [string, Unfinished][] {
  const [agent, call] = Array.isArray(value) ? (value as unknown[]) : [];
  const fields = fieldsOf(call);
  if (typeof agent !== "string" || typeof fields?.["text"] !== "string" || typeof fields["number"] !== "string")
    return [];
  return [[agent, fields as unknown as Unfinished]];
}

function unread(type: string, emit: Emit): void {
  emit({ kind: "unread", reason: "wrong_shape", type });
}
