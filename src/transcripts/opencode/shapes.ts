import { type Fields, objectOf, isFields, numberOf, textOf, wordOf } from "../fields.ts";

/** What a record is: of an export (`message`), of one storage file, or of rows that were made into the same shapes. */
export type Shape = "session" | "message" | "info" | "part" | "todos";

export const partTypes: ReadonlySet<string> = new Set([
  "text",
  "reasoning",
  "tool",
  "step-start",
  "step-finish",
  "patch",
  "file",
  "agent",
  "subtask",
  "compaction",
  "retry",
  "snapshot",
]);

/** Null for what is not OpenCode's. */
export function shapeOf(record: unknown): Shape | null {
  if (Array.isArray(record)) return record.length > 0 && record.every(isTodo) ? "todos" : null;
  if (!isFields(record)) return null;
  if (isFields(record["info"]) && Array.isArray(record["parts"])) return isInfo(record["info"]) ? "message" : null;
  if (typeof record["sessionID"] === "string" && Array.isArray(record["todos"])) return "todos";
  if (isInfo(record)) return "info";
  if (isPart(record)) return "part";
  return isSession(record) ? "session" : null;
}

function isInfo(record: Fields): boolean {
  const role = record["role"];
  return (role === "user" || role === "assistant") && textOf(record["id"]) !== null && isFields(record["time"]);
}

function isPart(record: Fields): boolean {
  if (textOf(record["id"]) === null || textOf(record["type"]) === null) return false;
  if (typeof record["messageID"] === "string") return true;
  return partTypes.has(wordOf(record["type"])) && numberOf(objectOf(record["time"])["start"]) !== null;
}

function isSession(record: Fields): boolean {
  if (textOf(record["id"]) === null || "type" in record) return false;
  return typeof record["projectID"] === "string" && numberOf(objectOf(record["time"])["created"]) !== null;
}

function isTodo(one: unknown): boolean {
  return isFields(one) && typeof one["content"] === "string" && typeof one["status"] === "string" && !("type" in one);
}
