import type { Note, Session } from "../../domain/home.ts";
import { createAnswers, type Answers } from "./answers.ts";
import { createCache, type Cache, type CacheArea } from "./cache.ts";
import { createCallLogs, type CallLogs } from "./call-logs.ts";
import { createChain, type Chain } from "./chain.ts";
import { checkWritability, refuseUnsafeHome, type Writability } from "./check-home.ts";
import { createClaims, type Claims, type IsAlive } from "./claims.ts";
import { createFeedbackLog, type FeedbackLog } from "./feedback-log.ts";
import { readLastFired } from "./last-fired.ts";
import { createHomeFolder } from "./home-folder.ts";
import { createKept, type Kept } from "./kept.ts";
import { createLocks, type Locks } from "./locks.ts";
import { createPackets, type Packets } from "./packets.ts";
import { readLines, type LogLines } from "./read-lines.ts";
import { createRecordLog, type RecordLog } from "./record-log.ts";
import { pruneSessions } from "./prune-sessions.ts";
import { createReports, type Reports } from "./reports.ts";
import { createShared, type Shared } from "./shared.ts";
import { createTeamMemory, type TeamMemory } from "./team-files.ts";
import { createSessionStates, type SessionStates } from "./session-states.ts";
import { noteShape, sessionShape } from "./shapes.ts";

/** Everything that passdown keeps, in one folder. Reading works on a missing or read-only home. */
export interface Home {
  /** Absolute. */
  readonly path: string;
  /** Looked up when asked; false comes with a reason and a way out. */
  readonly writability: () => Writability;
  readonly notes: RecordLog<Note>;
  /** Notes that answer another one are kept through this, and not through `notes`. */
  readonly answers: Answers;
  readonly sessions: RecordLog<Session>;
  readonly feedback: FeedbackLog;
  /** What clients' hooks told, as raw lines; the hook writes them. */
  readonly readHookEvents: () => LogLines;
  readonly calls: CallLogs;
  /** Removes what the oldest sessions of clients left beside their feedback. */
  readonly pruneSessions: () => void;
  /** When each event of a client last came to its hook: event → UTC ISO 8601. */
  readonly lastFired: (client: string) => ReadonlyMap<string, string>;
  /** What transcripts of clients' sessions told. */
  readonly sessionStates: SessionStates;
  readonly packets: Packets;
  readonly chain: Chain;
  readonly kept: Kept;
  readonly claims: Claims;
  readonly locks: Locks;
  readonly cache: (area: CacheArea) => Cache;
  readonly reports: Reports;
  /** What is known of packets from elsewhere, and whom to trust with them. */
  readonly shared: Shared;
  /** What is on its way to a store that a team shares, and what that store said. */
  readonly team: TeamMemory;
}

/** Opens the home and writes nothing: its folders come into being with the first thing that is kept. */
export function openHome(options: { readonly path: string; readonly isAlive: IsAlive }): Home {
  refuseUnsafeHome(options.path);
  const folder = createHomeFolder(options.path);
  const packets = createPackets(folder);
  const notes = createRecordLog(folder, "notes.jsonl", noteShape);
  return {
    path: options.path,
    writability: () => checkWritability(options.path),
    notes,
    answers: createAnswers(folder, notes, options.isAlive),
    sessions: createRecordLog(folder, "sessions.jsonl", sessionShape),
    feedback: createFeedbackLog(folder),
    readHookEvents: () => readLines(folder, "hook-events.jsonl"),
    calls: createCallLogs(folder),
    pruneSessions: () => pruneSessions(folder),
    lastFired: (client) => readLastFired(folder, client),
    sessionStates: createSessionStates(folder),
    packets,
    chain: createChain(folder, packets),
    kept: createKept(folder),
    claims: createClaims(folder, options.isAlive),
    locks: createLocks(folder, options.isAlive),
    cache: (area) => createCache(folder, area),
    reports: createReports(folder),
    shared: createShared(folder),
    team: createTeamMemory(folder),
  };
}
