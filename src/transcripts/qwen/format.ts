import type { ClientFormat } from "../client-format.ts";
import { objectOf, isFields, listOf, textOf } from "../fields.ts";
import { createQwenReader } from "./reader.ts";

const messageTypes = new Set(["user", "assistant", "tool_result"]);

export const qwenFormat: ClientFormat = {
  client: "qwen",
  partial: null,
  isRecord: (record) => {
    if (!isFields(record) || typeof record["uuid"] !== "string" || typeof record["sessionId"] !== "string")
      return false;
    // Claude Code's records have uuid and sessionId too, but content instead of parts.
    if (Array.isArray(objectOf(record["message"])["parts"])) return true;
    if (messageTypes.has(textOf(record["type"]) ?? "")) return isFields(record["toolCallResult"]);
    return record["type"] === "system" && isFields(record["systemPayload"]);
  },
  recordStarts: ['{"uuid":"'],
  recordsOf: (document) => (isDocument(document) ? recordsOf(document) : null),
  open: (saved) => createQwenReader(saved),
};

/** One document for the session, as Gemini CLI wrote it, with answers of the type `qwen`: builds before 0.5. */
function isDocument(document: unknown): document is Record<string, unknown> {
  if (!isFields(document) || typeof document["sessionId"] !== "string") return false;
  return listOf(document["messages"]).some((one) => objectOf(one)["type"] === "qwen");
}

function* recordsOf(document: Record<string, unknown>): Iterable<unknown> {
  const { messages, ...metadata } = document;
  yield metadata;
  yield* listOf(messages);
}
