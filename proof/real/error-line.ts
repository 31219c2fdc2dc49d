const ansi = /\u001B\[[0-9;?]*[A-Za-z]/g;
const telling =
  /error|fail|exception|not found|denied|panic|expected|cannot|can't|no such|fatal|invalid|refused|unable|undefined:|is undefined|unknown (?:command|option|flag|revision|argument|file|host|identifier|property)|not recognized|timed? ?out|does not exist|missing|conflict|unsupported|incompatible/i;
/** Frames, counts of nothing, marks of what passed, warnings of a package manager. */
const harmless =
  /^(exit code \d+|error:?$|chunk id|wall time|process exited|original token count|output:|npm warn|error trace:|[=_*-]{4,})|\b(0|no) (errors?|failed|failures|failing)\b|^(✓|✔|√|PASS|ok)\s|\bpassed$/i;
const raised = /^(?:E\s+)?[A-Za-z_][\w.]*(Error|Exception|Exit|Interrupt)\b/;

/** Of a failed command's output, the line that says why: the first with a word for it, else the last. */
export function errorLine(output: string, exit: number | null): string {
  const lines = output
    .replace(ansi, "")
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !harmless.test(line));
  const trace = lines.findIndex((candidate) => /^(Traceback \(most recent call last\)|E {2,}\S)/.test(candidate));
  const thrown = trace < 0 ? undefined : lines.slice(trace).find((candidate) => raised.test(candidate));
  const line = thrown ?? lines.find((candidate) => telling.test(candidate)) ?? lines.at(-1) ?? "";
  if (line !== "") return line.slice(0, 160);
  return exit === null ? "failed" : `exit code ${exit}`;
}

const mostLines = 20;

/** All lines of a failed command's output with a word for an error, each once. */
export function errorLines(output: string): readonly string[] {
  const lines = output
    .replace(ansi, "")
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line.length > 8 && (telling.test(line) || raised.test(line)) && !harmless.test(line));
  return [...new Set(lines)].slice(0, mostLines).map((line) => line.slice(0, 160));
}

/** Whether some line of an output has a word for an error. */
export function tellsError(output: string): boolean {
  return output
    .replace(ansi, "")
    .split("\n")
    .some((line) => telling.test(line) && !harmless.test(line.trim()));
}
