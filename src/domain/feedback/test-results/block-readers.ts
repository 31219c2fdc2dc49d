import { addCounts, type Counts, countList, countPairs, createSum, noTests, type ResultReader } from "./tally.ts";

/** Runners that spread their result over several lines. */

/** `Ran 3 tests in 0.001s`, a blank line, then `OK (skipped=1)` or `FAILED (failures=1, errors=1)`. */
export function createUnittestReader(): ResultReader {
  const sum = createSum();
  let ran: number | null = null;
  return {
    runner: "unittest",
    read: (line) => {
      const count = /^Ran (\d+) tests? in \d+\.\d+s$/.exec(line);
      if (count !== null) ran = Number(count[1]);
      const verdict = /^(?:OK|FAILED|NO TESTS RAN)(?: \(([a-z =\d,]+)\))?$/.exec(line);
      if (verdict === null || ran === null) return;
      const pairs = [...(verdict[1] ?? "").matchAll(/([a-z ]+)=(\d+)/g)];
      const { failed, skipped } = countPairs(pairs.map((pair) => [Number(pair[2]), (pair[1] ?? "").trim()]));
      sum.add({ passed: Math.max(0, ran - failed - skipped), failed, skipped }, `Ran ${ran} tests: ${line}`);
      ran = null;
    },
    result: sum.result,
  };
}

/** ` Test Files  1 failed | 2 passed (3)`, `      Tests  2 failed | 10 passed (12)`, `     Errors  1 error`. */
export function createVitestReader(): ResultReader {
  const sum = createSum();
  const row =
    /^\s+(Test Files|Tests|Errors) {2}(no tests|\d+ [a-z]+(?: [a-z]+)?(?: \| \d+ [a-z]+(?: [a-z]+)?)*)(?: \(\d+\))?$/;
  let files = noTests;
  let tests: { counts: Counts; line: string } | null = null;
  let errors = noTests;
  function commit(): void {
    if (tests !== null) {
      // A file that could not be loaded and an error outside of tests are failures without a failed test.
      const outside = tests.counts.failed > 0 ? 0 : files.failed + errors.failed;
      sum.add({ ...tests.counts, failed: tests.counts.failed + outside }, tests.line);
    }
    files = noTests;
    tests = null;
    errors = noTests;
  }
  return {
    runner: "vitest",
    read: (line) => {
      if (/^\s+(?:Start at|Duration) {2}/.test(line)) commit();
      const match = row.exec(line);
      if (match === null) return;
      const counts = countList(match[2] ?? "");
      if (match[1] === "Test Files") files = counts;
      else if (match[1] === "Errors") errors = counts;
      else {
        if (tests !== null) commit();
        tests = { counts, line };
      }
    },
    result: () => {
      commit();
      return sum.result();
    },
  };
}

/** `Test Suites: 1 failed, 1 total`, `Tests:       2 failed, 10 passed, 12 total`. */
export function createJestReader(): ResultReader {
  const sum = createSum();
  let suites = noTests;
  return {
    runner: "jest",
    read: (line) => {
      const match = /^(Test Suites|Tests): +((?:\d+ [a-z]+, )*)(\d+)(?: of \d+)? total$/.exec(line);
      if (match === null) return;
      const counts = countList(match[2] ?? "");
      if (match[1] === "Test Suites") {
        suites = counts;
        return;
      }
      // A suite that could not be loaded is a failure without a failed test.
      sum.add({ ...counts, failed: counts.failed || suites.failed }, line);
      suites = noTests;
    },
    result: sum.result,
  };
}

/** Mocha: `  10 passing (23ms)`, then `  2 failing`, `  1 pending`. */
export function createMochaReader(): ResultReader {
  const sum = createSum();
  let open = false;
  return {
    runner: "mocha",
    read: (line) => {
      const passing = /^ {2,}(\d+) passing \(\d+(?:ms|s|m|h)\)$/.exec(line);
      const other = /^ {2,}(\d+) (failing|pending)$/.exec(line);
      if (passing !== null) {
        open = true;
        sum.add({ ...noTests, passed: Number(passing[1]) }, line);
      } else if (other !== null && open) {
        sum.add(countPairs([[Number(other[1]), other[2] ?? ""]]), line);
      }
    },
    result: sum.result,
  };
}

/** Bun: ` 3 pass`, ` 1 fail`, then `Ran 4 tests across 1 file. [12.00ms]`. */
export function createBunReader(): ResultReader {
  const sum = createSum();
  let counts = noTests;
  let line = "";
  return {
    runner: "bun test",
    read: (text) => {
      const row = /^ *(\d+) (pass|fail|skip|todo|error)s?$/.exec(text);
      if (row !== null) {
        const found = countPairs([[Number(row[1]), row[2] ?? ""]]);
        if (found.failed > 0 || line === "") line = text;
        counts = addCounts(counts, found);
      } else if (/^Ran \d+ tests? across \d+ files?\. *\[[\d.]+m?s\]$/.test(text)) {
        sum.add(counts, counts.failed > 0 ? line : text);
        counts = noTests;
        line = "";
      }
    },
    result: sum.result,
  };
}

/** Playwright: `Running 3 tests using 1 worker`, then `  1 failed`, its names, `  2 passed (3.2s)`. */
export function createPlaywrightReader(): ResultReader {
  const sum = createSum();
  let open = false;
  return {
    runner: "playwright",
    read: (line) => {
      if (/^Running \d+ tests? using \d+ workers?/.test(line)) open = true;
      const row = /^ {2}(\d+) (passed|failed|flaky|skipped|did not run|interrupted)(?: \([\d.]+(?:ms|s|m|h)\))?$/.exec(
        line,
      );
      if (row !== null && open) sum.add(countPairs([[Number(row[1]), row[2] ?? ""]]), line);
    },
    result: sum.result,
  };
}

/** JUnit console launcher: `[         3 tests successful      ]`. */
export function createJunitConsoleReader(): ResultReader {
  const sum = createSum();
  return {
    runner: "junit",
    read: (line) => {
      const row = /^\[ +(\d+) tests (successful|failed|skipped|aborted|found) +\]$/.exec(line);
      if (row === null || (row[2] === "found" && row[1] !== "0")) return;
      sum.add(countPairs([[Number(row[1]), row[2] ?? ""]]), line);
    },
    result: sum.result,
  };
}

/** GoogleTest: `[  PASSED  ] 3 tests.`, `[  FAILED  ] 1 test, listed below:`. */
export function createGoogleTestReader(): ResultReader {
  const sum = createSum();
  return {
    runner: "googletest",
    read: (line) => {
      const row = /^\[ {2}(PASSED|FAILED|SKIPPED) ? \] (\d+) tests?(?:\.|, listed below:)$/.exec(line);
      if (row !== null) sum.add(countPairs([[Number(row[2]), (row[1] ?? "").toLowerCase()]]), line);
    },
    result: sum.result,
  };
}
