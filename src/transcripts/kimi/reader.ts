import type { RawLine, RecordReader, Saved } from "../client-format.ts";
import { fieldsOf } from "../fields.ts";
import { kimiAside } from "./asides.ts";
import { openCodeWire } from "./code-wire.ts";
import { openLegacyContext } from "./legacy-context.ts";
import { openLegacyWire } from "./legacy-wire.ts";

/** Each record goes to the reader of its dialect: a folder may have been carried over from the older client. */
export function openKimi(saved: Saved | null): RecordReader {
  const wire = openLegacyWire(fieldsOf(saved?.["wire"]));
  const context = openLegacyContext(fieldsOf(saved?.["context"]));
  const code = openCodeWire(fieldsOf(saved?.["code"]));
  return {
    read: (value, emit) => {
      const record = fieldsOf(value);
      if (record === null) return emit({ kind: "unread", reason: "wrong_shape", type: "" });
      if (typeof record["type"] === "string") return code.read(record, emit);
      if (typeof record["role"] === "string") return context.read(record, emit);
      return wire.read(record, emit);
    },
    skips: (line) => {
      const skipped = tellsNothing(line);
      if (skipped) code.step();
      return skipped;
    },
    readAside: (name, text, emit) => {
      for (const event of kimiAside(name, text)) emit(event);
    },
    save: () => ({ wire: wire.save(), context: context.save(), code: code.save() }),
  };
}

const thinking = [
  '"type": "ContentPart", "payload": {"type": "think"',
  '"part":{"type":"think"',
  '"event":{"type":"step.begin"',
];

/** Descriptions of tools and requests, thoughts, and messages that stand in the file a second time when a turn ends. */
function tellsNothing(line: RawLine): boolean {
  const start = line.slice(0, 320);
  if (start.startsWith('{"type":"llm.')) return true;
  if (start.startsWith('{"message":{"message":{"role":"')) return line.has('"type":"agent.message.appended"');
  const within = start.startsWith('{"timestamp"') || start.startsWith('{"type":"context.append_loop_event"');
  return within && thinking.some((sign) => start.includes(sign));
}
