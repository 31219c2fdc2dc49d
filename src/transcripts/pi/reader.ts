import type { Emit, SessionFact } from "../../domain/session/session-event.ts";
import type { RecordReader, Saved } from "../client-format.ts";
import {
  codeOf,
  contentText,
  fieldsOf,
  timeOf,
  listOf,
  numberOf,
  parsedFields,
  textOf,
  type Fields,
} from "../fields.ts";
import { createSeenIds } from "../seen-ids.ts";
import { createToolBook } from "../tool-book.ts";
import { createBranches } from "./branches.ts";
import { piEnding, piTool } from "./tools.ts";

const silent = new Set(["thinking_level_change", "custom", "custom_message", "label", "session_info", "leaf"]);

export function openPi(saved: Saved | null): RecordReader {
  const paths = createSeenIds(textOf(saved?.["paths"]));
  const book = createToolBook(saved?.["book"]);
  const branches = createBranches(saved?.["branches"]);
  let model = textOf(saved?.["model"]);

  const useModel = (name: string | null, emit: Emit): void => {
    if (name === null || name === model) return;
    model = name;
    emit({ kind: "session", model: name });
  };

  /** Files that a summary names: only those that no call of this file named, for calls tell what became of them. */
  const summarized = (details: Fields | null, at: string | null, emit: Emit): void => {
    const lists = [
      ["read", "readFiles"],
      ["edit", "modifiedFiles"],
    ] as const;
    for (const [kind, key] of lists) {
      for (const path of listOf(details?.[key])) {
        if (typeof path === "string" && paths.add(`${kind}:${path}`)) emit({ kind, path, at });
      }
    }
  };

  const assistant = (message: Fields, at: string | null, emit: Emit): void => {
    useModel(textOf(message["model"]), emit);
    const stop = textOf(message["stopReason"]);
    const text = contentText(message["content"]);
    if (text !== null && text.trim() !== "") emit({ kind: "saying", text, at });
    for (const block of listOf(message["content"])) {
      const call = fieldsOf(block);
      const callId = textOf(call?.["id"]);
      const name = textOf(call?.["name"]);
      if (call?.["type"] !== "toolCall" || callId === null || name === null) continue;
      const use = piTool(name, parsedFields(call["arguments"]));
      for (const touch of use.touches ?? []) paths.add(`${touch.kind}:${touch.path}`);
      book.begin(callId, use, { at, agent: null, emit });
      // The agent loop ends at such an answer: what it asked for is never executed.
      if (stop === "aborted" || stop === "error") book.end(callId, { outcome: "not_run", output: null }, { at, emit });
    }
    const tokens = tokensOf(fieldsOf(message["usage"]));
    if (tokens > 0) emit({ kind: "usage", tokens, window: null, at });
    const error = textOf(message["errorMessage"]);
    if (stop === "aborted") emit({ kind: "interrupt", at, detail: error });
    if (stop === "error") emit({ kind: "api_error", at, detail: error });
    if (stop === "stop") emit({ kind: "turn_end", at, detail: null });
  };

  const toolResult = (message: Fields, at: string | null, emit: Emit): void => {
    const callId = textOf(message["toolCallId"]);
    if (callId === null) return unread("message.toolResult", emit);
    const details = fieldsOf(message["details"]);
    const use = book.open(callId) ?? piTool(textOf(message["toolName"]) ?? "", null);
    const isError = typeof message["isError"] === "boolean" ? message["isError"] : null;
    const ending = piEnding(use, contentText(message["content"]), isError);
    const answer = ending.outcome === "ok" ? (textOf(details?.["answer"]) ?? ending.output) : null;
    book.end(callId, { ...ending, answer }, { at, emit });
    for (const result of [...listOf(details?.["results"]), ...listOf(fieldsOf(details?.["result"])?.["results"])]) {
      const agent = textOf(fieldsOf(result)?.["sessionId"]);
      if (agent !== null) emit({ kind: "agent", id: agent, at });
    }
  };

  /** `!command`, typed by the user. */
  const typedCommand = (
    message: Fields,
    { id, at, emit }: { id: string | null; at: string | null; emit: Emit },
  ): void => {
    const command = textOf(message["command"]);
    if (command === null) return unread("message.bashExecution", emit);
    const callId = `!${id ?? `${at ?? ""} ${command}`}`;
    book.begin(callId, { tool: "command", name: "!", command }, { at, agent: null, emit });
    const exitCode = codeOf(message["exitCode"]);
    const cancelled = message["cancelled"] === true;
    const outcome = cancelled ? "interrupted" : exitCode === null ? "unknown" : exitCode === 0 ? "ok" : "failed";
    const output = typeof message["output"] === "string" ? message["output"] : null;
    book.end(
      callId,
      { outcome, exitCode: cancelled ? null : exitCode, codeSource: "structured", output },
      { at, emit },
    );
  };

  const message = (record: Fields, { id, at, emit }: { id: string | null; at: string | null; emit: Emit }): void => {
    const content = fieldsOf(record["message"]);
    switch (content?.["role"]) {
      case "user": {
        const text = ownWords(contentText(content["content"]));
        if (text !== null) branches.prompt({ kind: "prompt", text, at, id }, emit);
        return;
      }
      case "assistant":
        return assistant(content, at, emit);
      case "toolResult":
        return toolResult(content, at, emit);
      case "bashExecution":
        return typedCommand(content, { id, at, emit });
      case "custom":
      case "hookMessage":
      case "branchSummary":
      case "compactionSummary":
        return;
      default:
        return unread(`message.${textOf(content?.["role"]) ?? ""}`, emit);
    }
  };

  return {
    read: (value, emit) => {
      const record = fieldsOf(value);
      const type = textOf(record?.["type"]);
      if (record === null || type === null) return unread("", emit);
      const at = timeOf(record["timestamp"]);
      if (type === "session") {
        emit(header(record, at));
        return useModel(textOf(record["modelId"]), emit);
      }
      const id = textOf(record["id"]);
      const parent = "parentId" in record ? textOf(record["parentId"]) : undefined;
      if (!branches.place(id, parent, emit)) return;
      if (type === "message") return message(record, { id, at, emit });
      if (type === "model_change") return useModel(textOf(record["modelId"]), emit);
      if (type === "compaction" || type === "branch_summary") {
        if (type === "compaction") emit({ kind: "compaction", at, detail: null });
        return summarized(fieldsOf(record["details"]), at, emit);
      }
      if (!silent.has(type)) emit({ kind: "unread", reason: "unknown_type", type });
    },
    save: () => ({ paths: paths.save(), book: book.save(), branches: branches.save(), model }),
  };
}

