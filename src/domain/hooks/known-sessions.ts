import { readHookEvents } from "./hook-log.ts";
import type { ProcessIdentity } from "../home.ts";

/** A session that a client's hook told of, with the newest of what it told. */
export interface KnownSession {
  readonly client: string;
  readonly sessionId: string;
  /** As the client named them, the newest first: some name a file at a resume that they never write. */
  readonly transcripts: readonly string[];
  readonly branch: string | null;
  /** Name of a linked worktree; null in the main one. */
  readonly worktree: string | null;
  /** Process of the client; null where the system did not tell. */
  readonly holder: ProcessIdentity | null;
  readonly startedAt: string;
  readonly ended: boolean;
}

/** Sessions of the raw lines of `hook-events.jsonl`, those that began last first. */
export function knownSessions(lines: readonly { readonly text: string }[]): readonly KnownSession[] {
  const sessions = new Map<string, KnownSession>();
  for (const { event, client, sessionId, transcript, worktree, branch, holder, at } of readHookEvents(lines)) {
    if (client === null) continue;
    const key = JSON.stringify([client, sessionId]);
    const before = sessions.get(key);
    if (event === "session_end") {
      if (before !== undefined) sessions.set(key, { ...before, ended: true });
      continue;
    }
    const named = transcript === null ? [] : [transcript];
    const transcripts = [...new Set([...named, ...(before?.transcripts ?? [])])];
    sessions.delete(key);
    sessions.set(key, { client, sessionId, transcripts, branch, worktree, holder, startedAt: at, ended: false });
  }
  return [...sessions.values()].reverse();
}
