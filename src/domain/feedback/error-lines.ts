import type { OutputExcerpt } from "../workbench.ts";

/**
 * Lines that look like errors. Rank 3 says what is wrong, 2 names what failed, 1 only reports that something did;
 * 0 is no error line. Shapes of the tools come first, the plain words last.
 */
export type ErrorRank = 0 | 1 | 2 | 3;

const candidate =
  /err|fail|fatal|panic|exception|assert|not ok|not found|no such|cannot|denied|missing|unable|undefined|refused|killed|fault|core dumped|out of memory|traceback|timed out|incompatible|unsupported|http [45]\d\d|warning treated|\*\*\*|^E {2}|^\s*(?:[✗✖✘×❌●✕]|_test\.go)|_test\.go:\d/i;

const noErrors: readonly RegExp[] = [
  /^\s*(?:[✓✔√☑✅]|ok\b|PASS(?:ED)?\b|--- PASS|\[\s+OK\s+\]|# (?:Subtest|fail 0))/,
  /\bPASSED\b|\.\.\. ok$|\s+Passed\s+[\d.]+ sec$/,
  /^(?:ℹ|#) (?:fail|cancelled) 0$/,
  /^\s*(?:at |File "|\d+\|)/,
];
const zero =
  /\b(?:0|no|zero|without(?: any)?) (?:tests? )?(?:errors?|fail(?:ures?|ed)|warnings?|issues|problems?)\b|\b(?:errors?|fail(?:ures?|ed)): +0\b/gi;

const causes: readonly RegExp[] = [
  /^E {2,}\S/,
  /^\s*(?:Uncaught |Unhandled )?(?:[\w$]+[.:]{1,2})*[A-Z][\w$]*(?:Error|Exception|Panic|Fault)(?: \[\w+\])?(?::|$)/,
  /^\s*(?:Uncaught |\[?UnhandledPromiseRejection)/,
  /^\s*Error(?: \[\w+\])?: \S/,
  /\berror (?:TS|CS|C|LNK|FS)\d+:/,
  /^(?:fatal|panic|fatal error|FATAL):? \S/,
  /^error(?:\[\w+\])?: (?!test failed|aborting|could not compile|\d+ targets? failed|script ")/,
  /^\s+error: ['"]\S/,
  /\bpanicked at\b|^assertion .* failed|^\s*Failed asserting that/,
  /^\s*(?:\.{0,2}\/)?[\w@.+/\\-]+(?::\d+(?::\d+)?:?|\(\d+,\d+\):?) +(?:- )?(?:fatal )?(?:error|FAIL)\b/i,
  /^\s+\d+:\d+\s+error\s/,
  /^\s+[\w./-]+_test\.go:\d+: /,
  /^Exception in thread |^Caused by: |\((?:\w+::)*\w*(?:Error|Exception)\)$/,
  /(?:command not found|: not found|No such file or directory|Permission denied|Operation not permitted)$/,
  /\b(?:Cannot find (?:module|package)|No module named|Missing script:|No rule to make target|undefined reference to)/,
  /^[\w-]+: .*\bHTTP [45]\d\d\b/,
  /\bSegmentation fault\b|\bcore dumped\b|\bout of memory\b|^Killed$|syntax error/i,
];

const names: readonly RegExp[] = [
  /^\s*(?:FAIL|FAILED|ERROR|FAILURE)\b/,
  /^\s*[✗✖✘×❌✕] ?\S/,
  /^\s*● \S/,
  /^\s*not ok\b/,
  /^\s*--- FAIL: /,
  /\.\.\. (?:FAILED|FAIL|ERROR)$|\*\*\*(?:Failed|Timeout|Exception)/,
  /^\[(?:ERROR|\s+FAILED\s+)\] +\S/,
  /\bFAILED(?:\s+\[\s*\d+%\])?$/,
  /^\[[\w.-]+\] .*\b(?:FAIL|FAILED|ERROR)\b/,
  /^\s*ERR_[A-Z_]+\s+\S/,
];

const reports =
  /\b(?:errors?|failed|fails|failures?|failing|fatal|panic(?:ked)?|exception|ELIFECYCLE|aborted|timed out)\b|ERR!|^make(?:\[\d+\])?: \*\*\*/i;

export function rankErrorLine(text: string): ErrorRank {
  const line = text.length > 500 ? text.slice(0, 500) : text;
  if (!candidate.test(line) || noErrors.some((pattern) => pattern.test(line))) return 0;
  if (/^npm (?:ERR!|error) ?$|^npm (?:ERR!|error) (?:A complete log|\s*\/)/.test(line)) return 0;
  if (/^npm (?:ERR!|error) (?!Missing script)/.test(line)) return 1;
  if (causes.some((pattern) => pattern.test(line))) return 3;
  if (names.some((pattern) => pattern.test(line))) return 2;
  return reports.test(line.replace(zero, "")) ? 1 : 0;
}

export interface ErrorCollector {
  readonly add: (line: string, cut: number) => void;
  /** In the order of the stream, each text once, at most 20, those with the highest rank first when there are more. */
  readonly lines: () => readonly { readonly text: string; readonly cut: number; readonly rank: ErrorRank }[];
}

const most = 20;

interface Found {
  readonly text: string;
  readonly cut: number;
  readonly rank: ErrorRank;
  readonly order: number;
}

/** Collects error lines of a stream in bounded memory. The line that ends a Python traceback, and the first of a TAP message, count whatever they say. */
export function createErrorCollector(): ErrorCollector {
  const byRank = new Map<ErrorRank, Map<string, Found>>();
  let order = 0;
  let inTraceback = false;
  let inBlock = false;

  function keep(text: string, cut: number, rank: ErrorRank): void {
    const found = byRank.get(rank) ?? new Map<string, Found>();
    byRank.set(rank, found);
    const key = text.slice(0, 500);
    if (found.size < most && !found.has(key)) found.set(key, { text, cut, rank, order });
  }

  return {
    add: (text, cut) => {
      order += 1;
      // TAP tells the message of a failure as a block of YAML, whose first line says what is wrong.
      if (/^\s+error: [|>]-?$/.test(text)) {
        inBlock = true;
        return;
      }
      if (inBlock && text.trim() !== "") {
        inBlock = false;
        keep(text, cut, 3);
        return;
      }
      if (text.startsWith("Traceback (most recent call last)")) {
        inTraceback = true;
        return;
      }
      if (inTraceback && text !== "" && !/^\s/.test(text)) {
        inTraceback = false;
        keep(text, cut, 3);
        return;
      }
      const rank = rankErrorLine(text);
      if (rank > 0) keep(text, cut, rank);
    },
    lines: () =>
      ([3, 2, 1] as const)
        .flatMap((rank) => [...(byRank.get(rank)?.values() ?? [])])
        .slice(0, most)
        .sort((a, b) => a.order - b.order),
  };
}

/** Error lines of a stream as recorded; found anew in head and tail where whoever recorded it kept none. */
export function readErrorLines(stream: OutputExcerpt): readonly { readonly text: string; readonly rank: ErrorRank }[] {
  // A line that was collected for its place, not its look, ends a traceback.
  if (stream.errorLines.length > 0) {
    return stream.errorLines.map((text) => ({ text, rank: rankErrorLine(text) || 3 }));
  }
  const collector = createErrorCollector();
  for (const line of `${stream.head}\n${stream.tail}`.split("\n")) collector.add(line, 0);
  return collector.lines();
}
