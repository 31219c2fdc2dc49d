/**
 * The workbench: artifacts that work leaves behind, in one normal form for all dialects.
 * Sources of the shapes: docs/workbench.md.
 */

export type ArtifactKind =
  | "state"
  | "board"
  | "feature_list"
  | "scope_contract"
  | "scope_report"
  | "feedback_log"
  | "rule_report"
  | "verification_report"
  | "review_report"
  | "clean_state"
  | "diff_summary"
  | "handoff"
  | "overrides"
  | "last_known_good";

/** Where an artifact lies and how it was read. */
export interface ArtifactRef {
  readonly kind: ArtifactKind;
  /** Repo-relative path. */
  readonly path: string;
  /** Dialect as docs/workbench.md names it: A1, A2, B1, C2, F1, V2, … */
  readonly dialect: string;
  /** sha256 of the file's bytes. */
  readonly sha256: string;
}

/** Something in a file that could not be used; reading went on without it. */
export interface Damage {
  readonly path: string;
  /** Stable: invalid_json, wrong_shape, unknown_version, torn_line, nul_bytes, invalid_utf8, too_large, unreadable, symlink_refused, unsafe_id, … */
  readonly code: string;
  /** Line (from 1) or byte range, as far as known: "line 3", "bytes 120-632". */
  readonly place: string | null;
  readonly detail: string;
}

export interface AgentState {
  readonly ref: ArtifactRef;
  readonly version: number;
  /** Blank, missing, null are all null. */
  readonly activeTaskId: string | null;
  readonly touchedFiles: readonly string[];
  readonly assumptions: readonly string[];
  readonly blockers: readonly string[];
  /** Blank and placeholder texts are null. */
  readonly nextAction: string | null;
}

export type TaskStatus = "todo" | "in_progress" | "done" | "blocked";

export interface Task {
  readonly id: string;
  readonly goal: string;
  readonly owner: string | null;
  /** Commands and sentences, as written. */
  readonly acceptance: readonly string[];
  readonly status: TaskStatus;
}

export interface TaskBoard {
  readonly ref: ArtifactRef;
  readonly tasks: readonly Task[];
}

export interface FeatureList {
  readonly ref: ArtifactRef;
  readonly project: string | null;
  /** Id of the one feature this session may touch. */
  readonly active: string | null;
  /** `done_when` is the one acceptance entry. */
  readonly features: readonly Task[];
}

export interface ScopeContract {
  readonly ref: ArtifactRef;
  readonly taskId: string | null;
  readonly goal: string;
  readonly allowedFiles: readonly string[];
  readonly forbiddenFiles: readonly string[];
  readonly acceptance: readonly string[];
  readonly rollbackPlan: string | null;
  readonly approvalsRequired: readonly string[];
  readonly timeBudgetMinutes: number | null;
}

export type Severity = "block" | "warn" | "info";

export interface Finding {
  readonly severity: Severity;
  readonly code: string | null;
  readonly detail: string;
}

/** Scope report, verification report and rule report share this: a judgement somebody stored. It is a claim. */
export interface StoredReport {
  readonly ref: ArtifactRef;
  readonly taskId: string | null;
  /** null when the file does not say, or says it in an unusable way. */
  readonly passed: boolean | null;
  readonly headCommit: string | null;
  readonly findings: readonly Finding[];
}

export interface ReviewReport {
  readonly ref: ArtifactRef;
  readonly taskId: string | null;
  /** As stored; null when missing or unusable. */
  readonly storedVerdict: string | null;
  readonly total: number | null;
  readonly dimensions: readonly { readonly name: string; readonly score: number; readonly note: string }[];
  /** Recomputed from the dimensions: any 0 or total < 5 hard_fail, >= 7 pass, else soft_fail; null without dimensions and total. */
  readonly verdict: "pass" | "soft_fail" | "hard_fail" | null;
}

/** One command that was really executed. `source` says who recorded it. */
export interface FeedbackRecord {
  /** Stable id within its source. */
  readonly id: string;
  readonly parentId: string | null;
  readonly source: {
    readonly kind: "home" | "repository" | "hook" | "transcript";
    readonly path: string;
    readonly line: number;
  };
  /** argv as executed, or one shell string. */
  readonly command: { readonly argv: readonly string[] } | { readonly shell: string };
  /** null = it did not exit by itself (timeout, never started, killed, unknown): `error` says why. Negative = -signal. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly error: string | null;
  readonly durationMs: number | null;
  /** UTC ISO 8601, null when the source has none. */
  readonly startedAt: string | null;
  /** Redacted. Head and tail of each stream; `omitted` lines between them. */
  readonly stdout: OutputExcerpt;
  readonly stderr: OutputExcerpt;
  readonly note: string | null;
  /** Where it ran, relative to the work tree's top; null when unknown. */
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly topic: string | null;
  readonly sessionId: string | null;
  /** Work-tree tree id (see Scene.tree) when it began; null = unknown tree. */
  readonly tree: string | null;
  /** The same when it ended; null when unknown. */
  readonly treeAfter: string | null;
  /** Files that existed at the start and had other content at the end (the evidence then counts for no tree). */
  readonly changedWhileRunning: readonly string[];
  /** What a test runner's own result lines said, if one was recognised in the whole output. */
  readonly testResult: TestResult | null;
  /** What was concluded from the record when its part of the log was sealed; absent where nobody did. */
  readonly concluded?: {
    readonly judgement: {
      readonly outcome: "passed" | "failed" | "weak" | "unknown" | "not_run";
      readonly why: string;
    };
    readonly place: string;
    /** null for what is no failure. */
    readonly failureKey: string | null;
  };
}

export interface OutputExcerpt {
  readonly head: string;
  readonly tail: string;
  readonly omittedLines: number;
  /** Lines that look like errors, from the whole stream, at most 20. */
  readonly errorLines: readonly string[];
}

/** Counts as printed by the runner; null where it does not print that count. */
export interface TestResult {
  readonly runner: string;
  readonly passed: number | null;
  readonly failed: number | null;
  readonly skipped: number | null;
  /** The line it was read from. */
  readonly line: string;
}

export interface Workbench {
  readonly state: AgentState | null;
  readonly board: TaskBoard | null;
  readonly featureList: FeatureList | null;
  readonly contract: ScopeContract | null;
  readonly scopeReports: readonly StoredReport[];
  readonly ruleReport: StoredReport | null;
  readonly verificationReports: readonly StoredReport[];
  readonly reviewReports: readonly ReviewReport[];
  readonly feedback: readonly FeedbackRecord[];
  /** Blocking entries of a stored clean_state.json. */
  readonly cleanState: { readonly ref: ArtifactRef; readonly blocking: readonly Finding[] } | null;
  readonly overrides: readonly {
    readonly path: string;
    readonly taskId: string | null;
    readonly findingCode: string;
    readonly reason: string;
    readonly author: string | null;
  }[];
  readonly diffSummary: { readonly ref: ArtifactRef; readonly touched: readonly string[] } | null;
  readonly handoffs: readonly ArtifactRef[];
  /** Every artifact that was read, sorted by path. */
  readonly artifacts: readonly ArtifactRef[];
  readonly damage: readonly Damage[];
}
