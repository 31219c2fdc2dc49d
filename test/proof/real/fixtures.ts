import type { RawRecord, TruthEvent } from "../../../proof/real/truth-event.ts";
import { rawFile } from "../../../proof/real/raw-file.ts";

/** Records of a transcript that is written here, a line each. */
export function records(...values: readonly object[]): readonly RawRecord[] {
  return rawFile(lines(...values)).records;
}

export function lines(...values: readonly object[]): string {
  return `${values.map((value) => JSON.stringify(value)).join("\n")}\n`;
}

/** An event in a few words, for tables. */
export function brief(event: TruthEvent): string {
  switch (event.kind) {
    case "user":
    case "agent":
      return `${event.kind}: ${event.text}`;
    case "call":
      return `call: ${event.command ?? [event.tool, ...event.reads, ...event.writes, ...event.deletes].join(" ")}`;
    case "result":
      return `${event.outcome} ${event.exit ?? "-"}: ${event.output}`;
    case "list":
      return `list: ${event.todos.map(({ text, done }) => `${done ? "x" : " "} ${text}`).join(", ")}`;
  }
}
