import { readTokens } from "../feedback/shell/read-tokens.ts";
import type { AcceptanceEntry } from "../verification.ts";
import type { FeedbackRecord, TestResult } from "../workbench.ts";

const filterOption =
  /^(?:-[kmtgRE]|-run|--(?:grep|filter|tests|testNamePattern|test-name-pattern|test|package|workspace|project|suite))$/;
const filterWithValue = /^(?:--?(?:grep|filter|tests|testNamePattern|test-name-pattern|project|suite|run)|-Dtest)=./;

/**
 * What a result covers: the folder and the paths or names that the command is limited to, and the counts that the
 * test runner printed. null when the command says nothing of the kind: it then covers whatever it covers.
 */
export function describeScope(entry: AcceptanceEntry, record: FeedbackRecord | null): string | null {
  const parts = [
    entry.cwd === "" ? null : `in ${entry.cwd}`,
    limits(entry.command ?? "").join(" ") || null,
    record === null || record.testResult === null ? null : counts(record.testResult),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join("; ");
}

/** Paths, test ids and name filters among the arguments. */
function limits(command: string): readonly string[] {
  const words = (readTokens(command) ?? []).flatMap((token) => (token.kind === "word" ? [token.raw] : []));
  return words.flatMap((word, at) => {
    if (at === 0 || /^\.{1,2}$/.test(word)) return [];
    if (filterWithValue.test(word)) return [word];
    const before = words[at - 1] ?? "";
    if (filterOption.test(before) && !word.startsWith("-")) return [`${before} ${word}`];
    if (word.startsWith("-") || /[$<>|=]/.test(word)) return [];
    return /::|[^/]\/|^\.\/|\.(?:[cm]?[jt]sx?|py|rb|go|rs|php|java|exs?)$/.test(word) ? [word] : [];
  });
}

function counts(result: TestResult): string {
  const shown = [
    result.passed === null ? null : `${result.passed} passed`,
    result.failed === null || result.failed === 0 ? null : `${result.failed} failed`,
    result.skipped === null || result.skipped === 0 ? null : `${result.skipped} skipped`,
  ].filter((part) => part !== null);
  return `${shown.length === 0 ? "no counts" : shown.join(", ")} (${result.runner})`;
}
