import type { FeedbackRecord, TestResult } from "../workbench.ts";
import { remembered } from "../remember.ts";
import { answersByExit } from "./answers-by-exit.ts";
import { readErrorLines } from "./error-lines.ts";
import { weighExit } from "./masking/weigh-exit.ts";
import { findNotStarted, isNeverStarted } from "./not-run.ts";
import { recogniseTests } from "./test-results/recognise-tests.ts";

/** `why` is one clause. */
export type Judgement = NonNullable<FeedbackRecord["concluded"]>["judgement"];

/** What one record proves about its command, on the tree it ran on. */
export function judgeRecord(record: FeedbackRecord): Judgement {
  return record.concluded?.judgement ?? judgeAfresh(record);
}

const judgeAfresh = remembered(judge);

function judge(record: FeedbackRecord): Judgement {
  const tests = record.testResult ?? recogniseTests([textOf(record.stdout), textOf(record.stderr)]);
  if (record.exitCode === null) return judgeWithoutExit(record, tests);
  if (record.signal !== null || record.exitCode < 0) {
    return failed(`killed by ${record.signal ?? `signal ${-record.exitCode}`}`);
  }
  return record.exitCode === 0 ? judgeZero(record, tests) : judgeNonZero(record, tests, record.exitCode);
}

/** Kept whole in a packet: it failed, it should have run and did not, or nobody knows how it ended. */
export function isFailure(record: FeedbackRecord, { outcome }: Judgement = judgeRecord(record)): boolean {
  if (isAnswer(record)) return false;
  return outcome === "failed" || (outcome === "not_run" && record.exitCode !== 0) || isEndUnknown(record);
}

/** In an agent's session a search without a find is an answer, not an attempt that failed. */
function isAnswer({ source, exitCode, command, testResult, stdout, stderr }: FeedbackRecord): boolean {
  if (source.kind !== "transcript" || exitCode !== 1 || testResult !== null || !answersByExit(command)) return false;
  return [stdout, stderr].flatMap(readErrorLines).every(({ rank }) => rank < 3);
}

/** A client's session ended before the command did: it may have done all of its work, or nothing. */
export function isEndUnknown({ exitCode, error, source }: FeedbackRecord): boolean {
  const told = source.kind === "transcript" || source.kind === "hook";
  return told && exitCode === null && error !== null && error.startsWith(endUnknown);
}

/** How the reason of such a record begins. */
export const endUnknown = "outcome unknown";

function judgeWithoutExit(record: FeedbackRecord, tests: TestResult | null): Judgement {
  if (isNeverStarted(record.error)) return notRun(record.error ?? "");
  if (failures(tests) > 0) return failed(describe(tests));
  // A transcript often has no exit code although the command ended: that is missing evidence, not a failure.
  const silent = record.error === null && record.signal === null;
  if (silent && (record.source.kind === "transcript" || record.source.kind === "hook")) {
    return { outcome: "unknown", why: "no exit code was recorded" };
  }
  if (isEndUnknown(record)) return { outcome: "unknown", why: record.error ?? endUnknown };
  return failed(`no exit code: ${record.error ?? record.signal ?? "the reason is not recorded"}`);
}

function judgeNonZero(record: FeedbackRecord, tests: TestResult | null, code: number): Judgement {
  if (failures(tests) > 0) return failed(`exit ${code}, ${describe(tests)}`);
  if (code === 126 || code === 127)
    return notRun(`exit ${code}: ${findNotStarted(record) ?? "the command could not be started"}`);
  if (tests !== null && (tests.passed ?? 1) === 0) return notRun(`exit ${code}, ${describe(tests)}`);
  const line = tests === null ? findNotStarted(record) : null;
  return line === null ? failed(`exit ${code}`) : notRun(`exit ${code}: ${line}`);
}

function judgeZero(record: FeedbackRecord, tests: TestResult | null): Judgement {
  if (failures(tests) > 0) return failed(`exit 0, but ${describe(tests)}`);
  if (tests !== null && (tests.passed ?? 1) === 0) return notRun(`exit 0, but ${describe(tests)}`);
  const { weight, why } = weighExit(record.command);
  switch (weight) {
    case "full":
      return { outcome: "passed", why: tests === null ? "exit 0" : `exit 0, ${describe(tests)}` };
    case "with_counts":
      return tests === null
        ? { outcome: "weak", why: `exit 0, but ${why} and no test was counted` }
        : { outcome: "passed", why: `exit 0, ${describe(tests)}` };
    case "weak":
      return { outcome: "weak", why: `exit 0 proves nothing: ${why}` };
    case "unknown": {
      const line = tests === null ? findNotStarted(record) : null;
      if (line !== null) return notRun(line);
      return tests === null
        ? { outcome: "unknown", why: `exit 0 says nothing: ${why}` }
        : { outcome: "weak", why: `${describe(tests)}, but the exit code says nothing: ${why}` };
    }
  }
}

function failures(tests: TestResult | null): number {
  return tests?.failed ?? 0;
}

function describe(tests: TestResult | null): string {
  if (tests === null) return "no test was counted";
  if ((tests.failed ?? 0) > 0) return `${tests.runner} reports ${tests.failed} failed`;
  if ((tests.passed ?? 1) > 0) return `${tests.runner} reports ${tests.passed ?? "its tests as"} passed`;
  return (tests.skipped ?? 0) > 0 ? `${tests.runner} skipped every test` : `${tests.runner} ran no test`;
}

function failed(why: string): Judgement {
  return { outcome: "failed", why };
}

function notRun(why: string): Judgement {
  return { outcome: "not_run", why };
}

function textOf(stream: FeedbackRecord["stdout"]): string {
  return stream.head === "" ? stream.tail : `${stream.head}\n${stream.tail}`;
}
