import type { Emit } from "../../domain/session/session-event.ts";
import type { Saved } from "../client-format.ts";
import {
  parsedFields,
  codeOf,
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
import { todoItems } from "../todo-texts.ts";
import { createToolBook } from "../tool-book.ts";
import { createCallIds } from "./call-ids.ts";
import { createCodePrompts } from "./code-prompts.ts";
import { createTasks } from "./tasks.ts";
import { kimiTool, taskOutcome } from "./tools.ts";

/** Records that tell nothing more than others do, or nothing of what is asked for. */
const silent =
  /^(?:metadata|forked|agent|context\.(?:update_token_count|splice)|config|cron|experimental|full_compaction|goal|interaction|interruptionReminder|job|llm|mcp|micro_compaction|permission|plan|plan_mode|plugin|prompt|runtime|skill|swarm_mode|system_prompt|task\.started|token_counting|tools|turn|usage|wolfpack|workflow)(?:\.|$)/;

const quietEvents = new Set(["step.begin", "step.interrupted", "step.retry", "tool.progress"]);

export interface CodeWire {
  readonly read: (record: Fields, emit: Emit) => void;
  /** A record that is not read, for positions in the file. */
  readonly step: () => void;
  readonly save: () => Saved;
}

/** Records of Kimi Code's `wire.jsonl`, protocols 1.0 to 1.5: fields at the top level, times in milliseconds. */
export function openCodeWire(saved: Saved | null): CodeWire {
  const book = createToolBook(saved?.["book"]);
  const ids = createCallIds(saved?.["ids"]);
  const tasks = createTasks(saved?.["tasks"], { book, success: "inferred", answer: answerText });
  const prompts = createCodePrompts(saved?.["prompts"]);
  const refused = createSeenIds(textOf(saved?.["refused"]));
  let model = textOf(saved?.["model"]);
  let compaction = textOf(saved?.["compaction"]);

  const configured = (record: Fields, at: string | null, emit: Emit): void => {
    const cwd = textOf(record["cwd"]) ?? textOf(fieldsOf(record["environmentDisclosure"])?.["cwd"]);
    const alias = textOf(record["modelAlias"]);
    const other = alias !== null && alias !== model ? alias : null;
    if (other !== null) model = other;
    if (cwd === null && other === null) return;
    emit({ kind: "session", at, ...(cwd === null ? {} : { cwd }), ...(other === null ? {} : { model: other }) });
  };

  const call = (event: Fields, stamp: string, { at, emit }: { at: string | null; emit: Emit }): void => {
    const number = textOf(event["toolCallId"]) ?? textOf(event["id"]);
    const name = textOf(event["name"]);
    if (number === null || name === null) return unread("tool.call", emit);
    const callId = ids.begin(null, number, stamp);
    const display = fieldsOf(event["display"]);
    const cwd = display?.["kind"] === "command" ? textOf(display["cwd"]) : null;
    const use = kimiTool(name, parsedFields(event["args"]) ?? parsedFields(event["arguments"]));
    if (callId === null) return;
    book.begin(callId, cwd === null ? use : { ...use, cwd: use.cwd ?? cwd }, { at, agent: null, emit });
  };

  const result = (event: Fields, at: string | null, emit: Emit): void => {
    const number = textOf(event["toolCallId"]);
    if (number === null) return unread("tool.result", emit);
    const value = fieldsOf(event["result"]) ?? event;
    const output = typeof value["output"] === "string" ? value["output"] : contentText(value["output"]);
    const message = textOf(value["message"]);
    const said = { output, message, isError: value["isError"] === true, refused: refused.has(number) };
    tasks.result(ids.now(null, number), said, { at, emit });
  };

  const loopEvent = (record: Fields, at: string | null, emit: Emit): void => {
    const event = fieldsOf(record["event"]);
    const type = textOf(event?.["type"]);
    if (event === null || type === null) return unread("context.append_loop_event", emit);
    if (type === "tool.call") return call(event, wordOf(record["time"]), { at, emit });
    if (type === "tool.result") return result(event, at, emit);
    if (type === "content.part") {
      const part = fieldsOf(event["part"]);
      const text = part?.["type"] === "text" ? textOf(part["text"]) : null;
      if (text !== null && text.trim() !== "") emit({ kind: "saying", text, at });
    } else if (type === "step.end") {
      const tokens = tokensOf(fieldsOf(event["usage"]));
      if (tokens > 0) emit({ kind: "usage", tokens, window: null, at });
    } else if (!quietEvents.has(type))
      emit({ kind: "unread", reason: "unknown_type", type: `context.append_loop_event ${type}` });
  };

  const message = (record: Fields, at: string | null, emit: Emit): void => {
    const content = fieldsOf(record["message"]);
    if (content === null) return unread("context.append_message", emit);
    if (content["role"] === "user") return prompts.message(content, at, emit);
    const text = content["role"] === "assistant" ? contentText(content["content"]) : null;
    if (text !== null && text.trim() !== "") emit({ kind: "saying", text, at });
    for (const entry of listOf(content["toolCalls"])) {
      const given = fieldsOf(entry);
      const inner = fieldsOf(given?.["function"]) ?? given;
      call({ toolCallId: given?.["id"], name: inner?.["name"], args: inner?.["arguments"] }, wordOf(record["time"]), {
        at,
        emit,
      });
    }
    if (content["role"] === "tool") result({ ...content, output: content["content"] }, at, emit);
  };

  const task = (record: Fields, at: string | null, emit: Emit): void => {
    const info = fieldsOf(record["info"]);
    const id = textOf(info?.["taskId"]);
    if (id === null) return unread("task.terminated", emit);
    const output = textOf(record["outputTail"]);
    const ending = taskOutcome(textOf(info?.["status"]) ?? "", codeOf(info?.["exitCode"]), "structured");
    tasks.ended(id, { ...ending, output }, { at, emit });
  };

  const usage = (tokens: unknown, at: string | null, emit: Emit): void => {
    const count = numberOf(tokens);
    if (count !== null) emit({ kind: "usage", tokens: count, window: null, at });
  };

  return {
    step: prompts.step,
    read: (record, emit) => {
      prompts.step();
      const type = textOf(record["type"]);
      if (type === null) return unread("", emit);
      const at = timeOf(record["time"]) ?? timeOf(record["created_at"]);
      switch (type) {
        case "config.update":
        case "profile.bind":
          return configured(record, at, emit);
        case "turn.prompt":
        case "turn.steer":
          if (type === "turn.prompt") emit({ kind: "turn_start", at, detail: null });
          return prompts.turn(record, at, emit);
        case "turn.cancel":
          return emit({ kind: "interrupt", at, detail: null });
        case "turn.ended":
          return emit({ kind: "turn_end", at, detail: textOf(record["reason"]) });
        case "context.append_message":
          return message(record, at, emit);
        case "context.append_loop_event":
          return loopEvent(record, at, emit);
        case "context.undo":
          return prompts.undo(numberOf(record["count"]) ?? 0, emit);
        case "context.clear":
          return prompts.clear(emit);
        case "log.cut":
          return prompts.cut(numberOf(record["target"]) ?? Infinity, emit);
        case "full_compaction.begin":
          compaction = textOf(record["source"]);
          return;
        case "context.apply_compaction":
          emit({ kind: "compaction", at, detail: compaction });
          compaction = null;
          return usage(record["tokensAfter"], at, emit);
        case "token_counting.measured":
          return usage(record["tokens"], at, emit);
        case "tools.update_store": {
          const items = record["key"] === "todo" ? todoItems(record["value"]) : null;
          if (items !== null) emit({ kind: "todos", items, at });
          return;
        }
        case "permission.record_approval_result": {
          const decision = fieldsOf(record["result"])?.["decision"];
          const number = textOf(record["toolCallId"]);
          if (number !== null && (decision === "rejected" || decision === "cancelled")) refused.add(number);
          return;
        }
        case "task.terminated":
          return task(record, at, emit);
        default:
          if (!silent.test(type)) emit({ kind: "unread", reason: "unknown_type", type });
      }
    },
    save: () => ({
      book: book.save(),
      ids: ids.save(),
      tasks: tasks.save(),
      prompts: prompts.save(),
      refused: refused.save(),
      model,
      compaction,
    }),
  };
}

function tokensOf(usage: Fields | null): number {
  const parts = ["inputOther", "output", "inputCacheRead", "inputCacheCreation"].map(
    (key) => numberOf(usage?.[key]) ?? 0,
  );
  return parts.reduce((sum, part) => sum + part, 0);
}

function unread(type: string, emit: Emit): void {
  emit({ kind: "unread", reason: "wrong_shape", type });
}
