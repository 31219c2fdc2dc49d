import { type Counts, createSum, noTests, type ResultReader } from "./tally.ts";

/**
 * Summary block of node:test (`ℹ tests 3` in the spec reporter, `# tests 3` in TAP) and of tape (`# tests 3`,
 * `# pass  2`, `# fail  1`).
 */
export function createTapSummaryReader(): ResultReader {
  const sum = createSum();
  let block: Map<string, number> | null = null;
  let mark = "";

  function commit(): void {
    const passed = block?.get("pass");
    if (block !== null && passed !== undefined) {
      const failed = (block.get("fail") ?? 0) + (block.get("cancelled") ?? 0);
      const skipped = (block.get("skipped") ?? block.get("skip") ?? 0) + (block.get("todo") ?? 0);
      sum.add({ passed, failed, skipped }, `${mark} tests ${block.get("tests")}, pass ${passed}, fail ${failed}`);
    }
    block = null;
  }

  return {
    runner: "node:test",
    read: (line) => {
      const row = /^(ℹ|#) (tests|suites|pass|fail|cancelled|skipped|skip|todo|duration_ms) +(\d+(?:\.\d+)?)$/.exec(
        line,
      );
      if (row === null) return;
      if (row[2] === "tests") {
        commit();
        block = new Map();
        mark = row[1] ?? "#";
      }
      block?.set(row[2] ?? "", Number(row[3]));
      if (row[2] === "duration_ms") commit();
    },
    result: () => {
      commit();
      return sum.result();
    },
  };
}

/** Plain TAP: `TAP version 13`, a plan `1..N`, then `ok` and `not ok` lines at the left margin. */
export function createTapReader(): ResultReader {
  let announced = false;
  let counts: Counts = noTests;
  let shown = "";
  return {
    runner: "tap",
    read: (line) => {
      if (/^TAP version 1[34]$/.test(line) || /^1\.\.\d+(?: *#.*)?$/.test(line)) {
        announced = true;
        shown ||= line;
        return;
      }
      if (line.startsWith("Bail out!") && announced) {
        counts = { ...counts, failed: counts.failed + 1 };
        shown = line;
        return;
      }
      const point = /^(ok|not ok) \d+\b(.*)$/.exec(line);
      if (point === null) return;
      const directive = /#\s*(SKIP|TODO)\b/i.exec(point[2] ?? "");
      if (directive !== null) counts = { ...counts, skipped: counts.skipped + 1 };
      else if (point[1] === "ok") counts = { ...counts, passed: counts.passed + 1 };
      else {
        counts = { ...counts, failed: counts.failed + 1 };
        shown = line;
      }
    },
    result: () => (announced ? { counts, line: shown.trim() } : null),
  };
}

/** Dot reporter of node:test: rows of `.` and `X`; only failures are named, under `Failed tests:`. */
export function createDotReader(): ResultReader {
  let row: { passed: number; failed: number } = { passed: 0, failed: 0 };
  const sum = createSum();
  return {
    runner: "node:test",
    read: (line) => {
      if (/^[.X]{1,200}$/.test(line)) {
        const failed = line.split("X").length - 1;
        row = { passed: row.passed + line.length - failed, failed: row.failed + failed };
      } else if (line === "Failed tests:" && row.failed > 0) {
        sum.add({ ...row, skipped: 0 }, `${row.failed} failed (dot reporter)`);
        row = { passed: 0, failed: 0 };
      }
    },
    result: sum.result,
  };
}
