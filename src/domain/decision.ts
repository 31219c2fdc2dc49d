/** `proceed` < `reverify` < `needs_human` < `stop`: the worst reason decides. */
export type Decision = "proceed" | "reverify" | "needs_human" | "stop";

export type ReasonCode =
  | "scene_matches"
  | "commits_added"
  | "commit_rewritten_same_tree"
  | "commit_gone"
  | "commit_unreachable"
  | "history_shallow"
  | "head_diverged"
  | "work_tree_changed"
  | "work_in_stash"
  | "work_missing"
  | "head_detached"
  | "wrong_branch"
  | "wrong_worktree"
  | "wrong_repository"
  | "no_packet"
  | "topic_ambiguous"
  | "operation_in_progress"
  | "packet_altered"
  | "markdown_differs"
  | "not_active"
  | "origin_untrusted"
  | "origin_trusted"
  | "packets_diverged"
  | "prerequisite_missing"
  | "prerequisite_changed"
  | "verification_stale"
  | "verification_not_run"
  | "verification_weak"
  | "verification_unknown"
  | "verification_absent"
  | "verification_failed"
  | "effect_unknown"
  | "question_open"
  | "packet_incomplete"
  | "packet_old"
  | "claimed"
  | "claim_lapsed"
  | "packet_refused"
  | "store_unreachable"
  | "store_unused"
  | "clock_skew"
  | "evidence_gap"
  | "evidence_damaged";

export interface Reason {
  readonly code: ReasonCode;
  readonly decision: Decision;
  /** Concrete: which commit, which branch, which command. English; the terminal translates by code. */
  readonly detail: string;
  readonly paths?: readonly string[];
  readonly evidence?: readonly string[];
}

const order: readonly Decision[] = ["proceed", "reverify", "needs_human", "stop"];

/** 0 for `proceed` up to 3 for `stop`. */
export function severityOf(decision: Decision): number {
  return order.indexOf(decision);
}

/** The worst decision among the reasons; `proceed` when there is none. */
export function worst(reasons: readonly Reason[]): Decision {
  return reasons.reduce<Decision>(
    (sofar, reason) => (severityOf(reason.decision) > severityOf(sofar) ? reason.decision : sofar),
    "proceed",
  );
}

/**
 * The one order of reasons, whatever order they were found in: the worst first, then by code and detail;
 * `scene_matches` says that there is nothing to say, so it comes last.
 */
export function sortReasons(reasons: readonly Reason[]): readonly Reason[] {
  return [...reasons].sort(
    (a, b) =>
      severityOf(b.decision) - severityOf(a.decision) ||
      Number(a.code === "scene_matches") - Number(b.code === "scene_matches") ||
      compareText(a.code, b.code) ||
      compareText(a.detail, b.detail),
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
