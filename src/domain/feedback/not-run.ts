import type { FeedbackRecord } from "../workbench.ts";

/** Lines that say that the command, or the tool behind it, never started. */
const notStarted: readonly RegExp[] = [
  /^(?:[\w./-]+: )?(?:line \d+: |\d+: )?\S+: (?:command )?not found$/,
  /^(?:zsh|fish|\S*sh): command not found: \S+$/,
  /^(?:npm (?:ERR!|error) )?Missing script: /,
  /^npm (?:ERR!|error) could not determine executable to run/,
  /^\s*ERR_PNPM_(?:NO_SCRIPT|RECURSIVE_EXEC_FIRST_FAIL)\b.*(?:Missing script|not found)/,
  /^error: Script not found "/,
  /^error Command ".*" not found\.?/,
  /^(?:\S*python[\d.]*(?:\.exe)?|\S+): No module named (?:pytest|unittest|tox|nose2?|coverage|mypy|ruff|flake8|pylint|black)\b/,
  /^g?make(?:\[\d+\])?: \*\*\* No rule to make target /,
  /^error: no such (?:sub)?command: /,
  /^Could not find '.*'$/,
  /^Error: no test specified/,
  /^'\S+' is not recognized as an internal or external command/,
];

/** The line that shows that nothing was run; null when no line does. */
export function findNotStarted(record: FeedbackRecord): string | null {
  for (const { head, tail, errorLines } of [record.stderr, record.stdout]) {
    for (const line of [...errorLines, ...head.split("\n"), ...tail.split("\n")]) {
      if (notStarted.some((pattern) => pattern.test(line.trimEnd()))) return line.trim();
    }
  }
  return null;
}

/** Reasons of a null exit that mean: the program was not there or could not be executed. */
const neverStarted =
  /^never started\b|\[Errno (?:2|13|8)\]|\bENOENT\b|\bEACCES\b|\bENOEXEC\b|^No such file or directory|^Permission denied|not found$/i;

export function isNeverStarted(error: string | null): boolean {
  return error !== null && neverStarted.test(error);
}
