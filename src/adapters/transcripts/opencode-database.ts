import { statSync } from "node:fs";
import type { Database, Row } from "../sqlite/read-database.ts";
import {
  infoOf,
  type OpencodeSession,
  partOf,
  sessionNotFound,
  sessionOf,
  sessionRecordOf,
  textIn,
  todoRecordOf,
} from "./opencode-rows.ts";
import { createReopening } from "./opencode-reopening.ts";
import { listStoredSessions, readStoredSession } from "./opencode-storage.ts";

export type { OpencodeSession } from "./opencode-rows.ts";

export interface SessionOfOpencode {
  /** `opencode.db`, or the folder `storage` that older versions kept. */
  readonly path: string;
  readonly sessionId: string;
  /**
   * Milliseconds since the epoch: leaves out the messages of a database that ended, and were last written, before.
   * Whoever reads a growing session again passes the time of the reading before.
   */
  readonly changedSinceMs?: number;
}

/** Sessions of a database or of an older storage folder, newest first. */
export function listOpencodeSessions(path: string): OpencodeSession[] {
  const sessions = isFolder(path) ? listStoredSessions(path) : listRows(path);
  return sessions.sort((a, b) => b.updatedMs - a.updatedMs || (a.id < b.id ? -1 : 1));
}

/**
 * Records of one session and of its sub-agents' sessions, in the shapes that an export has: the sessions, their messages
 * by time, the todo list. The database stays as it is, and nothing is created beside it.
 */
export async function* readOpencodeSession({
  path,
  sessionId,
  changedSinceMs = 0,
}: SessionOfOpencode): AsyncIterable<unknown> {
  if (isFolder(path)) yield* readStoredSession(path, sessionId);
  else yield* readRows(path, sessionId, changedSinceMs);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function listRows(path: string): OpencodeSession[] {
  const source = createReopening(path);
  try {
    return source.read((database) =>
      [...(database.table("session")?.rows() ?? [])].map(sessionOf).filter((one) => one !== null),
    );
  } finally {
    source.close();
  }
}

function* readRows(path: string, sessionId: string, since: number): Iterable<unknown> {
  const source = createReopening(path);
  try {
    const sessions = source.read((database) => {
      const table = database.table("session");
      const found: Row[] = [...(table?.where("id", sessionId) ?? [])];
      // Sub-agents' sessions name the session that called them; they can call others.
      for (const row of found) found.push(...(table?.where("parent_id", textIn(row, "id")) ?? []));
      return found;
    });
    if (sessions.length === 0) throw sessionNotFound(path, sessionId);
    yield* sessions.map(sessionRecordOf);
    const ids = sessions.map((row) => textIn(row, "id"));
    const messages = source.read((database) => {
      const table = database.table("message");
      return ids.flatMap((id) =>
        [...(table?.where("session_id", id) ?? [])].flatMap((row) => (isSettled(row, since) ? [] : [placeOf(row)])),
      );
    });
    for (const { id } of messages.sort(byTime)) yield* source.read((database) => messageWith(database, id));
    yield* source.read((database) =>
      [...(database.table("session_message")?.where("session_id", sessionId) ?? [])].map(newer),
    );
    const todos = source.read((database) => [...(database.table("todo")?.where("session_id", sessionId) ?? [])]);
    if (todos.length > 0) yield todoRecordOf(sessionId, todos);
  } finally {
    source.close();
  }
}

function messageWith(database: Database, id: string): unknown[] {
  const [row] = database.table("message")?.where("id", id) ?? [];
  // Taken back since the list was read.
  if (row === undefined) return [];
  const parts = [...(database.table("part")?.where("message_id", id) ?? [])];
  return [{ info: infoOf(row), parts: parts.map(partOf).sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)) }];
}

/** An answer is written once more when it ends: until then its parts change without it. */
function isSettled(row: Row, since: number): boolean {
  const updated = row["time_updated"];
  if (typeof updated !== "number" || updated >= since) return false;
  const data = textIn(row, "data");
  return !data.includes('"role":"assistant"') || data.includes('"completed":') || data.includes('"error":');
}

interface Place {
  readonly id: string;
  readonly time: number;
}

function placeOf(row: Row): Place {
  const time = row["time_created"];
  return { id: textIn(row, "id"), time: typeof time === "number" ? time : 0 };
}

function byTime(a: Place, b: Place): number {
  return a.time - b.time || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Version 2 keeps its messages in a table of its own: its records are counted as not read. */
function newer(row: Row): unknown {
  return { type: `session_message ${textIn(row, "type")}` };
}
