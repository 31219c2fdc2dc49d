import type { Thread } from "../thread.ts";
import type { Outage } from "./outbox.ts";
import type { SharedClaim } from "./team-store.ts";

/** What a store that the team shares says, and what it could not be asked. */
export interface TeamFacts {
  /** Where it is, without what lets anybody in. */
  readonly store: string;
  /** Why it is not used; null when it is. */
  readonly unused: { readonly why: string; readonly hint: string } | null;
  /** null: it answered just now. */
  readonly outage: Outage | null;
  /** Local clock, UTC ISO 8601, of what it said last; null when it never answered. */
  readonly asOf: string | null;
  /** Who works on what, as it said then. */
  readonly claims: readonly SharedClaim[];
  /** Ids of those claims that the asking session holds. */
  readonly own: readonly string[];
  /** Steps in the life of packets that it was not told yet. */
  readonly waiting: number;
  /** Packets of this home that it did not take. */
  readonly refused: readonly RefusedPacket[];
}

export interface RefusedPacket {
  readonly thread: Thread;
  readonly packetId: string;
  readonly result: "raced" | "held" | "fenced" | "not_active" | "rejected";
  readonly detail: string | null;
}
