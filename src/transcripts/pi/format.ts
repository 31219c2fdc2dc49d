import type { ClientFormat } from "../client-format.ts";
import { fieldsOf } from "../fields.ts";
import { openPi } from "./reader.ts";

/** pi (badlogic/pi-mono): session files of versions 1 to 3. See docs/transcripts.md. */
export const piFormat: ClientFormat = {
  client: "pi",
  partial: null,
  isRecord: (value) => {
    const record = fieldsOf(value);
    if (record?.["type"] === "session") return typeof record["id"] === "string" && typeof record["cwd"] === "string";
    // Only pi dates the message as well as the record.
    return record?.["type"] === "message" && typeof fieldsOf(record["message"])?.["timestamp"] === "number";
  },
  recordStarts: [
    '{"type":"message"',
    '{"type":"session"',
    '{"type":"compaction"',
    '{"type":"model_change"',
    '{"type":"custom',
  ],
  open: openPi,
};
