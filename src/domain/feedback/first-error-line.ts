import type { FeedbackRecord } from "../workbench.ts";
import { cutLine } from "./cut-line.ts";
import { readErrorLines } from "./error-lines.ts";

const limit = 300;

/**
 * The line that says best what went wrong: the first that states a cause, else the first that names what failed, else
 * the first that only reports a failure, else the last line of stderr. Of equal rank, stderr speaks before stdout.
 */
export function firstErrorLine(record: FeedbackRecord): string | null {
  const ranked = [record.stderr, record.stdout].flatMap(readErrorLines);
  const best = ([3, 2, 1] as const).map((rank) => ranked.find((line) => line.rank === rank)).find((line) => line);
  const line = best?.text ?? lastLine(record.stderr) ?? lastMerged(record) ?? null;
  return line === null ? null : cutLine(line.trim(), limit);
}

/** Clients write both streams into one. */
function lastMerged({ source, stdout }: FeedbackRecord): string | undefined {
  return source.kind === "transcript" ? lastLine(stdout) : undefined;
}

/** A closing bracket says nothing. */
function lastLine(stream: FeedbackRecord["stdout"]): string | undefined {
  return `${stream.head}\n${stream.tail}`.split("\n").findLast((line) => /[\p{L}\p{N}]/u.test(line));
}
