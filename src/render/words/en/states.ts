import type { Words } from "../words.ts";

/** Names of states and classes, the same in the terminal and on the page. */
export const states: Pick<Words, "changeStatus" | "packetStatus" | "taskStatus" | "factClasses"> = {
  changeStatus: {
    added: "added",
    modified: "modified",
    deleted: "deleted",
    renamed: "renamed",
    copied: "copied",
    type_changed: "type changed",
    unmerged: "unmerged",
    untracked: "untracked",
  },
  packetStatus: { active: "active", superseded: "superseded", archived: "archived" },
  taskStatus: { todo: "to do", in_progress: "in progress", done: "done", blocked: "blocked" },
  factClasses: {
    next_action: "next action",
    failed_attempts: "failed attempt",
    constraints: "constraint",
    changed_files: "changed file",
    verdict: "verdict",
    effects: "effect",
    questions_for_human: "question",
    todo: "to do",
    open_risks: "open risk",
    assumptions_to_validate: "assumption",
  },
};
