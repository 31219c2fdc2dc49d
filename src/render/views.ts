import type { CleanState } from "../domain/clean-state.ts";
import type { Decision, Reason } from "../domain/decision.ts";
import type { ErrorKind } from "../domain/errors.ts";
import type { FactDiff } from "../domain/fact-diff.ts";
import type { Packet, PacketCommandState, PacketStatus } from "../domain/packet.ts";
import type { Verdict } from "../domain/verification.ts";

/** What the terminal views take: the JSON results of the commands, with the keys of the documents. */

export interface StatusView {
  readonly decision: Decision;
  readonly reasons: readonly Reason[];
  /** null: no packet for this branch and topic. */
  readonly packet_id: string | null;
  readonly next_action: string | null;
  readonly branch: string | null;
  readonly topic: string;
  /** Other active topics of the branch. */
  readonly topics: readonly string[];
  readonly head_commit: string | null;
  readonly created_at: string | null;
  readonly verdict: Verdict;
  readonly last_known_good_commit: string | null;
  readonly clean_state: CleanState;
  /** Runs that have not ended, with what an inspection decides of them, and commands whose end nobody recorded. */
  readonly interrupted_runs: readonly {
    readonly name: string;
    readonly since: string | null;
    readonly decision?: string | null;
  }[];
  readonly questions_for_human: readonly { readonly id: string; readonly text: string; readonly author: string }[];
}

export interface PickupView {
  readonly decision: Decision;
  readonly reasons: readonly Reason[];
  readonly packet_id: string | null;
  readonly brief: string;
}

export interface VerifyView {
  readonly verdict: Verdict;
  readonly commands: readonly PacketCommandState[];
  readonly manual: readonly string[];
  readonly last_known_good_commit: string | null;
  readonly last_known_good_tree: string | null;
  /** Where the verification report was written; null when nothing was kept. */
  readonly report: string | null;
}

export interface PackView {
  readonly result: "published" | "unchanged" | "refused";
  readonly packet_id: string | null;
  /** Folder of the two files. */
  readonly path: string | null;
  readonly superseded: string | null;
  readonly clean_state: CleanState;
  /** Why it was refused, beside the blocking issues of the clean state. */
  readonly reasons: readonly { readonly code: string; readonly detail: string; readonly suggestion: string }[];
}

export interface LogView {
  readonly packets: readonly LogEntry[];
}

interface LogEntry {
  readonly packet_id: string;
  readonly branch: string | null;
  readonly topic: string;
  readonly status: PacketStatus;
  readonly superseded_by: string | null;
  readonly created_at: string | null;
}

export type DiffView = FactDiff;

export type ShowView = Packet;

export interface AuditView {
  readonly result: "pass" | "fail";
  readonly findings: readonly { readonly code: string; readonly detail: string }[];
}

export interface ErrorView {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** A client's session in numbers. */
export interface ImportView {
  readonly client: string;
  readonly session_id: string;
  readonly commands: number;
  readonly with_exit: number;
  readonly exit_from: {
    readonly structured: number;
    readonly text: number;
    readonly inferred: number;
    readonly unknown: number;
  };
  readonly failed: number;
  readonly edits: number;
  readonly reads: number;
  readonly todos: number;
  readonly prompts: number;
  readonly constraints: number;
  readonly questions: number;
  readonly compactions: number;
  readonly interrupts: number;
  readonly open_calls: number;
  readonly agents: number;
  readonly damage: number;
  readonly context: { readonly tokens: number; readonly window: number | null } | null;
  readonly partial: string | null;
}

/** How to start a client on the active packet. */
export interface OpenView {
  readonly cwd: string;
  /** One line of shell; null when nothing may be started. */
  readonly command: string | null;
  readonly brief: string;
}
