import { type Counts, countList, countPairs, createSum, noTests, type ResultReader } from "./tally.ts";

/**
 * Runners that print their whole result on one line. The patterns are anchored at both ends: a sentence or a test name
 * that contains "2 failed" is no result.
 */
interface SummaryLine {
  readonly runner: string;
  readonly pattern: RegExp;
  readonly counts: (match: RegExpExecArray) => Counts;
}

/** No runner counts so many; larger ones are no whole numbers any more. */
const most = 1_000_000_000;
const n = (text: string | undefined): number => Math.min(Number(text ?? 0), most);
const list = (match: RegExpExecArray): Counts => countList(match[1] ?? "");
const none = (): Counts => noTests;

function subtract(total: number, failed: number, skipped: number): Counts {
  return { passed: Math.max(0, total - failed - skipped), failed, skipped };
}

const lines: readonly SummaryLine[] = [
  // ===== 1 failed, 2 passed, 1 skipped in 0.12s (0:00:00) =====, and without bars with -q
  {
    runner: "pytest",
    pattern:
      /^(?:=+ )?((?:(?:\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun|subtests (?:passed|failed))(?:, )?)+)) in \d+\.\d\ds(?: \([\d:, a-z]+\))?(?: =+)?$/,
    counts: list,
  },
  { runner: "pytest", pattern: /^(?:=+ )?no tests ran in \d+\.\d\ds(?: =+)?$/, counts: none },
  {
    runner: "pytest",
    pattern: /^(?:=+ )?\d+(?:\/\d+)? tests collected(?: \(.*\))? in \d+\.\d\ds(?: =+)?$/,
    counts: none,
  },
  // vitest, jest: nothing matched
  { runner: "vitest", pattern: /^No test (?:suite |files )?found(?: in .*)?, exiting with code [01]$/, counts: none },
  { runner: "jest", pattern: /^No tests found(?:, exiting with code [01]| related to files .*)?$/, counts: none },
  // Tests:    2 failed, 10 passed (15 assertions)
  { runner: "pest", pattern: /^\s*Tests: +(\d+ [a-z]+(?:, \d+ [a-z]+)*) \(\d+ assertions?\)$/, counts: list },
  // test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s
  {
    runner: "cargo test",
    pattern: /^test result: (?:ok|FAILED)\. (\d+ passed; \d+ failed; \d+ ignored); \d+ measured; .*$/,
    counts: list,
  },
  // Summary [   0.012s] 3 tests run: 2 passed (1 slow), 1 failed, 0 skipped
  {
    runner: "cargo nextest",
    pattern: /^\s*Summary \[\s*[\d.]+s\] +\d+(?:\/\d+)? tests? run: (\d+ .*)$/,
    counts: (match) => countList((match[1] ?? "").replace(/ \([^)]*\)/g, "")),
  },
  { runner: "cargo nextest", pattern: /^error: no tests to run$/, counts: none },
  // [ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 1
  {
    runner: "surefire",
    pattern:
      /^(?:\[[A-Z]+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+)(?:, Skipped: (\d+))?(?:, Flakes: \d+)?$/,
    counts: (match) => subtract(n(match[1]), n(match[2]) + n(match[3]), n(match[4])),
  },
  { runner: "surefire", pattern: /^\[INFO\] (?:No tests to run\.|Tests are skipped\.)$/, counts: none },
  // JUnit 4: OK (3 tests) · Tests run: 3,  Failures: 1
  { runner: "junit", pattern: /^OK \((\d+) tests?\)$/, counts: (match) => ({ ...noTests, passed: n(match[1]) }) },
  {
    runner: "junit",
    pattern: /^Tests run: (\d+), {2}Failures: (\d+)$/,
    counts: (match) => subtract(n(match[1]), n(match[2]), 0),
  },
  {
    runner: "gradle",
    pattern: /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/,
    counts: (match) => subtract(n(match[1]), n(match[2]), n(match[3])),
  },
  { runner: "gradle", pattern: /^> Task :(?:[\w.:-]+:)?test NO-SOURCE$/, counts: none },
  {
    runner: "ctest",
    pattern: /^\d+% tests passed, (\d+) tests? failed out of (\d+)$/,
    counts: (match) => subtract(n(match[2]), n(match[1]), 0),
  },
  { runner: "ctest", pattern: /^No tests were found!!!$/, counts: none },
  // 3 examples, 1 failure, 1 pending
  {
    runner: "rspec",
    pattern: /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/,
    counts: (match) => {
      const counts = subtract(n(match[1]), n(match[2]), n(match[3]));
      return { ...counts, failed: counts.failed + n(match[4]) };
    },
  },
  // 3 runs, 4 assertions, 1 failures, 0 errors, 0 skips
  {
    runner: "minitest",
    pattern:
      /^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors(?:, (\d+) (?:skips|pendings))?(?:, .*)?$/,
    counts: (match) => subtract(n(match[1]), n(match[2]) + n(match[3]), n(match[4])),
  },
  // OK (3 tests, 5 assertions) · Tests: 3, Assertions: 5, Failures: 1, Skipped: 1.
  {
    runner: "phpunit",
    pattern: /^OK \((\d+) tests?, \d+ assertions?\)$/,
    counts: (match) => ({ ...noTests, passed: n(match[1]) }),
  },
  {
    runner: "phpunit",
    pattern: /^Tests: (\d+), Assertions: \d+((?:, [A-Z][A-Za-z ]+: \d+)*)\.$/,
    counts: (match) => {
      const pairs = [...(match[2] ?? "").matchAll(/, ([A-Za-z ]+): (\d+)/g)];
      const { failed, skipped } = countPairs(pairs.map((pair) => [n(pair[2]), (pair[1] ?? "").toLowerCase()]));
      return subtract(n(match[1]), failed, skipped);
    },
  },
  { runner: "phpunit", pattern: /^No tests executed!$/, counts: none },
  // Test summary: total: 3, failed: 1, succeeded: 2, skipped: 0, duration: 1.2s
  {
    runner: "dotnet test",
    pattern: /^\s*Test summary: total: \d+[,;] failed: (\d+)[,;] succeeded: (\d+)[,;] skipped: (\d+)(?:[,;] .*)?$/i,
    counts: (match) => ({ failed: n(match[1]), passed: n(match[2]), skipped: n(match[3]) }),
  },
  { runner: "dotnet test", pattern: /^No test (?:is available|matches the given testcase filter) .*$/, counts: none },
  // ok | 3 passed (2 steps) | 0 failed | 1 ignored (12ms)
  {
    runner: "deno test",
    pattern: /^(?:ok|FAILED) \| (\d+ passed.*) \([\dhms. ]+\)$/,
    counts: (match) => countList((match[1] ?? "").replace(/ \([^)]*\)/g, "")),
  },
  { runner: "deno test", pattern: /^error: No test modules found$/, counts: none },
  // 3 tests, 1 failure, 1 skipped (bats, ExUnit)
  {
    runner: "bats",
    pattern: /^(?:\d+ doctests?, )?(\d+) tests?, (\d+) failures?(?:, (\d+) (?:skipped|excluded))?(?: in \d+ seconds)?$/,
    counts: (match) => subtract(n(match[1]), n(match[2]), n(match[3])),
  },
  // Asserts:  1 failed, 9 passed, of 10 (node-tap)
  { runner: "tap", pattern: /^\s*Asserts: +(\d+ [a-z]+,?(?: +\d+ [a-z]+,?)*) +of \d+$/, counts: list },
  {
    runner: "dart test",
    pattern: /^\d\d:\d\d \+(\d+)(?: ~(\d+))?(?: -(\d+))?: (?:All tests passed!|Some tests failed\.)$/,
    counts: (match) => ({ passed: n(match[1]), skipped: n(match[2]), failed: n(match[3]) }),
  },
  { runner: "npm", pattern: /^Error: no test specified$/, counts: none },
  { runner: "playwright", pattern: /^Error: No tests found\.?$/, counts: none },
];

