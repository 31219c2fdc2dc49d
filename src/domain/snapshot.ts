import type { LeftProcess } from "./clean-state.ts";
import type { Config } from "./config.ts";
import type { Note, Session } from "./home.ts";
import type { RunBrief } from "./runs/run-brief.ts";
import type { Scene, Work } from "./scene.ts";
import type { SessionFacts } from "./session/session-facts.ts";
import type { Damage, FeedbackRecord, Workbench } from "./workbench.ts";

/**
 * Everything gathered at one moment, immutable, with provenance.
 * All text in it is redacted already: whatever enters a snapshot went through the secrets port at the edge.
 */
export interface WorkbenchSnapshot {
  readonly scene: Scene;
  readonly work: Work;
  readonly workbench: Workbench;
  /** Repository's own and the home's feedback, one chronological list without duplicates. */
  readonly feedback: readonly FeedbackRecord[];
  /** Notes of this branch and topic, oldest first. */
  readonly notes: readonly Note[];
  readonly session: Session;
  readonly topic: string;
  readonly taskId: string | null;
  readonly config: Config;
  /** sha256 of the config file; null without one. */
  readonly configSha256: string | null;
  readonly processes: readonly LeftProcess[];
  /** Files that exist in the work tree among those that a packet may point at: path → sha256. */
  readonly files: Readonly<Record<string, string>>;
  /** Damage of the home's own files, beside that in `workbench`. */
  readonly damage: readonly Damage[];
  /** Runs of this home that have not ended. */
  readonly runs: readonly RunBrief[];
  /** The active packet that a new one would follow; null for the first. */
  readonly previous: {
    readonly packetId: string;
    readonly headCommit: string | null;
    readonly lastKnownGoodCommit: string | null;
    readonly lastKnownGoodTree: string | null;
  } | null;
  /** What the transcripts of clients' sessions on this branch told. */
  readonly told: {
    /** This session; null when it is of no client, or nothing of it was read. */
    readonly now: SessionFacts | null;
    /** Those before it, oldest first. */
    readonly earlier: readonly SessionFacts[];
    /** Files inside the work tree that this session changed or read, repo-relative, the newest first. */
    readonly files: readonly string[];
  };
  /** Where the whole feedback is: repo-relative paths, `home:`-prefixed for the home's own log. */
  readonly feedbackLogs: readonly string[];
  /** The verification report to point at: repo-relative, or `home:`-prefixed; null when there is none. */
  readonly verdictPath: string | null;
  /** Dirty files whose content holds a secret. */
  readonly secretFiles: readonly string[];
  /** Real path → the text to show instead, for paths that hold a secret. */
  readonly redactedPaths: Readonly<Record<string, string>>;
  /** Trees of the newest commits reachable from the head, newest first: commit → tree, for the last known good. */
  readonly recentCommits: readonly { readonly id: string; readonly tree: string }[];
}
