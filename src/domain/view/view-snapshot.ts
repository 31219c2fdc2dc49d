import type {
  AttemptGroup,
  ChainEntry,
  Inbox,
  Overview,
  PacketDiff,
  PacketView,
  RunEntry,
  SessionEntry,
  Slice,
  Timeline,
} from "./view-model.ts";

/** What the self-contained file holds: the answers of a `ViewSource` at one moment, bounded. */
export interface ViewSnapshot {
  readonly version: 1;
  readonly overview: Overview;
  /** The newest packets, from 0; `total` counts those that are left out too. */
  readonly chain: Slice<ChainEntry>;
  /** By packet id: every readable packet of `chain`. */
  readonly packets: Readonly<Record<string, PacketView>>;
  /** Of each packet of `chain` (`b`) and the one it superseded (`a`), where both are in `packets`. */
  readonly diffs: readonly PacketDiff[];
  /** The newest sessions, from 0. */
  readonly sessions: Slice<SessionEntry>;
  /** By session id; the marks of each are its newest, so `marks.from` may be above 0. */
  readonly timelines: Readonly<Record<string, Timeline>>;
  readonly attempts: readonly AttemptGroup[];
  readonly runs: readonly RunEntry[];
  readonly inbox: Inbox;
  /** Empty when the file holds everything. */
  readonly leftOut: readonly LeftOut[];
}

/** What the file does not hold, with the number of it. */
export interface LeftOut {
  readonly what: "packets" | "diffs" | "sessions" | "timelines" | "marks" | "attempts" | "runs" | "questions";
  readonly count: number;
  /** `limit`: there were more than the file takes. `unreadable`: it could not be read. */
  readonly why: "limit" | "unreadable";
}

export interface SnapshotLimits {
  readonly packets: number;
  readonly sessions: number;
  /** Of each timeline. */
  readonly marks: number;
}
