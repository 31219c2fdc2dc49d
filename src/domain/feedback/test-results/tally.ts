/** Counts of one or several result lines. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noTests: Counts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

const passedWords = /^(?:pass(?:ed|ing)?|ok|succeeded|successful|xpassed|flaky)$/;
const failedWords =
  /^(?:fail(?:ed|ing|ures?)?|errors?|errored|cancelled|timed out|broken|interrupted|exec failed|leaky)$/;
const skippedWords =
  /^(?:skip(?:ped|s)?|ignored|pending|pendings|todo|xfailed|disabled|omissions|incomplete|risky|excluded|did not run|expected fail|aborted)$/;

/** Counts from pairs such as [2, "failed"]; words that count no test are ignored. */
export function countPairs(pairs: readonly (readonly [number, string])[]): Counts {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const [count, word] of pairs) {
    if (failedWords.test(word)) sum.failed += count;
    else if (passedWords.test(word)) sum.passed += count;
    else if (skippedWords.test(word)) sum.skipped += count;
  }
  return sum;
}

/** `2 failed, 1 timed out, 10 passed` → counts. */
export function countList(list: string): Counts {
  const pairs = [...list.matchAll(/(\d+) ([a-z]+(?: [a-z]+){0,2})/gi)];
  return countPairs(pairs.map((pair) => [Number(pair[1]), (pair[2] ?? "").toLowerCase()]));
}

/** One piece of output that reads result lines of one runner. Lines come without colours. */
export interface ResultReader {
  readonly runner: string;
  readonly read: (line: string) => void;
  /** What was read so far; null when nothing was recognised. */
  readonly result: () => { readonly counts: Counts; readonly line: string } | null;
}

/** Sum of several summaries of one runner; the line shown is the newest that reports failures, else the newest. */
export function createSum(): {
  readonly add: (counts: Counts, line: string) => void;
  readonly result: ResultReader["result"];
} {
  let sum: Counts | null = null;
  let shown = "";
  let shownFailed = 0;
  return {
    add: (counts, line) => {
      sum = addCounts(sum ?? noTests, counts);
      if (counts.failed > 0 || shownFailed === 0) {
        shown = line.trim();
        shownFailed = counts.failed;
      }
    },
    result: () => (sum === null ? null : { counts: sum, line: shown }),
  };
}
