import type { CleanState } from "../domain/clean-state.ts";
import type { Decision, Reason } from "../domain/decision.ts";
import type { ErrorKind } from "../domain/errors.ts";
import type { FactDiff } from "../domain/fact-diff.ts";
import type { Holder } from "../domain/team/holder.ts";
import type { Packet, PacketCommandState, PacketStatus } from "../domain/packet.ts";
import type { FetchCut } from "../domain/share/fetch-cut.ts";
import type { Standing } from "../domain/share/signers.ts";
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
  /** Packets of remotes for this branch that wait for a human. */
  readonly offers?: readonly OfferView[];
  readonly holders?: readonly HolderView[];
  readonly team?: TeamView | null;
}

export interface HolderView extends Holder {
  /** `home`: a session of this machine; `store`: anybody, as the team's store says. */
  readonly where: "home" | "store";
  /** Of the asking session. */
  readonly own: boolean;
}

export interface ReleaseView {
  readonly result: "released" | "not_held";
  readonly released: readonly { readonly where: "home" | "store"; readonly claim: string }[];
  readonly by: readonly HolderView[];
}

export interface TeamView {
  /** Where the store is. */
  readonly store: string;
  readonly used: boolean;
  /** Why it is not used, or gives no answer; null when all is well. */
  readonly problem: string | null;
  /** Since when it gives no answer; null when it does. */
  readonly away_since: string | null;
  /** Of what it said last. */
  readonly as_of: string | null;
  /** Steps in the life of packets that it was not told yet. */
  readonly waiting: number;
  /** Packets of here that it did not take. */
  readonly refused: readonly { readonly packet_id: string; readonly result: string; readonly detail: string | null }[];
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

/** A packet of a remote that waits for a human. */
export interface OfferView {
  readonly state: "untrusted" | "diverged";
  readonly packet_id: string;
  readonly branch: string | null;
  readonly topic: string;
  readonly remote: string;
  readonly author: string;
  readonly host: string;
  readonly at: string | null;
  readonly signer: string | null;
  readonly fingerprint: string | null;
  /** Why it is not trusted; null when it is. */
  readonly why: string | null;
}

/** Who shared a packet that was not made here. */
export interface OriginView {
  readonly remote: string;
  readonly author: string;
  readonly host: string;
  readonly signer: string | null;
  readonly untrusted: string | null;
}

export interface LogView {
  readonly packets: readonly LogEntry[];
  readonly offers?: readonly OfferView[];
}

interface LogEntry {
  readonly packet_id: string;
  readonly branch: string | null;
  readonly topic: string;
  readonly status: PacketStatus;
  readonly superseded_by: string | null;
  readonly created_at: string | null;
  readonly origin?: OriginView | null;
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

export type PushState = "pushed" | "unchanged" | "conflict" | "refused";

export interface PushView {
  readonly result: PushState | "secrets";
  readonly remote: string;
  readonly url: string;
  readonly packets: readonly PushedView[];
  /** Files of the work that seem to hold a secret. */
  readonly secrets: readonly string[];
}

export interface PushedView {
  readonly packet_id: string;
  readonly branch: string | null;
  readonly topic: string;
  readonly result: PushState;
  readonly ref: string;
  readonly signed: boolean;
  readonly work: number;
  readonly omitted: readonly string[];
  readonly conflict: {
    readonly packet_id: string | null;
    readonly author: string | null;
    readonly host: string | null;
    readonly at: string | null;
  } | null;
  readonly reason: string | null;
}

export type FetchState = "current" | "taken" | "past" | "untrusted" | "unchecked" | "diverged" | "malformed";

export interface FetchView {
  readonly remote: string;
  readonly url: string;
  readonly packets: readonly FetchedView[];
  readonly ignored: number;
  readonly cut: readonly FetchCut[];
}

export interface FetchedView {
  readonly ref: string;
  readonly state: FetchState;
  readonly rolled_back: boolean;
  readonly newer_untrusted: number;
  readonly kept: boolean;
  readonly packet_id: string | null;
  readonly branch: string | null;
  readonly topic: string | null;
  readonly author: string | null;
  readonly host: string | null;
  readonly signer: string | null;
  readonly fingerprint: string | null;
  readonly why: string | null;
  readonly work: number;
}

export interface SignerView {
  readonly principal: string;
  readonly key_type: string;
  readonly fingerprint: string;
  readonly source: "home" | "git";
}

export interface ListedSignerView extends SignerView {
  readonly standing: Standing | "unknown";
}

export interface TrustListView {
  readonly signers: readonly ListedSignerView[];
  readonly problems: readonly {
    readonly source: "home" | "git";
    readonly line: number | null;
    readonly detail: string;
  }[];
}
