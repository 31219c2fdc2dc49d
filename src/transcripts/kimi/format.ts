import type { ClientFormat } from "../client-format.ts";
import { fieldsOf } from "../fields.ts";
import { openKimi } from "./reader.ts";

const codeTypes =
  /^(?:context\.append_\w+|turn\.(?:prompt|steer|cancel|ended)|config\.update|profile\.bind|llm\.\w+|usage\.record)$/;

/** Kimi CLI (`wire.jsonl`, `context.jsonl`) and Kimi Code (`agents/NAME/wire.jsonl`). See docs/transcripts.md. */
export const kimiFormat: ClientFormat = {
  client: "kimi",
  partial: null,
  isRecord: (value) => {
    const record = fieldsOf(value);
    if (record === null) return false;
    if (record["type"] === "metadata") return typeof record["protocol_version"] === "string";
    if (typeof record["type"] === "string") return codeTypes.test(record["type"]) && !("data" in record);
    if (typeof record["role"] === "string") return /^_(?:system_prompt|checkpoint|usage)$/.test(record["role"]);
    const message = fieldsOf(record["message"]);
    return typeof record["timestamp"] === "number" && typeof message?.["type"] === "string" && "payload" in message;
  },
  recordStarts: [
    '{"type":"context.',
    '{"type":"turn.',
    '{"type":"llm.',
    '{"type":"usage.',
    '{"type":"metadata"',
    '{"type": "metadata"',
    '{"timestamp": ',
    '{"timestamp":',
    '{"role": "',
    '{"role":"',
  ],
  open: openKimi,
};
