import type { ClientFormat } from "../client-format.ts";
import { fieldsOf, anyTextOf } from "../fields.ts";
import { createCodexReader } from "./reader.ts";
import { itemReaders, silentItems, silentRecords } from "./record-types.ts";

/** Codex CLI, 0.40 and later; before 0.3x, as far as it is known. */
export const codexFormat: ClientFormat = {
  client: "codex",
  partial: null,
  isRecord: isCodexRecord,
  recordStarts: ['{"timestamp":"'],
  open: createCodexReader,
};

const records = new Set(["session_meta", "turn_context", "compacted", "response_item", "event_msg"]);

function isCodexRecord(value: unknown): boolean {
  const record = fieldsOf(value);
  const type = anyTextOf(record?.["type"]);
  if (record === null) return false;
  if (fieldsOf(record["payload"]) !== null) return type !== null && (records.has(type) || silentRecords.has(type));
  if (type === null) return typeof record["id"] === "string" && "instructions" in record && "timestamp" in record;
  if (type === "message") return typeof record["role"] === "string" && Array.isArray(record["content"]);
  return (
    (itemReaders.has(type) && typeof record["call_id"] === "string") || (type === "reasoning" && silentItems.has(type))
  );
}
