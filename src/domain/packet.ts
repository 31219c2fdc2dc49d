import type { CleanState } from "./clean-state.ts";
import type { ChangeStatus, Operation } from "./scene.ts";
import type { Severity } from "./workbench.ts";
import type { CommandState, Verdict } from "./verification.ts";

/**
 * The packet, schema_version 1: `handoff.json`. Keys are those of the file.
 * The seven fields of the seed's format come first and keep their plain types.
 */
export interface Packet {
  readonly summary: string;
  readonly changed_files: readonly string[];
  /** Shell-quoted and runnable, chronological, without repetitions in a row. */
  readonly commands_run: readonly string[];
  /** `CMD -> exit N: first error line`; a null exit reads `CMD -> no exit code (reason): …`. */
  readonly failed_attempts: readonly string[];
  readonly open_risks: readonly Risk[];
  readonly next_action: string;
  readonly verdict_pointer: { readonly verdict: string | null; readonly review: string | null };

  readonly schema_version: 1;
  /** `p-` + first 16 hex digits of the digest. */
  readonly packet_id: string;
  /** sha256 (hex) of the canonical JSON of everything but packet_id, digest and the lifecycle fields. */
  readonly digest: string;
  readonly session_id: string;
  readonly client: string | null;
  readonly branch: string | null;
  readonly topic: string;
  readonly task_id: string | null;
  readonly head_commit: string | null;
  readonly last_known_good_commit: string | null;
  readonly last_known_good_tree: string | null;
  readonly previous: string | null;
  readonly scene: PacketScene;

  /** Lifecycle: outside the digest. */
  readonly status: PacketStatus;
  readonly superseded_by: string | null;
  /** Time of the newest source, UTC ISO 8601; null when no source has a time. */
  readonly created_at: string | null;
  readonly superseded_at: string | null;
  readonly archived_at: string | null;

  /** Where next_action comes from. */
  readonly next_action_source: NextActionSource;
  readonly verification: {
    readonly verdict: Verdict;
    readonly commands: readonly PacketCommandState[];
    readonly manual: readonly string[];
  };
  /** Tests, builds and lints that were seen, each at its newest run: what was observed, and no verdict. */
  /** Absent in a packet that was made before there were any; so are the other keys that may be. */
  readonly checks?: readonly PacketCheck[];
  readonly review: {
    readonly verdict: "pass" | "soft_fail" | "hard_fail" | null;
    readonly total: number | null;
    readonly path: string | null;
  };
  readonly feedback_tail: readonly FeedbackEntry[];
  /** What the tail leaves out, and where the whole log is. */
  readonly feedback_omitted: { readonly passed: number; readonly failed: number; readonly log: readonly string[] };
  readonly changes: readonly PacketChange[];
  readonly changed_since: { readonly commit: string | null; readonly kind: string; readonly ref: string | null };
  readonly commits: readonly { readonly id: string; readonly subject: string }[];
  readonly recent_files: readonly {
    readonly path: string;
    readonly sha256: string | null;
    readonly changed: boolean;
  }[];
  readonly todo: readonly { readonly text: string; readonly status: string; readonly source: string }[];
  readonly assumptions_to_validate: readonly { readonly text: string; readonly source: string }[];
  readonly questions_for_human: readonly {
    readonly id: string;
    readonly text: string;
    readonly author: string;
    readonly at: string;
  }[];
  readonly prerequisites: readonly { readonly path: string; readonly sha256: string | null; readonly why: string }[];
  readonly constraints: readonly { readonly text: string; readonly author: string; readonly at: string | null }[];
  /** `answers`: id of the question that the decision settles. */
  /**
   * The user's newest prompt that says what to do, verbatim, where a client's session tells it. A short one leans on
   * what was asked before it: `before`.
   */
  readonly last_request: {
    readonly text: string;
    readonly at: string | null;
    readonly before: { readonly text: string; readonly at: string | null } | null;
  } | null;
  /** The agent's newest message: a claim. */
  readonly last_message: { readonly text: string; readonly at: string | null } | null;
  readonly decisions: readonly {
    readonly text: string;
    readonly author: string;
    readonly at: string;
    readonly answers: string | null;
  }[];
  /** `answers`: id of the note that is done, where it is named by that. */
  readonly done: readonly {
    readonly text: string;
    readonly author: string;
    readonly at: string;
    readonly answers?: string | null;
  }[];
  readonly effects: readonly PacketEffect[];
  readonly clean_state: CleanState;
  readonly budget: {
    readonly limits: {
      readonly attempts: number | null;
      readonly calls: number | null;
      readonly cost_usd: number | null;
      readonly minutes: number | null;
    };
    /** null = unknown, and it stays unknown in every later sum. */
    readonly spent: {
      readonly attempts: number | null;
      readonly calls: number | null;
      readonly cost_usd: number | null;
      readonly minutes: number | null;
    };
  };
  readonly context_usage: { readonly tokens: number; readonly window: number } | null;
  /** Uncommitted work kept in the home beside the packet. */
  readonly kept_work: {
    readonly files: readonly {
      readonly path: string;
      readonly sha256: string | null;
      readonly mode: string | null;
      readonly kept: boolean;
    }[];
    readonly omitted: readonly string[];
  };
  readonly artifacts: readonly {
    readonly kind: string;
    readonly path: string;
    readonly dialect: string;
    readonly sha256: string;
  }[];
  readonly incomplete: readonly { readonly what: string; readonly why: string }[];
  readonly evidence: readonly Evidence[];
}

