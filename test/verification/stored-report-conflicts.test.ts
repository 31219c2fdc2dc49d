import { describe, expect, it } from "vitest";
import { storedReportConflicts } from "../../src/domain/verification/stored-report-conflicts.ts";
import { verify } from "../../src/domain/verification/verify.ts";
import type { Finding, ReviewReport, StoredReport, Workbench } from "../../src/domain/workbench.ts";
import { makeSnapshot, ran } from "./make-snapshot.ts";

function report(path: string, parts: Partial<StoredReport> = {}): StoredReport {
  return {
    ref: { kind: "verification_report", path, dialect: "V1", sha256: "00" },
    taskId: "T-1",
    passed: true,
    headCommit: null,
    findings: [],
    ...parts,
  };
}

function review(storedVerdict: string | null, verdict: ReviewReport["verdict"]): ReviewReport {
  const ref = { kind: "review_report", path: "review.json", dialect: "W1", sha256: "00" } as const;
  return { ref, taskId: "T-1", storedVerdict, total: 8, dimensions: [], verdict };
}

const override = {
  path: "overrides.jsonl",
  taskId: "T-1",
  findingCode: "scope.off_scope",
  reason: "fine",
  author: "Ada",
};
const finding: Finding = { severity: "block", code: "x", detail: "y" };

type Run = "passed" | "failed" | "not_run" | "absent";

const cases: readonly (readonly [what: string, run: Run, workbench: Partial<Workbench>, found: readonly string[]])[] = [
  ["nothing stored", "failed", {}, []],
  ["green over a pass", "passed", { verificationReports: [report("a.json")] }, []],
  [
    "green over a failure",
    "failed",
    { verificationReports: [report("a.json")] },
    ["block report_contradicts_evidence"],
  ],
  [
    "green over nothing run",
    "not_run",
    { verificationReports: [report("a.json")] },
    ["warn report_contradicts_evidence"],
  ],
  [
    "green without any command",
    "absent",
    { verificationReports: [report("a.json")] },
    ["warn report_without_commands"],
  ],
  [
    "red over a pass",
    "passed",
    { verificationReports: [report("a.json", { passed: false })] },
    ["info report_contradicts_evidence"],
  ],
  ["red over a failure", "failed", { verificationReports: [report("a.json", { passed: false })] }, []],
  [
    "no word about passing",
    "passed",
    { verificationReports: [report("a.json", { passed: null })] },
    ["warn report_unusable"],
  ],
  [
    "green beside its own blocking finding",
    "passed",
    { verificationReports: [report("a.json", { findings: [finding] })] },
    ["warn report_contradicts_itself"],
  ],
  [
    "a report on another commit",
    "passed",
    { verificationReports: [report("a.json", { headCommit: "b2c3d4e" })] },
    ["warn report_for_other_commit"],
  ],
  [
    "a report on this commit, abbreviated",
    "passed",
    { verificationReports: [report("a.json", { headCommit: "C1" })] },
    [],
  ],
  ["a blank commit", "passed", { verificationReports: [report("a.json", { headCommit: " " })] }, []],
  ["a green report of another task", "failed", { verificationReports: [report("a.json", { taskId: "T-2" })] }, []],
  [
    "two that disagree",
    "failed",
    { verificationReports: [report("b.json", { passed: false }), report("a.json")] },
    ["block report_contradicts_evidence", "warn reports_disagree"],
  ],
  ["two that agree", "passed", { verificationReports: [report("b.json"), report("a.json")] }, []],
  [
    "a review with a verdict its scores do not give",
    "passed",
    { reviewReports: [review("pass", "hard_fail")] },
    ["warn review_verdict_differs"],
  ],
  ["a review in capitals", "passed", { reviewReports: [review("SOFT-FAIL", "soft_fail")] }, []],
  ["a review without a verdict", "passed", { reviewReports: [review(null, "pass")] }, []],
  ["an override", "failed", { overrides: [override] }, ["warn override"]],
  ["an override of another task", "failed", { overrides: [{ ...override, taskId: "T-2" }] }, []],
];

function conflicts(run: Run, workbench: Partial<Workbench>): readonly Finding[] {
  const acceptance = run === "absent" ? [] : ["npm test"];
  const feedback = run === "passed" ? [ran("npm test")] : run === "failed" ? [ran("npm test", { exitCode: 1 })] : [];
  const snapshot = makeSnapshot({ taskId: "T-1", workbench, config: { acceptance }, feedback });
  const verification = verify(snapshot);
  expect(verification.verdict).toBe(run);
  return storedReportConflicts(snapshot, verification);
}

describe("stored judgements", () => {
  it.each(cases)("%s (the evidence says %s)", (_, run, workbench, found) => {
    expect(conflicts(run, workbench).map(({ severity, code }) => `${severity} ${code}`)).toEqual(found);
  });

  it("are named with their paths, whatever order they came in", () => {
    const pair = [report("b.json", { passed: false }), report("a.json")];
    const detail = "a.json says passed, b.json says failed: the worse one stands";
    expect(conflicts("failed", { verificationReports: pair }).at(-1)?.detail).toBe(detail);
    expect(conflicts("failed", { verificationReports: pair.toReversed() })).toEqual(
      conflicts("failed", { verificationReports: pair }),
    );
  });

  it("show who overrode what, and that the verdict stays", () => {
    const [named] = conflicts("failed", { overrides: [override] });
    expect(named?.detail).toBe(
      "overrides.jsonl: Ada overrode scope.off_scope of T-1: fine; the verdict does not change",
    );
    const [unnamed] = conflicts("failed", { overrides: [{ ...override, author: null }] });
    expect(unnamed?.detail).toContain("somebody who is not named");
  });
});
