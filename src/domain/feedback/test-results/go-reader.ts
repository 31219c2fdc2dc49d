import { createSum, noTests, type ResultReader } from "./tally.ts";

/**
 * go test prints one line a package, and one line a test only for failures or with -v: passed counts tests where they
 * are named, else packages. With -json each event is one object.
 */
export function createGoReader(): ResultReader {
  const seen = { okPackages: 0, failedPackages: 0, passed: 0, failed: 0, skipped: 0, any: false };
  const lines = createSum();

  function note(line: string, failed: boolean): void {
    seen.any = true;
    lines.add({ ...noTests, failed: failed ? 1 : 0 }, line);
  }

  return {
    runner: "go test",
    read: (line) => {
      const test = /^--- (PASS|FAIL|SKIP): \S+ \(\d+\.\d+s\)$/.exec(line);
      if (test !== null) {
        if (test[1] === "PASS") seen.passed += 1;
        else if (test[1] === "SKIP") seen.skipped += 1;
        else seen.failed += 1;
        note(line, test[1] === "FAIL");
      } else if (/^ok {2}\s*\S+\s+(?:\d+\.\d+s|\(cached\))/.test(line)) {
        if (!line.endsWith("[no tests to run]")) seen.okPackages += 1;
        note(line, false);
      } else if (/^FAIL\s+\S+\s+(?:\d+\.\d+s|\[(?:build|setup) failed\]|\(cached\))$/.test(line)) {
        seen.failedPackages += 1;
        note(line, true);
      } else if (/^\?\s+\S+\s+\[no test files\]$/.test(line)) {
        note(line, false);
      } else if (line.startsWith('{"') && line.includes('"Action":"')) {
        readEvent(line);
      }
    },
    result: () => {
      const shown = lines.result();
      if (!seen.any || shown === null) return null;
      return {
        counts: {
          passed: seen.passed > 0 ? seen.passed : seen.okPackages,
          failed: seen.failed > 0 ? seen.failed : seen.failedPackages,
          skipped: seen.skipped,
        },
        line: shown.line,
      };
    },
  };

  function readEvent(line: string): void {
    const action = /"Action":"(pass|fail|skip)"/.exec(line)?.[1];
    const name = /"Package":"([^"]*)"/.exec(line)?.[1];
    if (action === undefined || name === undefined) return;
    const test = /"Test":"([^"/]*)"/.exec(line)?.[1];
    if (test === undefined && line.includes('"Test":"')) return;
    if (test === undefined) {
      if (action === "pass") seen.okPackages += 1;
      if (action === "fail") seen.failedPackages += 1;
    } else if (action === "pass") seen.passed += 1;
    else if (action === "fail") seen.failed += 1;
    else seen.skipped += 1;
    note(`${action} ${name}${test === undefined ? "" : ` ${test}`}`, action === "fail");
  }
}