/** Lines of single parts. They count only where no line of the whole was seen. */
const partLines: readonly SummaryLine[] = [
  {
    runner: "surefire",
    pattern:
      /^\s*(?:\[[A-Za-z]+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+)(?:, Skipped: (\d+))?, Time elapsed: .*$/,
    counts: (match) => subtract(n(match[1]), n(match[2]) + n(match[3]), n(match[4])),
  },
  // Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 5 ms - Tests.dll (net8.0)
  {
    runner: "dotnet test",
    pattern: /^(?:Passed|Failed|Skipped)! +- Failed: +(\d+), Passed: +(\d+), Skipped: +(\d+), Total: +\d+(?:, .*)?$/,
    counts: (match) => ({ failed: n(match[1]), passed: n(match[2]), skipped: n(match[3]) }),
  },
  // A bare list of counts that takes the whole line: some runner's, whichever it is.
  {
    runner: "unnamed",
    pattern:
      /^\s*((?:\d+ (?:tests? )?(?:passed|failed|skipped)(?:, | \| |; )){1,2}\d+ (?:tests? )?(?:passed|failed|skipped))$/,
    counts: (match) => countList((match[1] ?? "").replace(/ tests? /g, " ")),
  },
];

function createReaders(table: readonly SummaryLine[]): readonly ResultReader[] {
  const runners = [...new Set(table.map((line) => line.runner))];
  return runners.map((runner) => {
    const own = table.filter((line) => line.runner === runner);
    const sum = createSum();
    return {
      runner,
      read: (text) => {
        for (const { pattern, counts } of own) {
          const match = pattern.exec(text);
          if (match === null) continue;
          sum.add(counts(match), text);
          return;
        }
      },
      result: sum.result,
    };
  });
}

export function createSummaryReaders(): readonly ResultReader[] {
  return createReaders(lines);
}

export function createPartReaders(): readonly ResultReader[] {
  return createReaders(partLines);
}
