import { sha256 } from "../domain/digest.ts";
import type { FeedbackRecord } from "../domain/workbench.ts";
import type { ParsedRecord } from "./artifact.ts";
import { cleanText } from "./clean-text.ts";
import { describeType, isObject, own, type JsonObject } from "./json-value.ts";
import type { JsonLine } from "./parse-json-lines.ts";
import { readExcerpt } from "./read-excerpt.ts";
import { readId, readNumber, readText } from "./read-fields.ts";
import { readTime } from "./read-time.ts";
import { report, type Reading } from "./reading.ts";
import { signalName } from "./signal-name.ts";

/** Exit codes of Windows reach 2^32 - 1. */
const maxExitCode = 0xffffffff;

/** One line of the log in any of its three dialects; null, with the reason in the damage, when it names no command. */
export function parseRecord({ value, line, raw }: JsonLine, reading: Reading): ParsedRecord | null {
  const command = readCommand(own(value, "command"), reading, line);
  if (command === null) return null;
  const id = readId(own(value, "command_id"), reading, `line ${line}, command_id`);
  const exit = readExit(value, reading);
  const duration = readNumber(own(value, "duration_ms"));
  const cut = own(value, "truncations");
  return {
    given: id !== null,
    dialect: "shell" in command ? "F3" : id === null ? "F2" : "F1",
    record: {
      id: id ?? `r-${sha256(raw).slice(0, 16)}`,
      parentId: readId(own(value, "parent_command_id"), reading, `line ${line}, parent_command_id`),
      source: { kind: "repository", path: reading.path, line },
      command,
      ...exit,
      durationMs: duration === null || duration < 0 ? null : Math.round(duration),
      startedAt: readTime(own(value, "started_at")),
      stdout: readExcerpt(own(value, "stdout_tail"), cutLines(cut, "stdout"), reading),
      stderr: readExcerpt(own(value, "stderr_tail"), cutLines(cut, "stderr"), reading),
      note: readText(own(value, "agent_note"), reading),
      cwd: null,
      branch: null,
      commit: null,
      topic: null,
      sessionId: null,
      tree: null,
      treeAfter: null,
      changedWhileRunning: [],
      testResult: null,
    },
  };
}

function readCommand(value: unknown, reading: Reading, line: number): FeedbackRecord["command"] | null {
  if (typeof value === "string" && value.trim() !== "") return { shell: cleanText(value, reading) };
  const words: readonly unknown[] = Array.isArray(value) ? value : [];
  const argv = words.flatMap((word) => {
    if (typeof word === "string") return [cleanText(word, reading)];
    return typeof word === "number" && Number.isFinite(word) ? [String(word)] : [];
  });
  if (argv.length === words.length && (argv[0] ?? "").trim() !== "") return { argv };
  const found = Array.isArray(value) || value === "" ? "no usable words" : describeType(value);
  report(reading, "wrong_shape", `line ${line}`, `a record without a command is left out: ${found}`);
  return null;
}

/**
 * A whole number, also as text, is an exit code. Everything else (null, false, NaN) is no exit code, which is never a
 * success: `error` then says why.
 */
function readExit(
  value: JsonObject,
  reading: Reading,
): { readonly exitCode: number | null; readonly signal: string | null; readonly error: string | null } {
  const stored = own(value, "exit_code");
  const error = readText(own(value, "error"), reading);
  const number = readNumber(stored);
  if (number !== null && Number.isInteger(number) && Math.abs(number) <= maxExitCode) {
    // JSON has a negative zero.
    const exitCode = number === 0 ? 0 : number;
    return { exitCode, signal: signalName(exitCode), error };
  }
  const missing = stored === undefined || stored === null;
  const reason = missing ? "no exit code recorded" : `exit code not usable: ${describeType(stored)}`;
  return { exitCode: null, signal: null, error: error ?? reason };
}

function cutLines(truncations: unknown, stream: string): number | null {
  const lines = isObject(truncations) ? readNumber(own(truncations, stream)) : null;
  return lines !== null && Number.isSafeInteger(lines) && lines >= 0 ? lines : null;
}
