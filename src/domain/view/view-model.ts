import type { Holder } from "../team/holder.ts";
import type { CleanState } from "../clean-state.ts";
import type { Decision, Reason } from "../decision.ts";
import type { FactDiff } from "../fact-diff.ts";
import type { Packet, PacketStatus } from "../packet.ts";
import type { RunDecision, RunReason, StepVerdict } from "../runs/inspection.ts";
import type { Verdict } from "../verification.ts";

/*
 * What the page shows, as plain data: gathered by `src/app/view/`, served as JSON or embedded in one file by `src/web/`,
 * drawn by `src/web/page/`. Every text in it is redacted. Times are UTC ISO 8601. Long lists come as slices.
 */

/** A part of a list: `total` says how long the whole is. */
export interface Slice<T> {
  readonly total: number;
  readonly from: number;
  readonly entries: readonly T[];
}

/** The landing: this branch, now against then, and where every other branch stands. */
export interface Overview {
  readonly repository: { readonly name: string; readonly root: string; readonly kind: "git" | "bare" | "folder" };
  /** Changes when the home or the scene does: what a live page follows. */
  readonly revision: string;
  /** When this was gathered. */
  readonly at: string;
  readonly present: Present;
  readonly board: readonly BoardRow[];
  /** null: no store is named. */
  readonly team: TeamState | null;
  /** What waits for a person, each matter once: a branch counts only for what is neither a question nor a run. */
  readonly needsYou: { readonly questions: number; readonly runs: number; readonly branches: number };
}

/** The active packet of this branch and topic, judged against the scene as it is. */
export interface Present {
  readonly branch: string | null;
  readonly topic: string;
  readonly headCommit: string | null;
  readonly decision: Decision;
  /** Worst first. */
  readonly reasons: readonly Reason[];
  readonly packetId: string | null;
  readonly createdAt: string | null;
  readonly nextAction: string | null;
  /** Mismatches first. */
  readonly claims: readonly ClaimRow[];
  /** What the next session is told, and how much of its room that takes; characters. */
  readonly brief: { readonly text: string; readonly chars: number; readonly limit: number };
  readonly cleanState: CleanState;
  readonly verdict: Verdict;
}

/** One statement of the packet: as recorded, as the scene is, and what follows. */
export interface ClaimRow {
  /** A word of the design that the page translates: `head_commit`, `work_tree`, `prerequisite` … */
  readonly what: string;
  /** Which of several: a path, a command; null where there is one. */
  readonly which: string | null;
  readonly recorded: string;
  readonly present: string;
  readonly state: "same" | "moved" | "gone" | "unknown";
  /** A read-only command that shows the present; null where there is none. */
  readonly look: string | null;
}

/** Its file cannot be read; something cannot go on; its last known good commit is no part of it any more; a run left an effect in doubt. */
export type BoardNeed = "unreadable" | "blocked" | "good_lost" | "run";

/** The store that a team shares. */
export interface TeamState {
  readonly store: string;
  /** Why it is not used, or gives no answer; null when all is well. */
  readonly problem: string | null;
  /** Of what it said last; null when it never answered here. */
  readonly asOf: string | null;
  readonly holders: readonly Holder[];
}

/** One branch and topic with an active packet. */
export interface BoardRow {
  readonly branch: string | null;
  readonly topic: string;
  /** Folder in which the branch is checked out; null: in none. */
  readonly worktree: string | null;
  /** The branch and topic of this page's landing. */
  readonly here: boolean;
  readonly packetId: string;
  readonly status: PacketStatus;
  readonly createdAt: string | null;
  /** `reachable`: whether the commit still is part of the branch; null when git cannot tell. */
  readonly lastKnownGood: { readonly commit: string; readonly reachable: boolean | null } | null;
  readonly verdict: Verdict;
  readonly risks: { readonly block: number; readonly warn: number; readonly info: number };
  readonly questions: number;
  /** Why a person has to look, beside its questions. */
  readonly needs: readonly BoardNeed[];
  readonly claim: { readonly session: string | null; readonly since: string; readonly alive: boolean } | null;
  readonly client: string | null;
  readonly nextAction: string;
  /** False when the packet's file cannot be read any more; the fields above are then those of the chain alone. */
  readonly readable: boolean;
}

/** One packet of the home, newest first. */
export interface ChainEntry {
  readonly packetId: string;
  readonly branch: string | null;
  readonly topic: string;
  readonly status: PacketStatus;
  readonly supersedes: string | null;
  readonly supersededBy: string | null;
  readonly publishedAt: string;
  readonly client: string | null;
  readonly sessionId: string | null;
  readonly verdict: Verdict | null;
  readonly nextAction: string | null;
  readonly readable: boolean;
}

/** Two packets compared: kept, new, resolved, dropped. */
export type PacketDiff = FactDiff & { readonly a: string; readonly b: string };

/** One packet with what stands behind each sentence. */
export interface PacketView {
  readonly packet: Packet;
  readonly altered: boolean;
  /** JSON pointer of a statement → what stands behind it. A statement that is missing here rests on nothing. */
  readonly evidence: Readonly<Record<string, readonly EvidenceView[]>>;
}

