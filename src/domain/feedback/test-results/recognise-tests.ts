import type { TestResult } from "../../workbench.ts";
import {
  createBunReader,
  createGoogleTestReader,
  createJestReader,
  createJunitConsoleReader,
  createMochaReader,
  createPlaywrightReader,
  createUnittestReader,
  createVitestReader,
} from "./block-readers.ts";
import { createGoReader } from "./go-reader.ts";
import { createPartReaders, createSummaryReaders } from "./summary-lines.ts";
import { addCounts, type ResultReader } from "./tally.ts";
import { createDotReader, createTapReader, createTapSummaryReader } from "./tap-readers.ts";

export interface TestRecogniser {
  /** One line without colours. */
  readonly read: (line: string) => void;
  /** The runner starts over (watch mode): earlier summaries no longer count. */
  readonly restart: () => void;
  readonly result: () => TestResult | null;
}

/** No result line is longer; events of `go test -json` may be. */
const lineLimit = 400;
/** What pnpm -r, turbo and lerna put before each line of a package: `packages/a test: `, `web:test:unit: `. */
const packagePrefix = /^@?[\w./-]+[: ]test[\w:-]*: ?/;
const candidate =
  /\b(?:tests?|pass(?:ed|ing)?|fail(?:ed|ing|s|ure)?|examples?|runs|errors?|asserts|skip(?:ped)?|pending|todo|ok|suites|cancelled|Start at|Duration|Ran)\b|^(?:OK|FAILED|NO TESTS|TAP |1\.\.|\?|ℹ|#|Bail out!|\d\d:\d\d \+)|^[.X]+$|NO-SOURCE|Tests?\b|PASS|FAIL|SKIP|deselected|RERUN|"Action"/;

/**
 * Reads the result lines of the common test runners out of one output stream, in bounded memory. Several summaries
 * (packages, crates, modules, runners) are added up.
 */
export function createTestRecogniser(): TestRecogniser {
  let whole: readonly ResultReader[] = createWholeReaders();
  let parts: readonly ResultReader[] = createFallbackReaders();
  const restart = (): void => {
    whole = createWholeReaders();
    parts = createFallbackReaders();
  };
  return {
    read: (line) => {
      const event = line.startsWith('{"');
      if ((line.length > lineLimit && !event) || !candidate.test(line)) return;
      if (/^\s*RERUN\b/.test(line)) {
        restart();
        return;
      }
      const text = line.trimEnd();
      const own = text.replace(packagePrefix, "");
      for (const reader of whole) reader.read(own);
      if (event) return;
      for (const reader of parts) reader.read(text);
    },
    restart,
    result: () => combine(whole) ?? first(parts),
  };
}

function createWholeReaders(): readonly ResultReader[] {
  return [
    createVitestReader(),
    createJestReader(),
    createTapSummaryReader(),
    createMochaReader(),
    createBunReader(),
    createPlaywrightReader(),
    createUnittestReader(),
    createGoReader(),
    createJunitConsoleReader(),
    createGoogleTestReader(),
    ...createSummaryReaders(),
  ];
}

/** Used, in this order, only where no summary was seen. */
function createFallbackReaders(): readonly ResultReader[] {
  return [createDotReader(), createTapReader(), ...createPartReaders()];
}

function first(readers: readonly ResultReader[]): TestResult | null {
  for (const reader of readers) {
    const found = combine([reader]);
    if (found !== null) return found;
  }
  return null;
}

function combine(readers: readonly ResultReader[]): TestResult | null {
  const results: TestResult[] = readers.flatMap((reader) => {
    const found = reader.result();
    return found === null ? [] : [{ runner: reader.runner, ...found.counts, line: found.line }];
  });
  return results.reduce<TestResult | null>(addResults, null);
}

/** Sum of two results; the line shown is that of the one with failures, else of the one with tests. */
export function addResults(a: TestResult | null, b: TestResult | null): TestResult | null {
  if (a === null || b === null) return a ?? b;
  const counts = addCounts(countsOf(a), countsOf(b));
  const shown = weight(b) > weight(a) ? b : a;
  return { runner: shown.runner, ...counts, line: shown.line };
}

function weight(result: TestResult): number {
  return (result.failed ?? 0) > 0 ? 2 : (result.passed ?? 0) > 0 ? 1 : 0;
}

function countsOf(result: TestResult): { passed: number; failed: number; skipped: number } {
  return { passed: result.passed ?? 0, failed: result.failed ?? 0, skipped: result.skipped ?? 0 };
}

/** For records of others, of which only an excerpt is there. */
export function recogniseTests(streams: readonly string[]): TestResult | null {
  return streams.map(recogniseStream).reduce(addResults, null);
}

function recogniseStream(stream: string): TestResult | null {
  if (!candidate.test(stream)) return null;
  const recogniser = createTestRecogniser();
  for (const line of stream.split("\n")) recogniser.read(line.replace(/\r$/, "").replace(/\u001B\[[0-9;]*m/g, ""));
  return recogniser.result();
}
