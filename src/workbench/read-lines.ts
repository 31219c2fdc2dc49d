import type { ArtifactKind } from "../domain/workbench.ts";
import type { Artifact, FeedbackLog, OverridesLog, ParsedRecord } from "./artifact.ts";
import { parseJsonLines, type JsonLine } from "./parse-json-lines.ts";
import { parseRecord } from "./parse-record.ts";
import { parseOverride } from "./parse-small.ts";
import { parseBoard } from "./parse-tasks.ts";
import { refOf, type Reading } from "./reading.ts";
import { isRecordOf } from "./sniff.ts";

/** The artifacts that are written one object a line: feedback log, overrides, and the board in its dialect B2. */
export function readLines(kind: ArtifactKind, bytes: Uint8Array, reading: Reading): Artifact | null {
  const lines = parseJsonLines(bytes, { reading, accepts: (value) => isRecordOf(kind, value) });
  switch (kind) {
    case "feedback_log":
      return { kind, value: readFeedback(lines, reading) };
    case "overrides":
      return { kind, value: readOverrides(lines, reading) };
    case "board": {
      const tasks = [...lines].map(({ value, line }) => ({ object: value, place: `line ${line}` }));
      return { kind, value: parseBoard(tasks, reading, "B2") };
    }
    default:
      return null;
  }
}

/** The dialect of a log is that of its records; a log that holds several is named by all: "F1+F3". */
function readFeedback(lines: Iterable<JsonLine>, reading: Reading): FeedbackLog {
  const records: ParsedRecord[] = [];
  for (const line of lines) {
    const record = parseRecord(line, reading);
    if (record !== null) records.push(record);
  }
  const dialects = [...new Set(records.map((record) => record.dialect))].sort();
  return { ref: refOf(reading, "feedback_log", dialects.join("+") || "empty"), records };
}

function readOverrides(lines: Iterable<JsonLine>, reading: Reading): OverridesLog {
  const entries = [...lines].flatMap(({ value, line }) => parseOverride(value, reading, line) ?? []);
  return { ref: refOf(reading, "overrides", entries.length === 0 ? "empty" : "O1"), entries };
}
