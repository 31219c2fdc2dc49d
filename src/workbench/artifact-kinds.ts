import type { ArtifactKind } from "../domain/workbench.ts";

/** What each kind of artifact is, in words: the keys are all kinds there are. */
export const artifactKinds: Readonly<Record<ArtifactKind, string>> = {
  state: "Agent state (agent_state.json)",
  board: "Task board (task_board.json)",
  feature_list: "Feature list (feature_list.json)",
  scope_contract: "Scope contract (scope_contract.json)",
  scope_report: "Scope report",
  feedback_log: "Feedback log (feedback_record.jsonl); its rotations .1, .2, … are found beside it",
  rule_report: "Rule report (rule_report.json)",
  verification_report: "Verification report",
  review_report: "Review report",
  clean_state: "Clean state (clean_state.json)",
  diff_summary: "Diff summary (diff_summary.json)",
  handoff: "Hand-off packet of another tool (handoff.json)",
  overrides: "Log of overrides (overrides.jsonl)",
  last_known_good: "Last known good commit (last_known_good.json)",
};

export function isArtifactKind(name: string): name is ArtifactKind {
  return Object.hasOwn(artifactKinds, name);
}
