import type { RunStatus } from "../domain/runs/run.ts";

/** Something in a packet or a recovery record that does not hold. */
export interface AuditFinding {
  readonly code: string;
  readonly detail: string;
  /** The file, or the key of the record, that it is about. */
  readonly path?: string;
}

export interface AuditResult {
  readonly result: "pass" | "fail";
  /** Of a recovery record that holds: what it says of itself and of the run. */
  readonly status?: "needs_review";
  readonly original_status?: RunStatus;
  readonly semantic_review?: "pending";
  readonly findings: readonly AuditFinding[];
  /** What could not be checked here, and why: no finding, but no proof either. */
  readonly unchecked: readonly string[];
}