/** A source record. */
export interface EvidenceView {
  readonly source: Packet["evidence"][number]["source"];
  readonly locator: string;
  readonly sha256: string | null;
  /** Of a recorded command; null for other sources, and where the record is gone. */
  readonly run: CommandRun | null;
  /** What a note or a run says; absent for other sources, and where it is gone. */
  readonly excerpt?: string;
}

export interface CommandRun {
  readonly command: string;
  readonly exitCode: number | null;
  readonly outcome: CommandOutcome;
  /** Why the outcome is judged so. */
  readonly why: string;
  readonly at: string | null;
  /** Id of the tree it ran on; null when unknown. */
  readonly tree: string | null;
  /** Relative to the work tree's top; null when unknown. */
  readonly cwd: string | null;
  /** Excerpt: head, error lines and tail. */
  readonly output: string | null;
}

export type CommandOutcome = "passed" | "failed" | "weak" | "unknown" | "not_run";

/** A session that left evidence, newest first. */
export interface SessionEntry {
  readonly sessionId: string;
  readonly client: string | null;
  readonly branch: string | null;
  readonly topic: string;
  readonly startedAt: string | null;
  readonly lastAt: string | null;
  /** null where no transcript was read. */
  readonly counts: {
    readonly commands: number;
    readonly failed: number;
    readonly edits: number;
    readonly prompts: number;
    readonly compactions: number;
  } | null;
}

/** What happened in a session, in the order of time. */
export interface Timeline {
  readonly session: SessionEntry;
  /** Where the marks come from: its transcript, or what the home kept where that is gone. */
  readonly source: "transcript" | "home";
  readonly marks: Slice<TimelineMark>;
  /** Positions in the whole list of marks: of failures, for jumping. */
  readonly failures: readonly number[];
  /** Context use over time; empty where the client does not tell. `window` null: unknown. */
  readonly context: readonly { readonly at: string; readonly tokens: number; readonly window: number | null }[];
}

export interface TimelineMark {
  /** `cut`: the moment at which the session ended without a word. */
  readonly lane: "prompt" | "edit" | "command" | "commit" | "compaction" | "interrupt" | "effect" | "cut";
  readonly at: string | null;
  /** One line, at most 300 characters. */
  readonly text: string;
  /** Of commands and effects; null for the rest. */
  readonly outcome: CommandOutcome | null;
  readonly exitCode: number | null;
  /** First error line of a failure; null where there is none. */
  readonly error: string | null;
}

/** Failed attempts of this branch by what they were aimed at. */
export interface AttemptGroup {
  readonly target: string;
  readonly ways: readonly {
    readonly command: string;
    readonly exitCode: number | null;
    readonly error: string | null;
    readonly at: string | null;
    readonly count: number;
  }[];
  /** The later pass that replaced them; null: nothing did. */
  readonly replacedBy: { readonly command: string; readonly at: string | null } | null;
}

export interface RunEntry {
  readonly name: string;
  /** As its record says. */
  readonly status: string;
  /** Somebody executes it at this moment, or it cannot be seen that nobody does. */
  readonly executing: boolean;
  readonly startedAt: string | null;
  /** Of an inspection just made; null where the run has ended. */
  readonly decision: RunDecision | null;
  readonly reason: RunReason | null;
  readonly detail: string | null;
  readonly steps: readonly {
    readonly key: string;
    readonly verdict: StepVerdict;
    readonly attempt: number;
    readonly detail: string;
  }[];
  readonly recoveryRecords: readonly { readonly name: string; readonly createdAt: string | null }[];
}

export interface Inbox {
  readonly questions: readonly InboxQuestion[];
  readonly assumptions: readonly InboxAssumption[];
}

export interface InboxQuestion {
  /** Of the note. */
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly at: string;
  readonly branch: string | null;
  readonly topic: string;
  /** Asked for later: kept in the log, not in packets. */
  readonly later: boolean;
  readonly answer: { readonly text: string; readonly author: string; readonly at: string } | null;
}

export interface InboxAssumption {
  /** Of the note; null for one that a file of the workbench holds, which is answered there. */
  readonly id: string | null;
  readonly text: string;
  readonly source: string;
}

/** An answer from the page: to a question, or to an assumption by its note. */
export interface Answer {
  readonly id: string;
  /** `decide`: settles a question. `done`: an assumption holds, or is no longer needed. */
  readonly kind: "decide" | "done";
  readonly text: string;
}

/** What the page asks for, whoever answers: a server on this machine, or the data inside the file. */
export interface ViewSource {
  readonly overview: () => Promise<Overview>;
  readonly chain: (options: ChainQuery) => Promise<Slice<ChainEntry>>;
  readonly packet: (id: string) => Promise<PacketView>;
  readonly diff: (a: string, b: string) => Promise<PacketDiff>;
  readonly sessions: (options: SliceQuery) => Promise<Slice<SessionEntry>>;
  readonly timeline: (sessionId: string, options: SliceQuery) => Promise<Timeline>;
  readonly attempts: () => Promise<readonly AttemptGroup[]>;
  readonly runs: () => Promise<readonly RunEntry[]>;
  readonly inbox: () => Promise<Inbox>;
}

export interface SliceQuery {
  readonly from: number;
  readonly limit: number;
}

export interface ChainQuery extends SliceQuery {
  /** Only packets whose branch, topic, id or next action holds this text, whatever its case; "" for all. */
  readonly search: string;
}
