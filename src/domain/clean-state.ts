export type BlockingCode =
  | "uncommitted_changes"
  | "operation_in_progress"
  | "unmerged_entries"
  | "conflict_markers"
  | "index_lock"
  | "head_detached"
  | "branch_unexpected"
  | "temp_files"
  | "reject_files"
  | "debug_code"
  | "commented_code"
  | "acceptance_red"
  | "tests_do_not_start"
  | "board_contradicts_evidence"
  | "several_in_progress";

export type WarningCode =
  | "work_kept"
  | "unpushed_commits"
  | "stashes"
  | "foreign_changes"
  | "processes_left"
  | "worktree_locked"
  | "worktree_dead"
  | "untracked_files"
  | "acceptance_not_run"
  | "acceptance_red";

/** One thing that keeps the scene from being clean. Suggestions are never destructive. */
export interface CleanIssue {
  readonly code: BlockingCode | WarningCode;
  readonly detail: string;
  readonly path?: string;
  /** Process, person or session that holds it. */
  readonly holder?: string;
  readonly suggestion: string;
}

export interface CleanState {
  readonly clean: boolean;
  readonly blocking: readonly CleanIssue[];
  readonly warnings: readonly CleanIssue[];
}

/** A process that a recorded command left running. */
export interface LeftProcess {
  readonly pid: number;
  readonly command: string;
  readonly cwd: string;
  /** TCP ports it listens on. */
  readonly ports: readonly number[];
}

/** Rules of `passdown.config.json` → `clean`. */
export interface CleanRules {
  /** Codes that this project does not check. */
  readonly ignore: readonly string[];
  /** Additional globs of temp files; `!glob` takes one out. */
  readonly tempFiles: readonly string[];
  /** Additional regular expressions of debug code; paths that may hold debug code. */
  readonly debugCode: readonly string[];
  readonly debugAllowedIn: readonly string[];
}
