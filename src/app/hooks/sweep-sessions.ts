import { statSync } from "node:fs";
import { readHead } from "../../adapters/home/read-head.ts";
import { openHome } from "../../adapters/home/open-home.ts";
import { findHome, worktreeName } from "../../adapters/home/find-home.ts";
import { isAlive } from "../../adapters/process/process-identity.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../domain/errors.ts";
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
    /** It goes on after an end of which nobody told. */
    readonly resumed: boolean;
  },
): Promise<readonly string[]> {
  const found = findHome(context.cwd, context.env);
  const home = openHome({ path: found.home, isAlive });
  const here = worktreeName(found);
  const waiting = knownSessions(home.readHookEvents().lines)
    .slice(0, mostSessions)
    .filter(
      ({ client, sessionId, worktree }) =>
        worktree === here && (client !== present.client || sessionId !== present.sessionId || present.resumed),
    )
    .flatMap((session) => {
      const { client, sessionId } = session;
      const own = client === present.client && sessionId === present.sessionId;
      if (!isClientName(client) || (!own && isRunning(session))) return [];
      const named = [...session.transcripts, home.calls.transcript(client, sessionId)];
      const transcript = findTranscript(client, { sessionId, named }, context.env);
      return isDone({ home, session, transcript }) ? [] : [{ session, client, transcript }];
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
  readonly session: KnownSession;
  readonly client: ClientName;
  readonly transcript: string | null;
}

async function sweep(context: Context, { session, client, transcript }: Waiting): Promise<boolean> {
  try {
    const { sessionId, branch } = session;
    const options = { client, sessionId, transcript, branch, ended: true };
    if (branch === readHead(findHome(context.cwd, context.env)).branch) await refreshPacket(context, options);
    else await takeInSession(context, options);
    return true;
  } catch (error) {
    // One session that cannot be taken in must not keep the new one from starting.
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** One whose end was told is over, whatever became of its process. */
function isRunning({ ended, holder }: KnownSession): boolean {
  return !ended && holder !== null && isAlive(holder) === true;
}

/** It was taken in after its newest start, and its transcript is as long as it was then. */
function isDone({
  home,
  session,
  transcript,
}: {
  readonly home: ReturnType<typeof openHome>;
  readonly session: KnownSession;
  readonly transcript: string | null;
}): boolean {
  const state = home.sessionStates.read(session.client, session.sessionId);
  if (state === null) {
    const last = home.calls.read(session.client, session.sessionId).at(-1);
    return transcript === null && (last === undefined || last["phase"] === "closed");
  }
  const { closed } = state;
  if (closed === null || closed.at < session.startedAt) return false;
  const bytes = transcript === null ? 0 : (statSync(transcript, { throwIfNoEntry: false })?.size ?? 0);
  return bytes <= closed.bytes;
}
