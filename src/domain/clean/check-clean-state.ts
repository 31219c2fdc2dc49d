import type { CleanIssue, CleanState } from "../clean-state.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import type { Verification } from "../verification.ts";
import type { Found, Rule } from "./rule.ts";
import { checkAcceptance } from "./rules/acceptance.ts";
import { checkBoard } from "./rules/board.ts";
import { checkCommentedCode } from "./rules/commented-code.ts";
import { checkConflictMarkers } from "./rules/conflict-markers.ts";
import { checkDebugCode } from "./rules/debug-code.ts";
import { checkHistory } from "./rules/history.ts";
import { checkLeftovers } from "./rules/leftovers.ts";
import { checkRepositoryState } from "./rules/repository-state.ts";
import { checkTempFiles } from "./rules/temp-files.ts";
import { checkUncommittedWork } from "./rules/uncommitted-work.ts";

const rules: readonly Rule[] = [
  checkUncommittedWork,
  checkRepositoryState,
  checkConflictMarkers,
  checkTempFiles,
  checkDebugCode,
  checkCommentedCode,
  checkAcceptance,
  checkBoard,
  checkHistory,
  checkLeftovers,
];

/** Codes in the order in which they are shown: the blocking ones first, as in the design. */
const order: readonly CleanIssue["code"][] = [
  "uncommitted_changes",
  "operation_in_progress",
  "unmerged_entries",
  "conflict_markers",
  "index_lock",
  "head_detached",
  "branch_unexpected",
  "temp_files",
  "reject_files",
  "debug_code",
  "commented_code",
  "acceptance_red",
  "tests_do_not_start",
  "board_contradicts_evidence",
  "several_in_progress",
  "work_kept",
  "unpushed_commits",
  "stashes",
  "foreign_changes",
  "processes_left",
  "worktree_locked",
  "worktree_dead",
  "untracked_files",
  "acceptance_not_run",
];

/** The gate before every packet: it looks and changes nothing. An empty `blocking` lets the packet pass. */
export function checkCleanState(snapshot: WorkbenchSnapshot, verification: Verification): CleanState {
  const ignored = new Set(snapshot.config.clean.ignore);
  const found = rules
    .flatMap((rule) => rule(snapshot, verification))
    .filter(({ issue }) => !ignored.has(issue.code))
    .map(({ blocking, issue }) => ({ blocking, issue: hidePaths(issue, snapshot.redactedPaths) }));
  const blocking = foldIssues(sortIssues(found.filter((one) => one.blocking)));
  const warnings = foldIssues(sortIssues(found.filter((one) => !one.blocking)));
  return { clean: blocking.length === 0, blocking, warnings };
}

/** By code, then by path; what has no path comes after, as its rule ordered it. */
function sortIssues(found: readonly Found[]): readonly CleanIssue[] {
  return found
    .map((one) => one.issue)
    .toSorted((a, b) => order.indexOf(a.code) - order.indexOf(b.code) || comparePaths(a.path, b.path));
}

function comparePaths(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  return a < b ? -1 : 1;
}

/** At most so many of one code are told one by one. */
const shown = 20;

function foldIssues(issues: readonly CleanIssue[]): readonly CleanIssue[] {
  return order.flatMap((code): readonly CleanIssue[] => {
    const same = issues.filter((issue) => issue.code === code);
    const [first, last] = [same[shown], same.at(-1)];
    if (first === undefined || last === undefined) return same;
    const range = first.path === undefined || last.path === undefined ? "" : `, from ${first.path} to ${last.path}`;
    const rest = { code, detail: `and ${same.length - shown} more${range}`, suggestion: first.suggestion };
    return [...same.slice(0, shown), rest];
  });
}

/** Paths that hold a secret are shown as the snapshot says, wherever they stand. */
function hidePaths(issue: CleanIssue, texts: Readonly<Record<string, string>>): CleanIssue {
  const hidden = Object.keys(texts).toSorted((a, b) => b.length - a.length);
  if (hidden.length === 0) return issue;
  const hide = (text: string): string =>
    hidden.reduce((sofar, path) => sofar.replaceAll(path, () => texts[path] ?? path), text);
  return {
    code: issue.code,
    detail: hide(issue.detail),
    ...(issue.path === undefined ? {} : { path: hide(issue.path) }),
    ...(issue.holder === undefined ? {} : { holder: hide(issue.holder) }),
    suggestion: hide(issue.suggestion),
  };
}
