import { findNotStarted, isNeverStarted } from "../feedback/not-run.ts";
import type { FeedbackRecord } from "../workbench.ts";

/** Words of a test runner that gave up before its first test, whatever it counted as an error. */
const collectionErrors =
  /\berrors? during collection\b|\bERROR collecting\b|^INTERNALERROR>|\[(?:setup|build) failed\]/m;

/** Output of a run that broke while its files were loaded, if no test was counted. */
const loadErrors: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\bImportError while (?:importing|loading)\b|\b(?:ModuleNotFoundError|ImportError):/, "an import fails"],
  [
    /\bCannot find (?:module|package)\b|\bERR_MODULE_NOT_FOUND\b|\bFailed to (?:resolve import|load url)\b/,
    "an import fails",
  ],
  [/\bcould not compile\b|\bCompilation failed\b|\bCOMPILATION ERROR\b/i, "the code does not compile"],
  [/\bTest suite failed to run\b/, "the test files cannot be loaded"],
];

/** Why a run never reached its first test; null when it did, or when nothing says that it did not. */
export function whyNotStarted(record: FeedbackRecord): string | null {
  const { exitCode, testResult } = record;
  if (exitCode === null) return isNeverStarted(record.error) ? `it was never started: ${record.error}` : null;
  if (exitCode === 0) return null;
  if (exitCode === 126 || exitCode === 127)
    return `exit ${exitCode}: ${findNotStarted(record) ?? "the program cannot be run"}`;
  if ((testResult?.passed ?? 0) > 0) return null;
  const text = [record.stdout, record.stderr]
    .flatMap((stream) => [stream.head, stream.tail, ...stream.errorLines])
    .join("\n");
  if (collectionErrors.test(text)) return "the tests cannot be collected";
  if ((testResult?.failed ?? 0) > 0) return null;
  const line = findNotStarted(record);
  if (line !== null) return line;
  const broken = loadErrors.find(([pattern]) => pattern.test(text));
  return broken === undefined ? null : `${broken[1]} before the first test`;
}
