import type { PageWords } from "./words.ts";

export type Codes = Omit<
  PageWords,
  | "language"
  | "changeStatus"
  | "packetStatus"
  | "taskStatus"
  | "factClasses"
  | "reasons"
  | "cleanCodes"
  | "frame"
  | "keys"
  | "now"
  | "board"
  | "chain"
  | "packet"
  | "timeline"
  | "attempts"
  | "runs"
  | "inbox"
>;

export const codes: Codes = {
  views: {
    now: "Now",
    board: "Board",
    chain: "Chain",
    packet: "Packet",
    timeline: "Timeline",
    attempts: "Attempts",
    runs: "Runs",
    inbox: "Inbox",
  },
  decisions: {
    proceed: { name: "Proceed", meaning: "The scene is what the packet says. Go on with the next action." },
    reverify: { name: "Verify again", meaning: "Something moved. Check it before you go on." },
    needs_human: { name: "Needs a human", meaning: "A person has to decide something before the work goes on." },
    stop: { name: "Stop", meaning: "Do not act on this packet here." },
  },
  verdicts: {
    passed: "passed on this tree",
    failed: "failed on this tree",
    stale: "stale: ran on another tree",
    not_run: "not run on this tree",
    weak: "weak: proves nothing",
    unknown: "unknown",
    absent: "no acceptance declared",
  },
  outcomes: { passed: "passed", failed: "failed", weak: "weak", unknown: "outcome unknown", not_run: "not run" },
  severities: { block: "blocking", warn: "warning", info: "note" },
  claimStates: { same: "same", moved: "moved", gone: "gone", unknown: "unknown" },
  claimNames: {
    branch: "Branch",
    work_tree_name: "Worktree",
    operation: "Git operation",
    head_commit: "Head commit",
    last_known_good_commit: "Last known good",
    work_tree: "Work tree",
    uncommitted_work: "Uncommitted file",
    prerequisite: "Prerequisite",
    acceptance: "Acceptance command",
    verdict: "Verdict",
    effect: "Effect",
    question: "Question",
    packet_digest: "Packet's digest",
    packet_status: "Packet's status",
  },
  claimValues: {
    passed: "passed",
    failed: "failed",
    stale: "stale",
    not_run: "not run",
    weak: "weak",
    unknown: "unknown",
    absent: "none declared",
    open: "open",
    answered: "answered",
    settled: "settled",
    done: "done",
    not_done: "not done",
    active: "active",
    superseded: "superseded",
    archived: "archived",
  },
  effectStates: { done: "done", unknown: "outcome unknown", not_done: "not done" },
  nextActionSources: {
    note: "from a note",
    state: "from the state file",
    board: "from the board",
    feature_list: "from the feature list",
    todo: "from the client's to-do list",
    failing_acceptance: "from the newest failing acceptance command",
    open_question: "from an unanswered question",
    request: "from the user's last request",
    none: "from nothing: the session named none",
  },
  evidenceSources: {
    git: "git",
    artifact: "file of the workbench",
    feedback: "recorded command",
    note: "note",
    config: "configuration",
    hook: "hook",
    run: "run journal",
    transcript: "transcript",
  },
  lanes: {
    prompt: "prompt",
    edit: "edit",
    command: "command",
    commit: "commit",
    compaction: "compaction",
    interrupt: "interrupt",
    effect: "effect",
    cut: "cut",
  },
  runStatus: { running: "running", interrupted: "interrupted", finished: "finished", failed: "failed" },
  runDecisions: {
    reuse_existing_artifact: "Use what is there",
    continue: "Go on",
    needs_human: "Needs a human",
    stop: "Stop",
  },
  runReasons: {
    artifact_verified: "The work is there and verified; nothing has to be executed again.",
    nothing_in_doubt: "Nothing is in doubt; what has not begun may begin.",
    evidence_incomplete_or_invalid: "The evidence is incomplete or invalid.",
    effect_unknown: "Whether an effect happened is not known.",
    budget_exhausted: "The budget is used up.",
    executor_unknown: "Whether its executor still lives cannot be seen from here.",
    context_changed: "An input changed since the run began.",
    unsupported_state: "There is nothing to recover in this state.",
    journal_damaged: "The journal is damaged.",
    executor_alive: "Its executor is still at work.",
    zombie_writer: "An executor that was taken for dead wrote on.",
    changed_during_inspection: "Somebody wrote while it was looked at.",
    symlink_not_supported: "It holds something other than ordinary files.",
  },
  stepVerdicts: {
    done: "done, receipt verified",
    reuse: "artifact verified, no receipt",
    absent: "intent, no artifact",
    temp_only: "intent, an unfinished artifact",
    half: "intent, half an artifact",
    altered: "files are not those of the receipt",
    unknown: "intent, outcome unknown",
    probed_done: "asked: it happened",
    probed_not_done: "asked: it did not happen",
    not_done: "said itself that nothing happened",
    not_started: "not begun",
  },
  leftOut: {
    packets: (count) => `${count} packets`,
    diffs: (count) => `${count} comparisons`,
    sessions: (count) => `${count} sessions`,
    timelines: (count) => `${count} timelines`,
    marks: (count) => `${count} marks of timelines`,
    attempts: (count) => `${count} attempts`,
    runs: (count) => `${count} runs`,
    questions: (count) => `${count} questions`,
  },
};
