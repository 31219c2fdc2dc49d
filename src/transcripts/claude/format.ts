import type { ClientFormat } from "../client-format.ts";
import { fieldsOf, anyTextOf } from "../fields.ts";
import { createClaudeReader } from "./reader.ts";
import { silentTypes } from "./record-types.ts";

/** Claude Code, 1.0.24 and later. */
export const claudeFormat: ClientFormat = {
  client: "claude",
  partial: null,
  isRecord: isClaudeRecord,
  recordStarts: ['{"parentUuid":', '{"type":"queue-operation"', '{"type":"file-history-snapshot"', '{"type":"summary"'],
  open: createClaudeReader,
};

function isClaudeRecord(value: unknown): boolean {
  const record = fieldsOf(value);
  const type = anyTextOf(record?.["type"]);
  if (record === null || type === null) return false;
  if (silentTypes.has(type) || type === "queue-operation") {
    return ["sessionId", "leafUuid", "messageId"].some((key) => typeof record[key] === "string");
  }
  if (typeof record["uuid"] !== "string") return false;
  const message = fieldsOf(record["message"]);
  // A descendant of another client has the same records with `parts` instead of `content`.
  if (type === "user" || type === "assistant") return message !== null && "content" in message && !("parts" in message);
  return (type === "system" && !("systemPayload" in record)) || (type === "attachment" && "attachment" in record);
}
