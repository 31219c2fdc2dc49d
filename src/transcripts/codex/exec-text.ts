import type { ResultEvent } from "../../domain/session/session-event.ts";
import { codeOf, fieldsOf, textOf, numberOf, parsedFields, anyTextOf } from "../fields.ts";

export interface ExecText extends Pick<ResultEvent, "outcome" | "exitCode" | "codeSource" | "output"> {
  /** The process still runs under this name. */
  readonly session: string | null;
  readonly durationMs: number | null;
}

/** The text of a tool output: a string, a list of content items, or one item. */
export function outputText(output: unknown): string | null {
  if (typeof output === "string") return output;
  if (Array.isArray(output)) {
    const texts = output.map((item) => anyTextOf(fieldsOf(item)?.["text"])).filter((text) => text !== null);
    return texts.length === 0 ? null : texts.join("\n");
  }
  const item = fieldsOf(output);
  const content = item?.["content"];
  return anyTextOf(item?.["text"]) ?? (content === undefined ? anyTextOf(item?.["output"]) : outputText(content));
}

/** How a command ended, from what Codex told its model. Each of its tools has a form of its own. */
export function readExecText(text: string | null): ExecText {
  if (text === null) return unknown(null);
  return fromJson(text) ?? fromFrame(text) ?? fromSentence(text) ?? unknown(text);
}

export function outcomeOfCode(exitCode: number): ResultEvent["outcome"] {
  return exitCode === 0 ? "ok" : "failed";
}

function unknown(output: string | null): ExecText {
  return { outcome: "unknown", exitCode: null, codeSource: "unknown", output, session: null, durationMs: null };
}

/** `shell` up to 0.5x: {"output": …, "metadata": {"exit_code", "duration_seconds"}}. */
function fromJson(text: string): ExecText | null {
  if (!text.startsWith("{")) return null;
  const value = parsedFields(text);
  const metadata = fieldsOf(value?.["metadata"]);
  const exitCode = codeOf(metadata?.["exit_code"]);
  if (exitCode === null) return null;
  const seconds = numberOf(metadata?.["duration_seconds"]);
  return {
    outcome: outcomeOfCode(exitCode),
    exitCode,
    codeSource: "structured",
    output: anyTextOf(value?.["output"]),
    session: null,
    durationMs: milliseconds(seconds),
  };
}

/** `shell_command`, `exec_command`, `write_stdin`: lines of facts, then "Output:" and what was printed. */
function fromFrame(text: string): ExecText | null {
  if (!/^(?:Exit code|Chunk ID|Wall time|Command): /.test(text)) return null;
  const end = text.indexOf("\nOutput:\n");
  const head = text.slice(0, end < 0 ? 1000 : end);
  const output = end < 0 ? null : text.slice(end + "\nOutput:\n".length);
  const durationMs = milliseconds(Number.parseFloat(factIn(head, "Wall time: ") ?? ""));
  const code = factIn(head, "Process exited with code ") ?? factIn(head, "Exit code: ");
  if (code !== null && /^-?\d{1,10}$/.test(code)) {
    const exitCode = Number(code);
    return { outcome: outcomeOfCode(exitCode), exitCode, codeSource: "text", output, session: null, durationMs };
  }
  const session = factIn(head, "Process running with session ID ");
  const cut = factIn(head, "aborted by user") === null ? "unknown" : "interrupted";
  const outcome = session === null ? cut : "running";
  return { outcome, exitCode: null, codeSource: "unknown", output, session, durationMs };
}

/**
 * How a command ended, from a frame whose beginning stands in a JSON string, still escaped. Only where it passed or
 * still runs; null for all else, and for what is not exactly as Codex writes it. What was printed is not looked at.
 */
export function readFrameHead(escaped: string): ExecText | null {
  const end = escaped.indexOf("\\nOutput:\\n");
  if (end < 0) return null;
  const head = escaped.slice(0, end).replaceAll("\\n", "\n");
  if (head.includes("\\") || head.includes('"')) return null;
  const read = fromFrame(`${head}\nOutput:\n`);
  if (read === null) return null;
  const plain = read.exitCode === 0 || (read.outcome === "running" && /^\d+$/.test(read.session ?? ""));
  return plain ? read : null;
}

/** The rest of the line that begins with these words. */
function factIn(head: string, words: string): string | null {
  let found = head.indexOf(words);
  while (found > 0 && head[found - 1] !== "\n") found = head.indexOf(words, found + 1);
  if (found < 0) return null;
  const end = head.indexOf("\n", found);
  return head.slice(found + words.length, end < 0 ? head.length : end);
}

/** What Codex says of a command that it did not run, or could not run to its end. */
function fromSentence(text: string): ExecText | null {
  const begin = text.slice(0, 2000);
  if (/^aborted(?: by user)?\b/.test(begin)) return { ...unknown(null), outcome: "interrupted" };
  const sandboxed = /^(?:[\w ]+: )?failed in sandbox[^]*?(?:exit code |exit_code: )(-?\d{1,10})/.exec(begin)?.[1];
  if (sandboxed !== undefined) {
    return { ...unknown(text), outcome: "failed", exitCode: Number(sandboxed), codeSource: "text" };
  }
  return notRun.test(begin) ? { ...unknown(null), outcome: "not_run" } : null;
}

const notRun =
  /^(?:unsupported (?:custom tool )?call|failed to parse|missing field|invalid type|approval policy is |command rejected|patch rejected|execution (?:denied|rejected)|[^\n]{0,300}(?:rejected by (?:the )?user|Rejected\("|blocked by (?:the )?policy|denied by (?:the )?user)|exec_command failed for `[^]{0,1500}?CreateProcess)/;

function milliseconds(seconds: number | null): number | null {
  return seconds === null || !Number.isFinite(seconds) ? null : Math.round(seconds * 1000);
}

/** Answers of request_user_input, by question id. */
export function answersIn(text: string | null): ReadonlyMap<string, string> {
  const answers = fieldsOf(parsedFields(text)?.["answers"]) ?? {};
  const found = new Map<string, string>();
  for (const [id, value] of Object.entries(answers)) {
    const given = Array.isArray(value) ? value : (fieldsOf(value)?.["answers"] ?? value);
    const texts = (Array.isArray(given) ? given : [given]).map(textOf).filter((one) => one !== null);
    if (texts.length > 0) found.set(id, texts.join("\n"));
  }
  return found;
}
