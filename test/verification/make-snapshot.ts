import type { Config } from "../../src/domain/config.ts";
import type { Note, NoteKind } from "../../src/domain/home.ts";
import type { Commit, DirtyFile, Scene, Work } from "../../src/domain/scene.ts";
import type { WorkbenchSnapshot } from "../../src/domain/snapshot.ts";
import { defaultConfig } from "../../src/workbench/parse-config.ts";
import type {
  AgentState,
  FeatureList,
  FeedbackRecord,
  ScopeContract,
  Task,
  TaskBoard,
  Workbench,
} from "../../src/domain/workbench.ts";

export const here = "tree-here";
export const elsewhere = "tree-elsewhere";

/** What a test changes about an otherwise empty and clean snapshot. */
export interface SnapshotParts {
  readonly scene?: Partial<Scene>;
  readonly work?: Partial<Work>;
  readonly workbench?: Partial<Workbench>;
  readonly config?: Partial<Config>;
  readonly session?: Partial<WorkbenchSnapshot["session"]>;
}

export function makeSnapshot(
  parts: SnapshotParts & Partial<Omit<WorkbenchSnapshot, keyof SnapshotParts>> = {},
): WorkbenchSnapshot {
  return {
    feedback: [],
    notes: [],
    topic: "main",
    taskId: null,
    configSha256: null,
    processes: [],
    files: {},
    damage: [],
    runs: [],
    previous: null,
    feedbackLogs: [],
    verdictPath: null,
    secretFiles: [],
    redactedPaths: {},
    recentCommits: [],
    told: { now: null, earlier: [], files: [] },
    ...parts,
    scene: {
      kind: "git",
      root: "/repo",
      gitDir: "/repo/.git",
      commonDir: "/repo/.git",
      workTree: "main",
      cwd: "",
      roots: ["r0"],
      head: { commit: "c1", tree: here, branch: "main", detached: false, at: "2026-11-30T08:00:00.000Z" },
      upstream: null,
      defaultBranch: "main",
      operation: null,
      shallow: false,
      sparse: false,
      dirty: [],
      tree: here,
      indexLock: null,
      stashes: [],
      worktrees: [],
      reasons: [],
      ...parts.scene,
    },
    work: {
      base: { commit: "c0", kind: "merge_base", ref: "origin/main" },
      changes: [],
      added: [],
      commits: [],
      unpushed: [],
      omitted: [],
      ...parts.work,
    },
    workbench: {
      state: null,
      board: null,
      featureList: null,
      contract: null,
      scopeReports: [],
      ruleReport: null,
      verificationReports: [],
      reviewReports: [],
      feedback: [],
      cleanState: null,
      overrides: [],
      diffSummary: null,
      handoffs: [],
      artifacts: [],
      damage: [],
      ...parts.workbench,
    },
    config: {
      ...defaultConfig,
      ...parts.config,
    },
    session: {
      id: "s1",
      client: null,
      branch: "main",
      topic: "main",
      startedAt: "2026-11-30T07:00:00.000Z",
      head: null,
      baseline: null,
      ...parts.session,
    },
  };
}

let serial = 0;

/** A run that passed on the present tree, unless the test says otherwise. */
export function ran(command: string | readonly string[], parts: Partial<FeedbackRecord> = {}): FeedbackRecord {
  serial += 1;
  return {
    id: `f${serial}`,
    parentId: null,
    source: { kind: "home", path: "home:feedback.jsonl", line: serial },
    command: typeof command === "string" ? { shell: command } : { argv: command },
    exitCode: 0,
    signal: null,
    error: null,
    durationMs: 10,
    startedAt: "2026-11-30T07:29:21.000Z",
    stdout: output(""),
    stderr: output(""),
    note: null,
    cwd: "",
    branch: "main",
    commit: "c1",
    topic: "main",
    sessionId: "s1",
    tree: here,
    treeAfter: parts.tree ?? here,
    changedWhileRunning: [],
    testResult: null,
    ...parts,
  };
}

export function output(text: string): FeedbackRecord["stdout"] {
  return { head: text, tail: "", omittedLines: 0, errorLines: [] };
}

const ref = (kind: AgentState["ref"]["kind"], path: string): AgentState["ref"] => ({
  kind,
  path,
  dialect: "X1",
  sha256: "00",
});

export function makeState(parts: Partial<AgentState> = {}): AgentState {
  return {
    ref: ref("state", "agent_state.json"),
    version: 1,
    activeTaskId: null,
    touchedFiles: [],
    assumptions: [],
    blockers: [],
    nextAction: null,
    ...parts,
  };
}

export function makeTask(id: string, parts: Partial<Task> = {}): Task {
  return { id, goal: `goal of ${id}`, owner: null, acceptance: [], status: "todo", ...parts };
}

export function makeBoard(...tasks: readonly Task[]): TaskBoard {
  return { ref: ref("board", "task_board.json"), tasks };
}

export function makeFeatures(active: string | null, ...features: readonly Task[]): FeatureList {
  return { ref: ref("feature_list", "feature_list.json"), project: null, active, features };
}

export function makeContract(taskId: string | null, acceptance: readonly string[]): ScopeContract {
  return {
    ref: ref("scope_contract", "scope_contract.json"),
    taskId,
    goal: "",
    allowedFiles: [],
    forbiddenFiles: [],
    acceptance,
    rollbackPlan: null,
    approvalsRequired: [],
    timeBudgetMinutes: null,
  };
}

export function makeNote(kind: NoteKind, text: string, parts: Partial<Note> = {}): Note {
  serial += 1;
  return {
    id: `n-${serial}`,
    kind,
    text,
    at: "2026-11-30T07:30:00.000Z",
    author: "Ada <ada@example.org>",
    branch: "main",
    topic: "main",
    sessionId: "s1",
    later: false,
    answers: null,
    kept: null,
    sha256: null,
    ...parts,
  };
}

export function makeDirty(path: string, parts: Partial<DirtyFile> = {}): DirtyFile {
  return {
    path,
    from: null,
    status: "modified",
    staged: false,
    unstaged: true,
    sha256: `sha of ${path}`,
    size: 10,
    mode: "100644",
    submodule: null,
    ...parts,
  };
}

export function makeCommit(id: string, parts: Partial<Commit> = {}): Commit {
  return {
    id,
    tree: `tree of ${id}`,
    at: "2026-11-30T07:40:00.000Z",
    author: "Ada <ada@example.org>",
    subject: `subject of ${id}`,
    ...parts,
  };
}
