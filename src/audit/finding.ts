/** Something in a packet that does not hold. */
export interface AuditFinding {
  readonly code: string;
  readonly detail: string;
}

export interface AuditResult {
  readonly result: "pass" | "fail";
  readonly findings: readonly AuditFinding[];
  /** What could not be checked here, and why: no finding, but no proof either. */
  readonly unchecked: readonly string[];
}
