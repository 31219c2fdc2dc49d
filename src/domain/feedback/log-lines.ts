import type { ProcessIdentity } from "../home.ts";
import type { Damage, FeedbackRecord, OutputExcerpt } from "../workbench.ts";
import { parseObject, readHolder, readRecord } from "./read-log-record.ts";

/**
 * The home's feedback log: one JSON object a line, a superset of the workbench's own dialect (`command_id`, `command`,
 * `exit_code`, `stdout_tail`, …), so that other tools can read it. A command writes two lines of one `command_id`: one
 * before it starts, which by itself reads as interrupted, and one when its end is known. The later line wins.
 */
export interface DecodedFeedback {
  readonly records: readonly FeedbackRecord[];
  /** Begun, no end recorded: interrupted, or still running where the holder lives. */
  readonly unfinished: readonly { readonly id: string; readonly holder: ProcessIdentity | null }[];
  readonly damage: readonly Damage[];
}

export interface NumberedLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

const version = 1;
const noEnd = "interrupted: no exit was recorded";

/** The line to append when the command has ended. */
export function encodeFeedback(record: FeedbackRecord): string {
  return JSON.stringify({ ...toObject(record), phase: "ended" });
}

/** The line to append before the command starts, and who runs it. */
export function encodeFeedbackStart(record: FeedbackRecord, holder: ProcessIdentity | null): string {
  const started: FeedbackRecord = { ...record, exitCode: null, error: noEnd };
  return JSON.stringify({ ...toObject(started), phase: "started", holder });
}

function toObject(record: FeedbackRecord): Record<string, unknown> {
  return {
    schema_version: version,
    command_id: record.id,
    parent_command_id: record.parentId,
    command: "shell" in record.command ? record.command.shell : record.command.argv,
    stdout_tail: joinExcerpt(record.stdout),
    stderr_tail: joinExcerpt(record.stderr),
    exit_code: record.exitCode,
    duration_ms: record.durationMs,
    started_at: record.startedAt === null ? null : Date.parse(record.startedAt) / 1000,
    agent_note: record.note,
    error: record.error,
    truncations: { stdout: record.stdout.omittedLines, stderr: record.stderr.omittedLines },
    signal: record.signal,
    cwd: record.cwd,
    branch: record.branch,
    commit: record.commit,
    topic: record.topic,
    session_id: record.sessionId,
    tree: record.tree,
    tree_after: record.treeAfter,
    changed_while_running: record.changedWhileRunning,
    test_result: record.testResult,
    ...(record.source.kind === "home" ? {} : { recorded_by: record.source.kind }),
    excerpt: { stdout: excerptShape(record.stdout), stderr: excerptShape(record.stderr) },
  };
}

function countLines(text: string): number {
  return text === "" ? 0 : text.split("\n").length;
}

function joinExcerpt({ head, tail, omittedLines }: OutputExcerpt): string {
  const marker = omittedLines > 0 ? [`...truncated ${omittedLines} lines...`] : [];
  return [head, ...marker, tail].filter((part) => part !== "").join("\n");
}

function excerptShape(excerpt: OutputExcerpt): Record<string, unknown> {
  return { head_lines: countLines(excerpt.head), error_lines: excerpt.errorLines };
}

/** `path` names the log for `source` and damage. A line that cannot be used is reported, and reading goes on. */
export function decodeFeedbackLines(path: string, lines: readonly NumberedLine[]): DecodedFeedback {
  const records = new Map<string, FeedbackRecord>();
  const unfinished = new Map<string, ProcessIdentity | null>();
  const damage: Damage[] = [];
  for (const { number, text } of lines) {
    if (text.trim() === "") continue;
    const place = `line ${number}`;
    const object = parseObject(text);
    if (object === null) {
      damage.push({ path, code: "invalid_json", place, detail: "the line is no JSON object" });
      continue;
    }
    if ((object["schema_version"] ?? version) !== version) {
      damage.push({ path, code: "unknown_version", place, detail: "the record has an unknown schema version" });
      continue;
    }
    const record = readRecord(object, { path, line: number });
    if (record === null) {
      damage.push({ path, code: "wrong_shape", place, detail: "the record has no id or no command" });
      continue;
    }
    const started = object["phase"] === "started";
    // A start that comes after its end (two writers) must not undo it.
    if (started && records.has(record.id)) continue;
    if (started) unfinished.set(record.id, readHolder(object["holder"]));
    else unfinished.delete(record.id);
    records.set(record.id, record);
  }
  return {
    records: [...records.values()],
    unfinished: [...unfinished].map(([id, holder]) => ({ id, holder })),
    damage,
  };
}
