import { statSync } from "node:fs";
import { readHead } from "../../adapters/home/read-head.ts";
import { openHome, type Home } from "../../adapters/home/open-home.ts";
import { findHome, worktreeName } from "../../adapters/home/find-home.ts";
import { pathOnDisk } from "../../adapters/transcripts/database-path.ts";
import { isAlive } from "../../adapters/process/process-identity.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../domain/errors.ts";
import { readHookEvents } from "../../domain/hooks/hook-log.ts";
import { knownSessions, type KnownSession } from "../../domain/hooks/known-sessions.ts";
import { isClientName, type ClientName } from "../../domain/session/client-name.ts";
import { findTranscript } from "./find-transcript.ts";
import { refreshPacket, takeInSession } from "./refresh-packet.ts";

/** Sessions looked at, the newest first; whatever lies further back was looked at by the starts in between. */
const mostSessions = 20;
const mostSwept = 3;

/**
 * Makes the packet of sessions that ended without a word: killed, or their client tells no end. Oldest first, so that
 * the newest has the last one. A session whose process lives is left alone. Returns the ids of those that were swept.
 */
export async function sweepSessions(
  context: Context,
  present: {
    readonly client: string;
    readonly sessionId: string;
    /** startup, resume, …, as the client calls it; pi calls every start the same. */
    readonly source: string | null;
  },
): Promise<readonly string[]> {
  const found = findHome(context.cwd, context.env);
  const home = openHome({ path: found.home, isAlive });
  const here = worktreeName(found);
  const head = readHead(found).branch;
  const { lines } = home.readHookEvents();
  const starts = readHookEvents(lines).filter(
    ({ event, client, sessionId }) =>
      event === "session_start" && client === present.client && sessionId === present.sessionId,
  );
  // It goes on after an end of which nobody may have told. A compaction is no end.
  const resumed = starts.length > 1 && present.source !== "compact";
  const waiting = knownSessions(lines)
    .filter(({ worktree }) => worktree === here)
    .slice(0, mostSessions)
    .filter(({ client, sessionId }) => client !== present.client || sessionId !== present.sessionId || resumed)
    .flatMap((session) => {
      const { client, sessionId } = session;
      const own = client === present.client && sessionId === present.sessionId;
      if (!isClientName(client)) return [];
      const named = [...session.transcripts, home.calls.transcript(client, sessionId)];
      const transcript = findTranscript(client, { sessionId, named }, context.env);
      if (isDone({ home, session, transcript, here: head })) return [];
      if (!own && isRunning(session, lastSignOf(home, session, transcript), context.now())) return [];
      return [{ home, session, client, transcript }];
    })
    .slice(0, mostSwept)
    .reverse();
  const swept: string[] = [];
  for (const one of waiting) {
    if (await sweep(context, one)) swept.push(one.session.sessionId);
  }
  return swept;
}

interface Waiting {
  readonly home: Home;
  readonly session: KnownSession;
  readonly client: ClientName;
  readonly transcript: string | null;
}

async function sweep(context: Context, { home, session, client, transcript }: Waiting): Promise<boolean> {
  const { sessionId, branch } = session;
  const here = readHead(findHome(context.cwd, context.env)).branch;
  try {
    const options = { client, sessionId, transcript, branch, ended: true };
    if (branch === here) await refreshPacket(context, options);
    else await takeInSession(context, options);
    return true;
  } catch (error) {
    // One session that cannot be taken in must keep neither the new one nor the others from being served.
    context.stderr.write(`passdown: session ${sessionId} of ${client} was not taken in: ${messageOf(error)}\n`);
    return false;
  } finally {
    closeSession({ home, session, transcript, now: context.now(), here });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Looked at once, whatever came of it: it is looked at again only when its transcript grows or it starts again. */
function closeSession({ home, session, transcript, now, here }: Closing): void {
  const { client, sessionId } = session;
  const bytes = transcript === null ? 0 : bytesOf(transcript);
  try {
    home.calls.append(client, sessionId, { phase: "closed", at: now.toISOString(), bytes, branch: here });
  } catch (error) {
    // A home that cannot be written keeps nothing anyway.
    if (!(error instanceof AppError)) throw error;
  }
}

interface Closing {
  readonly home: Home;
  readonly session: KnownSession;
  readonly transcript: string | null;
  readonly now: Date;
  /** Branch that is checked out. */
  readonly here: string | null;
}

/** After so long a silence a session whose process cannot be seen counts as over. */
const silence = 15 * 60_000;

/**
 * One whose end was told is over, whatever became of its process. Where the system does not tell of processes, or they
 * are another host's, only silence does.
 */
function isRunning(session: KnownSession, lastSign: number, now: Date): boolean {
  if (session.ended) return false;
  const alive = session.holder === null ? "unknown" : isAlive(session.holder);
  return alive === "unknown" ? now.getTime() - lastSign < silence : alive;
}

/** When something of the session was written last, in milliseconds. */
function lastSignOf(home: Home, session: KnownSession, transcript: string | null): number {
  const written = transcript === null ? 0 : (statSync(pathOnDisk(transcript), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const calls = home.calls.read(session.client, session.sessionId).at(-1)?.["at"];
  const called = typeof calls === "string" ? Date.parse(calls) : 0;
  return Math.max(written, Number.isNaN(called) ? 0 : called, Date.parse(session.startedAt) || 0);
}

/** It was looked at after its newest start, and its transcript is as long as it was then. */
function isDone({ home, session, transcript, here }: Omit<Closing, "now">): boolean {
  const lines = home.calls.read(session.client, session.sessionId);
  const closed = lines.findLast(({ phase }) => phase === "closed");
  if (closed === undefined) return transcript === null && lines.length === 0;
  const { at, bytes, branch } = closed;
  // Taken in elsewhere; its packet is made where its branch is checked out.
  if (session.branch === here && branch !== here) return false;
  if (typeof at !== "string" || at < session.startedAt) return false;
  const since = lines.slice(lines.lastIndexOf(closed) + 1);
  if (since.some(({ phase }) => phase === "start" || phase === "end")) return false;
  return transcript === null || bytesOf(transcript) <= (typeof bytes === "number" ? bytes : 0);
}

/** Of a database that holds the session among others: only its own start says that it goes on. */
function bytesOf(transcript: string): number {
  if (pathOnDisk(transcript) !== transcript) return 0;
  return statSync(transcript, { throwIfNoEntry: false })?.size ?? 0;
}
