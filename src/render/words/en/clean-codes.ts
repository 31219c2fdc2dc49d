import type { Words } from "../words.ts";

export const cleanCodes: Words["cleanCodes"] = {
  uncommitted_changes: {
    says: "Uncommitted changes, neither committed nor kept.",
    todo: "commit them, or say why they stay: `passdown note keep TEXT`.",
  },
  operation_in_progress: {
    says: "A git operation is in progress.",
    todo: "finish it, or have a human give it up.",
  },
  unmerged_entries: {
    says: "Unmerged entries in the index.",
    todo: "resolve the conflicts, then `git add` the files.",
  },
  conflict_markers: { says: "Conflict markers in a file.", todo: "resolve the conflict in the file." },
  index_lock: {
    says: "The index is locked.",
    todo: "wait for the process that holds it; if none lives, a human decides about the lock file.",
  },
  head_detached: { says: "HEAD is on no branch.", todo: "put the work on a branch: `git switch -c NAME`." },
  branch_unexpected: {
    says: "The branch is not one that the project expects.",
    todo: "move the work to an expected branch, or add this one to `branches` in passdown.config.json.",
  },
  temp_files: {
    says: "Temporary files of this session.",
    todo: "have a human decide what may go, or add what stays to .gitignore.",
  },
  reject_files: { says: "Rejected hunks of a patch.", todo: "apply what they hold by hand, then move them away." },
  debug_code: { says: "Debug code was added.", todo: "take it out, or allow the path in `clean.debugAllowedIn`." },
  commented_code: { says: "Commented-out code was added.", todo: "take it out: the history keeps it." },
  acceptance_red: {
    says: "An acceptance command is red.",
    todo: "fix it, or name the command in a risk: `passdown note risk TEXT`.",
  },
  tests_do_not_start: { says: "The tests do not start.", todo: "repair what keeps them from starting." },
  board_contradicts_evidence: {
    says: "The board says something else than the evidence.",
    todo: "run the task's acceptance commands, or set the task back.",
  },
  several_in_progress: { says: "More than one item is in progress.", todo: "have a human choose the one." },
  work_kept: { says: "Uncommitted work is kept on purpose.", todo: "nothing; any later change voids the note." },
  unpushed_commits: { says: "Commits that no upstream holds.", todo: "push them if they are meant for others." },
  stashes: { says: "There are stashes.", todo: "leave those of others alone; look with `git stash show -p`." },
  foreign_changes: { says: "Changes that this session did not make.", todo: "leave them to whoever made them." },
  processes_left: { says: "Processes of this session are still running.", todo: "end them if nobody needs them." },
  worktree_locked: { says: "A worktree is locked.", todo: "leave it to its owner." },
  worktree_dead: { says: "A worktree's folder is gone.", todo: "have its owner decide; git still knows its branch." },
  untracked_files: { says: "Untracked files that this session did not make.", todo: "leave them as they are." },
  acceptance_not_run: {
    says: "Acceptance commands have not run on this tree.",
    todo: "run `passdown verify --run`.",
  },
};