function header(record: Fields, at: string | null): SessionFact {
  const id = textOf(record["id"]);
  const cwd = textOf(record["cwd"]);
  // The parent is named by its file, whose name ends with its id.
  const parent = /_([^_/\\]+)\.jsonl$/.exec(textOf(record["parentSession"]) ?? "")?.[1];
  return {
    kind: "session",
    at,
    ...(id === null ? {} : { id }),
    ...(cwd === null ? {} : { cwd }),
    ...(parent === undefined ? {} : { parent: { id: parent, as: "fork" as const } }),
  };
}

/** A skill that the user called by name is written out in front of the user's words. */
function ownWords(text: string | null): string | null {
  if (text === null || text.trim() === "") return null;
  const skill = /^<skill name="([^"]*)"[^>]*>[\s\S]*?<\/skill>\s*/.exec(text);
  return skill === null ? text : `/skill:${skill[1] ?? ""} ${text.slice(skill[0].length)}`.trim();
}

function tokensOf(usage: Fields | null): number {
  const parts = ["input", "output", "cacheRead", "cacheWrite"].map((key) => numberOf(usage?.[key]) ?? 0);
  return numberOf(usage?.["totalTokens"]) ?? parts.reduce((sum, part) => sum + part, 0);
}

function unread(type: string, emit: Emit): void {
  emit({ kind: "unread", reason: "wrong_shape", type });
}
