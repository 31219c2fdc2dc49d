/*
 * What a team shares about one repository: packets, who works on what, feedback, runs, and what happened. Two
 * implementations pass one contract suite: files of a folder on one machine, and PostgreSQL.
 *
 * Every write carries an operation key that its caller made and kept before the first try. The same key with the same
 * content is one write, however often it is sent, and answers what the first one answered; with other content it is
 * refused (`operation_reused`). So a lost reply is safe to repeat.
 */

import type { Thread } from "../thread.ts";

export interface Operation {
  /** `o-` and 32 hex digits. */
  readonly operation: string;
}

/** Who writes: redacted name and address of the author, and the host as it calls itself. */
export interface Writer {
  readonly author: string;
  readonly host: string;
  readonly session: string | null;
}

export interface SharedPacket {
  readonly packetId: string;
  readonly digest: string;
  readonly thread: Thread;
  /** `rival`: it lost a race, and was never active. */
  readonly status: "active" | "superseded" | "archived" | "rival";
  readonly supersedes: string | null;
  readonly writer: Writer;
  /** Clock of the store, UTC ISO 8601. */
  readonly at: string;
  /** Number of the step in the life of the thread, rising from 1. */
  readonly seq: number;
}

/** The two files, byte for byte. */
export interface SharedFiles {
  readonly handoffJson: string;
  readonly handoffMd: string;
}

export interface SharedPublication extends Operation {
  readonly thread: Thread;
  readonly packetId: string;
  readonly digest: string;
  readonly files: SharedFiles;
  /** The active packet that this one was made after; null when there was none. */
  readonly expectActive: string | null;
  /** Of the writer's claim; null for one who holds none. */
  readonly fence: number | null;
  readonly writer: Writer;
}

export type PublishOutcome =
  | { readonly result: "published"; readonly packet: SharedPacket }
  /** This very packet is the active one already. */
  | { readonly result: "unchanged"; readonly packet: SharedPacket }
  /** Somebody published meanwhile: nothing was superseded, and the packet is kept beside (`rivals`). */
  | { readonly result: "raced"; readonly active: string | null }
  | Refused;

/** A write of one who is not, or no longer, the owner. */
export type Refused =
  | { readonly result: "held"; readonly by: SharedClaim }
  | { readonly result: "fenced"; readonly fence: number };

/** Who works on a thread. `fence` rises with each claim of the thread and is checked by every write. */
export interface SharedClaim {
  readonly id: string;
  readonly thread: Thread;
  readonly fence: number;
  readonly writer: Writer;
  readonly since: string;
  /** End of the lease by the store's clock; null where the holder's process is watched instead. */
  readonly until: string | null;
  /** `live`: the lease runs, or the process lives. `ended`: proven. `unknown`: the lease ran out, or nobody can tell. */
  readonly state: "live" | "ended" | "unknown";
}

export interface ClaimRequest extends Operation {
  readonly thread: Thread;
  readonly writer: Writer;
  /** Ignored where the holder's process is watched. */
  readonly leaseSeconds: number;
}

export type ClaimOutcome =
  | { readonly result: "claimed"; readonly claim: SharedClaim }
  /** Somebody holds it. With `state: "unknown"` only a takeover with a reason ends that, never a silent one. */
  | { readonly result: "held"; readonly by: SharedClaim };

export interface TakeOver extends ClaimRequest {
  /** The claim that was seen and is taken over: nobody takes what he has not seen. */
  readonly claimId: string;
  readonly reason: string;
}

export type TakeOverOutcome =
  | { readonly result: "claimed"; readonly claim: SharedClaim; readonly from: SharedClaim }
  /** It is live, or somebody else's by now. null: nobody's. */
  | { readonly result: "refused"; readonly by: SharedClaim | null };

export type RenewOutcome =
  | { readonly result: "renewed"; readonly claim: SharedClaim }
  | { readonly result: "lost"; readonly by: SharedClaim | null };

