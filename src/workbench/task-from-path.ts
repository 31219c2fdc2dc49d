import type { ReviewReport, StoredReport } from "../domain/workbench.ts";
import type { Artifact } from "./artifact.ts";
import { isSafeId } from "./safe-id.ts";

/** `verification_report_T-001.json`, `T-001.report.json`, `T-001.json` in the folder of its kind. */
const inName = /(?:^|\/)(?:verification|review)_report_([^/]+)\.json$/;
const inFolder = /(?:^|\/)(?:verification|review|scope\/closed)\/([^/]+?)(?:\.report)?\.json$/;

/** Some reports (S3, V3) name their task only in the file name: such a report gets it from there. */
export function withTaskFromPath(artifact: Artifact): Artifact {
  switch (artifact.kind) {
    case "scope_report":
      return { kind: "scope_report", value: named(artifact.value) };
    case "verification_report":
      return { kind: "verification_report", value: named(artifact.value) };
    case "review_report":
      return { kind: "review_report", value: named(artifact.value) };
    default:
      return artifact;
  }
}

function named<T extends StoredReport | ReviewReport>(report: T): T {
  return { ...report, taskId: report.taskId ?? taskIn(report.ref.path) };
}

function taskIn(path: string): string | null {
  const id = inName.exec(path)?.[1] ?? inFolder.exec(path)?.[1] ?? null;
  return id !== null && isSafeId(id) ? id : null;
}
