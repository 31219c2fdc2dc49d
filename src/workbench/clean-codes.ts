import type { BlockingCode, WarningCode } from "../domain/clean-state.ts";

/** Every code of the clean-state check: the keys are all there are. */
const codes: Readonly<Record<BlockingCode | WarningCode, true>> = {
  uncommitted_changes: true,
  operation_in_progress: true,
  unmerged_entries: true,
  conflict_markers: true,
  index_lock: true,
  head_detached: true,
  branch_unexpected: true,
  temp_files: true,
  reject_files: true,
  debug_code: true,
  commented_code: true,
  acceptance_red: true,
  tests_do_not_start: true,
  board_contradicts_evidence: true,
  several_in_progress: true,
  work_kept: true,
  unpushed_commits: true,
  stashes: true,
  foreign_changes: true,
  processes_left: true,
  worktree_locked: true,
  worktree_dead: true,
  untracked_files: true,
  acceptance_not_run: true,
};

export const cleanCodes: readonly string[] = Object.keys(codes);
