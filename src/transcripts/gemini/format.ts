import type { ClientFormat } from "../client-format.ts";
import { objectOf, isFields, listOf, textOf } from "../fields.ts";
import { createGeminiReader } from "./reader.ts";

const messageTypes = new Set(["user", "gemini", "info", "error", "warning"]);

export const geminiFormat: ClientFormat = {
  client: "gemini",
  partial: null,
  isRecord: (record) =>
    isFields(record) &&
    (typeof record["$rewindTo"] === "string" ||
      isFields(record["$set"]) ||
      isMetadata(record) ||
      (typeof record["id"] === "string" && messageTypes.has(textOf(record["type"]) ?? "") && "content" in record)),
  recordStarts: ['{"sessionId":"', '{"id":"', '{"$set":{', '{"$rewindTo":"'],
  recordsOf: (document) => (isDocument(document) ? recordsOf(document) : null),
  open: (saved) => createGeminiReader(saved),
};

function isMetadata(record: Record<string, unknown>): boolean {
  return typeof record["sessionId"] === "string" && typeof record["projectHash"] === "string";
}

/** One document for the whole session: all builds before 0.39, and a form without ids that some of them wrote. */
function isDocument(document: unknown): document is Record<string, unknown> {
  if (!isFields(document)) return false;
  if (Array.isArray(document["messages"])) {
    return isMetadata(document) && !document["messages"].some((one) => objectOf(one)["type"] === "qwen");
  }
  return (
    Array.isArray(document["history"]) && document["history"].every((one) => Array.isArray(objectOf(one)["parts"]))
  );
}

function* recordsOf(document: Record<string, unknown>): Iterable<unknown> {
  const { messages, history, ...metadata } = document;
  if (isMetadata(metadata)) yield metadata;
  yield* listOf(messages ?? history);
}
