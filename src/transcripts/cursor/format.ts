import type { ClientFormat } from "../client-format.ts";
import { fieldsOf } from "../fields.ts";
import { openCursor } from "./reader.ts";

/** Cursor's command line: `agent-transcripts/ID/ID.jsonl`. See docs/transcripts.md. */
export const cursorFormat: ClientFormat = {
  client: "cursor",
  partial:
    "tool results are not stored: no exit codes, no output, and whether an edit or a read succeeded is not known, so both are told as calls and no file is; times, ids, tokens, branch and model are not stored either",
  isRecord: (value) => {
    const record = fieldsOf(value);
    const message = fieldsOf(record?.["message"]);
    if (record === null || message === null || !Array.isArray(message["content"])) return false;
    const known = record["role"] === "user" || record["role"] === "assistant";
    return known && !("type" in record) && !("timestamp" in record) && !("uuid" in record) && !("id" in record);
  },
  recordStarts: ['{"role":"user"', '{"role":"assistant"', '{"type":"turn_ended"'],
  open: openCursor,
};
