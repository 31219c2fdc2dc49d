import type { ClientFormat } from "../client-format.ts";
import { fieldsOf } from "../fields.ts";
import { historyRecords } from "./history.ts";
import { openCopilot } from "./reader.ts";

const types = /^(?:session|user|assistant|tool|hook|subagent|system)\.[a-z_.]+$|^abort$/;

/** GitHub Copilot CLI: `events.jsonl`. See docs/transcripts.md. */
export const copilotFormat: ClientFormat = {
  client: "copilot",
  partial: null,
  isRecord: (value) => {
    const record = fieldsOf(value);
    const type = record?.["type"];
    return (
      typeof type === "string" && types.test(type) && fieldsOf(record?.["data"]) !== null && "id" in (record ?? {})
    );
  },
  recordStarts: [
    '{"type":"session.',
    '{"type":"user.',
    '{"type":"assistant.',
    '{"type":"tool.',
    '{"type":"hook.',
    '{"type":"subagent.',
    '{"type":"system.',
    '{"type":"abort"',
  ],
  recordsOf: historyRecords,
  open: openCopilot,
};
