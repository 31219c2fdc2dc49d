import type {
  AgentState,
  ArtifactKind,
  ArtifactRef,
  Damage,
  FeatureList,
  FeedbackRecord,
  ReviewReport,
  ScopeContract,
  StoredReport,
  TaskBoard,
  Workbench,
} from "../domain/workbench.ts";

/** A file to read. */
export interface ArtifactFile {
  /** Repo-relative. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** What its place promises. It decides only where a shape says nothing (an empty list, say). */
  readonly expected: ArtifactKind | null;
  /** Other tools may keep files of other shapes at its place: such a file is nobody's damage. */
  readonly shared: boolean;
  readonly redact: (text: string) => string;
}

/** The normal form of each kind. */
export interface ArtifactValues {
  readonly state: AgentState;
  readonly board: TaskBoard;
  readonly feature_list: FeatureList;
  readonly scope_contract: ScopeContract;
  readonly scope_report: StoredReport;
  readonly verification_report: StoredReport;
  readonly rule_report: StoredReport;
  readonly review_report: ReviewReport;
  readonly feedback_log: FeedbackLog;
  readonly clean_state: StoredCleanState;
  readonly diff_summary: NonNullable<Workbench["diffSummary"]>;
  readonly overrides: OverridesLog;
  readonly handoff: { readonly ref: ArtifactRef };
  readonly last_known_good: { readonly ref: ArtifactRef };
}

/** One artifact in the normal form of its kind. */
export type Artifact = {
  readonly [K in ArtifactKind]: { readonly kind: K; readonly value: ArtifactValues[K] };
}[ArtifactKind];

export interface ParsedArtifact {
  /** null when nothing of the file could be used. */
  readonly artifact: Artifact | null;
  readonly damage: readonly Damage[];
}

export interface FeedbackLog {
  readonly ref: ArtifactRef;
  /** In the order of the file. */
  readonly records: readonly ParsedRecord[];
}

/** A record of a log, and whether its id was given or made from its content. */
export interface ParsedRecord {
  readonly record: FeedbackRecord;
  readonly given: boolean;
  readonly dialect: "F1" | "F2" | "F3";
}

export type StoredCleanState = NonNullable<Workbench["cleanState"]>;
export type Override = Workbench["overrides"][number];

export interface OverridesLog {
  readonly ref: ArtifactRef;
  readonly entries: readonly Override[];
}