export type PacketStatus = "active" | "superseded" | "archived";

/** Keys outside the digest, beside packet_id and digest. */
export const lifecycleKeys: readonly (keyof Packet)[] = [
  "status",
  "superseded_by",
  "created_at",
  "superseded_at",
  "archived_at",
];

export interface Risk {
  readonly severity: Severity;
  readonly code: string;
  readonly detail: string;
}

export interface NextActionSource {
  readonly kind:
    | "note"
    | "state"
    | "board"
    | "feature_list"
    | "todo"
    | "failing_acceptance"
    | "open_question"
    | "request"
    | "none";
  /** Note id or repo-relative path. */
  readonly locator: string | null;
}

export interface FeedbackEntry {
  readonly command: string;
  readonly exit_code: number | null;
  /** How the result is judged: passed, failed, weak, unknown, not_run. */
  readonly outcome: string;
  readonly at: string | null;
  readonly tree: string | null;
  /** Identical failures folded into this entry. */
  readonly count: number;
  /** Id of the later pass of the same command. */
  readonly resolved_by: string | null;
  /** Failures: head, tail and error lines. Passes: at most one line. */
  readonly head: string | null;
  readonly tail: string | null;
  readonly error_lines: readonly string[];
  readonly id: string;
}

export interface PacketChange {
  readonly path: string;
  readonly from: string | null;
  readonly status: ChangeStatus;
  readonly additions: number | null;
  readonly deletions: number | null;
  readonly binary: boolean;
  readonly sha256: string | null;
  readonly committed: boolean;
  /** Present only when the path held a secret: sha256 of the real path. */
  readonly path_redacted?: string;
}

/** CommandState with the keys of the file. */
export interface PacketCommandState {
  readonly command: string;
  readonly cwd: string;
  readonly state: CommandState["state"];
  readonly exit_code: number | null;
  readonly at_tree: string | null;
  readonly at: string | null;
  readonly why: string;
  readonly evidence: string | null;
  readonly scope: string | null;
  readonly source: string;
}

/** The newest run of a check that nobody needs to have declared. */
export type CheckedContent = "this_content" | "other_content" | "before_changes" | "unknown";

export interface PacketCheck {
  readonly command: string;
  readonly outcome: "passed" | "failed" | "weak" | "unknown" | "not_run";
  readonly why: string;
  readonly exit_code: number | null;
  readonly at: string | null;
  /** On what it ran: the work as it is, another state of it, or the state before later edits of this session. */
  readonly current: CheckedContent;
  /** Relative to the work tree's top; null when unknown. */
  readonly cwd: string | null;
  /** Id of the record. */
  readonly evidence: string;
}

/** An effect outside the files: what is known of it, and a read-only way to find out. */
export interface PacketEffect {
  readonly id: string;
  readonly what: string;
  readonly state: "done" | "unknown" | "not_done";
  readonly probe: string | null;
  readonly source: string;
}

export interface PacketScene {
  readonly kind: "git" | "bare" | "folder";
  /** Root commits. */
  readonly repository: readonly string[];
  /** Name of the work tree, never a path. */
  readonly work_tree: string;
  readonly head_tree: string | null;
  /** Work-tree tree id including untracked files. */
  readonly tree: string | null;
  readonly detached: boolean;
  readonly operation: Operation | null;
  /** Uncommitted work at that moment: path, content and mode. */
  readonly dirty: readonly {
    readonly path: string;
    readonly from: string | null;
    readonly status: ChangeStatus;
    readonly sha256: string | null;
    readonly mode: string | null;
  }[];
  readonly upstream: string | null;
  readonly shallow: boolean;
  readonly reasons: readonly string[];
}

/** `{source, locator, sha256}` that a statement rests on. */
export interface Evidence {
  /** Which field or statement: a JSON pointer into this packet. */
  readonly statement: string;
  readonly source: "git" | "artifact" | "feedback" | "note" | "config" | "hook" | "run" | "transcript";
  readonly locator: string;
  readonly sha256: string | null;
}
