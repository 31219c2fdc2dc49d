import { parseObject } from "./read-home.ts";

/** A command as the feedback log has it. */
export interface RawRecord {
  /** The shell text, or the words with blanks between them. */
  readonly command: string;
  /** What a shell was given to run; null for a program that was started without one. */
  readonly script: string | null;
  readonly exitCode: unknown;
  readonly error: unknown;
  readonly tree: unknown;
  /** Files changed under the command: its exit code counts for no tree. */
  readonly unsettled: boolean;
  /** Tests that the runner itself counted as failed. */
  readonly failedTests: number;
  readonly ended: boolean;
  /** Milliseconds; null when the log does not tell. */
  readonly begunAt: number | null;
  readonly endedAt: number | null;
  readonly branch: unknown;
  readonly topic: unknown;
  readonly cwd: unknown;
  /** Who told of it: "" where it was recorded as it ran, else a client's session. Each tells in its own order. */
  readonly teller: string;
  /** The end of both streams. */
  readonly output: string;
}

/** Records by id; a line that is no record is passed over. */
export function readRawRecords(lines: readonly string[]): ReadonlyMap<string, RawRecord> {
  const records = new Map<string, RawRecord>();
  for (const line of lines) {
    const value = parseObject(line);
    const id = value?.["command_id"];
    if (value === null || typeof id !== "string") continue;
    const ended = value["phase"] !== "started";
    if (!ended && records.has(id)) continue;
    const words = value["command"];
    const begun = value["started_at"];
    const took = value["duration_ms"];
    const changed = value["changed_while_running"];
    const tests = value["test_result"] as { readonly failed?: unknown } | null | undefined;
    records.set(id, {
      command: Array.isArray(words) ? words.join(" ") : String(words),
      script: Array.isArray(words) ? scriptOf(words.map(String)) : String(words),
      exitCode: value["exit_code"],
      error: value["error"],
      tree: value["tree"],
      unsettled: Array.isArray(changed) && changed.length > 0,
      failedTests: typeof tests?.failed === "number" ? tests.failed : 0,
      ended,
      begunAt: typeof begun === "number" ? begun * 1000 : null,
      endedAt: typeof begun === "number" ? begun * 1000 + (typeof took === "number" ? took : 0) : null,
      branch: value["branch"],
      topic: value["topic"],
      cwd: value["cwd"],
      teller: value["recorded_by"] === undefined ? "" : `${value["recorded_by"]} ${value["session_id"]}`,
      output: `${value["stdout_tail"]}\n${value["stderr_tail"]}`,
    });
  }
  return records;
}

/** The text of `sh -c TEXT`, with what its options switch on said in front. */
function scriptOf(words: readonly string[]): string | null {
  if (!/(?:^|\/)(?:ba|da|z|k|mk|a)?sh$/.test(words[0] ?? "")) return null;
  const at = words.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word));
  if (at < 0) return null;
  const options = words.slice(1, at + 1);
  const stops = options.some((word) => /^-[a-z]*e/.test(word)) ? "set -e; " : "";
  return `${options.includes("pipefail") ? "set -o pipefail; " : ""}${stops}${words[at + 1] ?? ""}`;
}

/** The same whatever quotes it: what is left of a command without quotes, escapes and the width of its blanks. */
export function withoutQuotes(command: string): string {
  return command
    .replace(/["'\\]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
