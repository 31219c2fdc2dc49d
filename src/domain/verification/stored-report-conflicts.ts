import type { WorkbenchSnapshot } from "../snapshot.ts";
import type { Verification } from "../verification.ts";
import type { Finding, ReviewReport, StoredReport } from "../workbench.ts";

/**
 * Where a stored judgement and the evidence part ways. A stored report never makes a verdict green or an override
 * a command pass; each is shown as what it is, a claim, together with what speaks against it.
 */
export function storedReportConflicts(snapshot: WorkbenchSnapshot, verification: Verification): readonly Finding[] {
  const { workbench, taskId } = snapshot;
  const concerns = (of: string | null): boolean => of === null || taskId === null || of === taskId;
  const reports = sortByPath(workbench.verificationReports.filter((report) => concerns(report.taskId)));
  const reviews = sortByPath(workbench.reviewReports.filter((review) => concerns(review.taskId)));
  return [
    ...reports.flatMap((report) => judgeReport(report, verification)),
    ...reports.flatMap((report) => otherHead(report, snapshot.scene.head.commit)),
    ...disagreements(reports),
    ...reviews.flatMap(judgeReview),
    ...workbench.overrides.filter((one) => concerns(one.taskId)).map(showOverride),
  ];
}

function judgeReport(report: StoredReport, verification: Verification): readonly Finding[] {
  const path = report.ref.path;
  const { verdict } = verification;
  const blocking = report.findings.filter((finding) => finding.severity === "block").length;
  if (report.passed === null) {
    return [found("warn", "report_unusable", `${path} does not say whether it passed`)];
  }
  if (!report.passed) {
    if (verdict !== "passed") return [];
    return [
      found(
        "info",
        "report_contradicts_evidence",
        `${path} says failed; every command passed on the present tree since`,
      ),
    ];
  }
  const findings: Finding[] = [];
  if (blocking > 0) {
    findings.push(
      found("warn", "report_contradicts_itself", `${path} says passed beside ${blocking} blocking findings`),
    );
  }
  if (verdict === "absent") {
    findings.push(found("warn", "report_without_commands", `${path} says passed, but no acceptance command is known`));
  } else if (verdict !== "passed") {
    const against = verification.commands.find((command) => command.state === verdict);
    const detail = against === undefined ? "" : `: ${against.command}: ${against.why}`;
    const severity = verdict === "failed" ? "block" : "warn";
    findings.push(
      found(severity, "report_contradicts_evidence", `${path} says passed, the evidence says ${verdict}${detail}`),
    );
  }
  return findings;
}

function otherHead(report: StoredReport, head: string | null): readonly Finding[] {
  const stored = report.headCommit?.trim().toLowerCase() ?? "";
  if (stored === "" || head === null || head.startsWith(stored)) return [];
  return [
    found(
      "warn",
      "report_for_other_commit",
      `${report.ref.path} is about commit ${stored}, the head is ${head.slice(0, 12)}`,
    ),
  ];
}

/** Reports of one task that say both: the worse one stands. */
function disagreements(reports: readonly StoredReport[]): readonly Finding[] {
  const tasks = new Set(reports.map((report) => report.taskId));
  return [...tasks].flatMap((task) => {
    const paths = (passed: boolean): readonly string[] =>
      reports.filter((report) => report.taskId === task && report.passed === passed).map((report) => report.ref.path);
    const [good, bad] = [paths(true), paths(false)];
    if (good.length === 0 || bad.length === 0) return [];
    return [
      found(
        "warn",
        "reports_disagree",
        `${good.join(", ")} says passed, ${bad.join(", ")} says failed: the worse one stands`,
      ),
    ];
  });
}

function judgeReview(review: ReviewReport): readonly Finding[] {
  if (review.storedVerdict === null || review.verdict === null) return [];
  const stored = review.storedVerdict
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  if (stored === review.verdict) return [];
  const detail = `${review.ref.path} says ${review.storedVerdict}, its own scores make ${review.verdict}`;
  return [found("warn", "review_verdict_differs", detail)];
}

function showOverride(override: WorkbenchSnapshot["workbench"]["overrides"][number]): Finding {
  const who = override.author ?? "somebody who is not named";
  const task = override.taskId === null ? "" : ` of ${override.taskId}`;
  const detail = `${override.path}: ${who} overrode ${override.findingCode}${task}: ${override.reason}; the verdict does not change`;
  return found("warn", "override", detail);
}

function found(severity: Finding["severity"], code: string, detail: string): Finding {
  return { severity, code, detail };
}

function sortByPath<T extends StoredReport | ReviewReport>(reports: readonly T[]): readonly T[] {
  return reports.toSorted((a, b) => (a.ref.path < b.ref.path ? -1 : Number(a.ref.path > b.ref.path)));
}
