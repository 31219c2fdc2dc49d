import { statSync } from "node:fs";
import type { CallLines } from "../../adapters/home/call-logs.ts";
import { readHead } from "../../adapters/home/read-head.ts";
import { openHome, type Home } from "../../adapters/home/open-home.ts";
import { findHome, worktreeName } from "../../adapters/home/find-home.ts";
import { pathOnDisk } from "../../adapters/transcripts/database-path.ts";
import { isAlive } from "../../adapters/process/process-identity.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../domain/errors.ts";
import { readHookEvents } from "../../domain/hooks/hook-log.ts";
import { knownSessions, type KnownSession } from "../../domain/hooks/known-sessions.ts";
import { rememberedTranscript } from "../../domain/hooks/remembered-transcript.ts";
import { isClientName, type ClientName } from "../../domain/session/client-name.ts";
import { findTranscript } from "./find-transcript.ts";
import { refreshPacket, takeInSession } from "./refresh-packet.ts";

/** Sessions looked at, the newest first; whatever lies further back was looked at by the starts in between. */
const mostSessions = 20;
const mostSwept = 3;

/**
 * Makes the packet of sessions that ended without a word: killed, or their client tells no end. Oldest first, so that
 * the newest has the last one. A session whose process lives is left alone.
 */
export async function sweepSessions(
  context: Context,
  present: {
    readonly client: string;
    readonly sessionId: string;
    /** startup, resume, …, as the client calls it; pi calls every start the same. */
    readonly source: string | null;
  },
): Promise<void> {
  const found = findHome(context.cwd, context.env);
  const home = openHome({ path: found.home, isAlive });
  const worktree = worktreeName(found);
  const here = readHead(found).branch;
  const { lines } = home.readHookEvents();
  const starts = readHookEvents(lines).filter(
    ({ event, client, sessionId }) =>
      event === "session_start" && client === present.client && sessionId === present.sessionId,
  );
  // It goes on after an end of which nobody may have told. A compaction is no end.
  const resumed = starts.length > 1 && present.source !== "compact";
  const waiting = knownSessions(lines)
    .filter((session) => session.worktree === worktree)
    .slice(0, mostSessions)
    .filter(({ client, sessionId }) => client !== present.client || sessionId !== present.sessionId || resumed)
    .flatMap((session) => {
      const { client, sessionId } = session;
      const own = client === present.client && sessionId === present.sessionId;
      if (!isClientName(client)) return [];
      const calls = home.calls.read(client, sessionId);
      const named = [...session.transcripts, rememberedTranscript(calls)];
      const transcript = findTranscript(client, { sessionId, named }, context.env);
      if (isDone({ session, transcript, here }, calls)) return [];
      if (!own && isRunning(session, lastSignOf({ session, transcript }, calls), context.now())) return [];
      return [{ session, client, transcript, here }];
    })
    .slice(0, mostSwept)
    .reverse();
  for (const one of waiting) await sweep(context, home, one);
}

interface Looked {
  readonly session: KnownSession;
  readonly transcript: string | null;
  /** Branch that is checked out. */
  readonly here: string | null;
}

interface Waiting extends Looked {
  readonly client: ClientName;
}

async function sweep(context: Context, home: Home, one: Waiting): Promise<void> {
  const { session, client, transcript, here } = one;
  const { sessionId, branch } = session;
  try {
    const options = { client, sessionId, transcript, branch, ended: true };
    if (branch === here) await refreshPacket(context, options);
    else await takeInSession(context, options);
  } catch (error) {
    // One session that cannot be taken in must keep neither the new one nor the others from being served.
    context.stderr.write(`passdown: session ${sessionId} of ${client} was not taken in: ${messageOf(error)}\n`);
  } finally {
    closeSession(home, one, context.now());
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Looked at once, whatever came of it: it is looked at again only when its transcript grows or it starts again. */
function closeSession(home: Home, { session, transcript, here }: Looked, now: Date): void {
  const { client, sessionId } = session;
  const bytes = transcript === null ? 0 : bytesOf(transcript);
  try {
    home.calls.append(client, sessionId, { phase: "closed", at: now.toISOString(), bytes, branch: here });
  } catch (error) {
    // A home that cannot be written keeps nothing anyway.
    if (!(error instanceof AppError)) throw error;
  }
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
function lastSignOf({ session, transcript }: Omit<Looked, "here">, lines: CallLines): number {
  const written = transcript === null ? 0 : (statSync(pathOnDisk(transcript), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const last = lines.at(-1)?.["at"];
  const called = typeof last === "string" ? Date.parse(last) : 0;
  return Math.max(written, Number.isNaN(called) ? 0 : called, Date.parse(session.startedAt) || 0);
}

/** It was looked at after its newest start, and its transcript is as long as it was then. */
function isDone({ session, transcript, here }: Looked, lines: CallLines): boolean {
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
