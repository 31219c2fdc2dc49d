import type { RecordReader, Saved } from "../client-format.ts";
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
      const start = line.slice(0, 40);
      const skipped =
        start.startsWith('{"type":"llm.') ||
        // The same messages once more, when a turn has ended.
        (start.startsWith('{"message":{"message":{"role":"') && line.has('"type":"agent.message.appended"'));
      if (skipped) code.step();
      return skipped;
    },
    readAside: (name, text, emit) => {
      for (const event of kimiAside(name, text)) emit(event);
    },
    save: () => ({ wire: wire.save(), context: context.save(), code: code.save() }),
  };
}
