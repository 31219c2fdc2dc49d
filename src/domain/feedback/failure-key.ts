import type { FeedbackRecord } from "../workbench.ts";
import { firstErrorLine } from "./first-error-line.ts";
import { commandKey } from "./quote-command.ts";

/** What differs from run to run without being another failure: times, durations, addresses, ids. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, "<time>"],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, "<time>"],
  [/\b0x[0-9a-f]+\b/gi, "<address>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\b\d+(?:\.\d+)?(?:\s?(?:ns|[µμ]s|ms|secs?|seconds?|mins?|minutes?)|s|m)\b/g, "<duration>"],
  [/\bpid[ =:]\d+/gi, "<pid>"],
];

/** Same command in the same folder. */
export function commandPlace(record: FeedbackRecord): string {
  return record.concluded?.place ?? `${commandKey(record.command)}\0${record.cwd ?? ""}`;
}

/** Equal keys: the same failure. Same command and folder, same end, same first error line but for volatile parts. */
export function failureKey(record: FeedbackRecord): string {
  const known = record.concluded?.failureKey ?? null;
  if (known !== null) return known;
  const line = firstErrorLine(record) ?? "";
  const end = record.exitCode === null ? `null ${record.error ?? record.signal ?? ""}` : String(record.exitCode);
  return [commandPlace(record), normalise(end), normalise(line)].join("\0");
}

function normalise(text: string): string {
  return volatile
    .reduce((sofar, [pattern, placeholder]) => sofar.replace(pattern, placeholder), text)
    .replace(/\s+/g, " ")
    .trim();
}
