import type { ProcessIdentity } from "../home.ts";
import type { FeedbackRecord, OutputExcerpt, TestResult } from "../workbench.ts";

/** null: no JSON object. */
export function parseObject(line: string): Readonly<Record<string, unknown>> | null {
  try {
    return asObject(JSON.parse(line));
  } catch {
    return null;
  }
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

/** null: without an id or a command it is no record. Other fields of a wrong type are left out. */
export function readRecord(
  object: Readonly<Record<string, unknown>>,
  place: { path: string; line: number },
): FeedbackRecord | null {
  const id = string(object["command_id"]);
  const command = readCommand(object["command"]);
  if (id === null || command === null) return null;
  const shape = asObject(object["excerpt"]) ?? {};
  const omitted = asObject(object["truncations"]) ?? {};
  const stream = (name: "stdout" | "stderr") =>
    readExcerpt(string(object[`${name}_tail`]) ?? "", integer(omitted[name]) ?? 0, asObject(shape[name]) ?? {});
  return {
    id,
    parentId: string(object["parent_command_id"]),
    source: { kind: readKind(object["recorded_by"]), ...place },
    command,
    exitCode: integer(object["exit_code"]),
    signal: string(object["signal"]),
    error: string(object["error"]),
    durationMs: number(object["duration_ms"]),
    startedAt: readTime(object["started_at"]),
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    note: string(object["agent_note"]),
    cwd: string(object["cwd"]),
    branch: string(object["branch"]),
    commit: string(object["commit"]),
    topic: string(object["topic"]),
    sessionId: string(object["session_id"]),
    tree: string(object["tree"]),
    treeAfter: string(object["tree_after"]),
    changedWhileRunning: strings(object["changed_while_running"]),
    testResult: readTestResult(object["test_result"]),
  };
}

/** A client's hook or transcript told; else passdown ran the command itself. */
function readKind(value: unknown): "home" | "hook" | "transcript" {
  return value === "hook" || value === "transcript" ? value : "home";
}

function readCommand(value: unknown): FeedbackRecord["command"] | null {
  if (typeof value === "string") return { shell: value };
  return Array.isArray(value) && value.every((word) => typeof word === "string") ? { argv: strings(value) } : null;
}

function readExcerpt(joined: string, omittedLines: number, shape: Readonly<Record<string, unknown>>): OutputExcerpt {
  const lines = joined === "" ? [] : joined.split("\n");
  const headLines = integer(shape["head_lines"]) ?? 0;
  const marker = omittedLines > 0 ? 1 : 0;
  return {
    head: lines.slice(0, headLines).join("\n"),
    tail: lines.slice(headLines + marker).join("\n"),
    omittedLines,
    errorLines: strings(shape["error_lines"]),
  };
}

function readTestResult(value: unknown): TestResult | null {
  const object = asObject(value);
  const runner = string(object?.["runner"]);
  if (object === null || runner === null) return null;
  return {
    runner,
    passed: integer(object["passed"]),
    failed: integer(object["failed"]),
    skipped: integer(object["skipped"]),
    line: string(object["line"]) ?? "",
  };
}

/** Who ran a command that began; null when the line does not say. */
export function readHolder(value: unknown): ProcessIdentity | null {
  const object = asObject(value);
  const pid = integer(object?.["pid"]);
  const host = string(object?.["host"]);
  if (object === null || pid === null || host === null) return null;
  return {
    pid,
    host,
    startTime: string(object["startTime"]),
    bootId: string(object["bootId"]),
    command: string(object["command"]) ?? "",
  };
}

function readTime(value: unknown): string | null {
  const seconds = number(value);
  const time = seconds === null ? null : new Date(Math.round(seconds * 1000));
  return time === null || Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function string(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function integer(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}
