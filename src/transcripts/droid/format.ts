import type { ClientFormat } from "../client-format.ts";
import { fieldsOf } from "../fields.ts";
import { openDroid } from "./reader.ts";

/** Factory Droid: session files, and kept output of its JSON stream. See docs/transcripts.md. */
export const droidFormat: ClientFormat = {
  client: "droid",
  partial:
    "few real sessions were seen: exit codes stand only in the text of the output, branch and context window are not stored, tokens only of the last call, and the records of todos and compactions are known from other readers",
  isRecord: (value) => {
    const record = fieldsOf(value);
    switch (record?.["type"]) {
      case "session_start":
        return typeof record["id"] === "string" && ("cwd" in record || "title" in record);
      case "todo_state":
      case "compaction_state":
      case "agent_turn_outcome":
        return true;
      case "tool_call":
        return typeof record["toolName"] === "string" && "parameters" in record;
      case "message": {
        const message = fieldsOf(record["message"]);
        if (message === null)
          return typeof record["text"] === "string" && ("session_id" in record || "sessionId" in record);
        return typeof record["timestamp"] === "string" && typeof record["id"] === "string" && !("timestamp" in message);
      }
      default:
        return false;
    }
  },
  recordStarts: [
    '{"type":"message"',
    '{"type":"session_start"',
    '{"type":"todo_state"',
    '{"type":"tool_',
    '{"type":"agent_turn_outcome"',
  ],
  open: openDroid,
};