/** Something that happened, insert-only: each holds the sha256 of the one before, so a gap or an edit shows. */
export interface TeamEvent {
  readonly seq: number;
  readonly kind: "published" | "raced" | "archived" | "claimed" | "released" | "taken_over" | "run" | "feedback";
  readonly thread: Thread | null;
  readonly writer: Writer;
  readonly at: string;
  /** Ids and reasons, never contents. */
  readonly detail: Readonly<Record<string, string | number | null>>;
  readonly previous: string | null;
  readonly sha256: string;
}

/** Where a run stands, as its executor told; its journal stays where it runs. */
export interface SharedRun {
  readonly name: string;
  readonly thread: Thread;
  readonly status: string;
  /** Epoch of the run's executor: a lower one than stored is refused. */
  readonly epoch: number;
  /** sha256 of the journal so far. */
  readonly journal: string;
  readonly writer: Writer;
  readonly at: string;
}

export interface TeamStore {
  readonly kind: "files" | "postgres";
  readonly packets: {
    readonly publish: (publication: SharedPublication) => Promise<PublishOutcome>;
    readonly archive: (
      request: Operation & {
        readonly thread: Thread;
        readonly packetId: string;
        readonly reason: string | null;
        readonly fence: number | null;
        readonly writer: Writer;
      },
    ) => Promise<
      | { readonly result: "archived"; readonly packet: SharedPacket }
      | { readonly result: "not_active"; readonly active: string | null }
      | Refused
    >;
    readonly active: (thread: Thread) => Promise<SharedPacket | null>;
    /** Of every thread. */
    readonly activeAll: () => Promise<readonly SharedPacket[]>;
    /** Newest first; at most `limit`. */
    readonly history: (thread: Thread, limit: number) => Promise<readonly SharedPacket[]>;
    /** Packets that lost a race, newest first: kept, and never active. */
    readonly rivals: (thread: Thread) => Promise<readonly SharedPacket[]>;
    readonly files: (packetId: string) => Promise<SharedFiles | null>;
  };
  readonly claims: {
    readonly claim: (request: ClaimRequest) => Promise<ClaimOutcome>;
    readonly renew: (
      request: Operation & { readonly claimId: string; readonly fence: number; readonly leaseSeconds: number },
    ) => Promise<RenewOutcome>;
    readonly release: (
      request: Operation & { readonly claimId: string; readonly writer: Writer },
    ) => Promise<{ readonly result: "released" } | { readonly result: "not_held"; readonly by: SharedClaim | null }>;
    readonly takeOver: (request: TakeOver) => Promise<TakeOverOutcome>;
    readonly current: (thread: Thread) => Promise<SharedClaim | null>;
    readonly all: () => Promise<readonly SharedClaim[]>;
  };
  readonly feedback: {
    /** Redacted lines of the feedback log, in order; all of them or none. */
    readonly append: (
      request: Operation & { readonly lines: readonly string[]; readonly writer: Writer },
    ) => Promise<{ readonly result: "kept"; readonly last: number }>;
    /** Those after a number, oldest first. */
    readonly read: (options: {
      readonly after: number;
      readonly limit: number;
    }) => Promise<readonly { readonly seq: number; readonly line: string; readonly writer: Writer }[]>;
  };
  readonly runs: {
    readonly put: (
      request: Operation & Omit<SharedRun, "at">,
    ) => Promise<{ readonly result: "kept" } | { readonly result: "fenced"; readonly epoch: number }>;
    readonly all: () => Promise<readonly SharedRun[]>;
  };
  readonly events: {
    readonly read: (options: { readonly after: number; readonly limit: number }) => Promise<readonly TeamEvent[]>;
    /** First event whose chain does not hold; null when all do. */
    readonly verify: () => Promise<{ readonly seq: number; readonly detail: string } | null>;
  };
  readonly close: () => Promise<void>;
}
