import type { Session } from "../../domain/home.ts";
import { mapStrings } from "../../domain/generate/map-strings.ts";
import type { SessionFacts } from "../../domain/session/session-facts.ts";
import { listSessions } from "../../domain/view/list-sessions.ts";
import { sliceOf } from "../../domain/view/slice.ts";
import type { SessionEntry, Slice, SliceQuery } from "../../domain/view/view-model.ts";
import type { FeedbackRecord } from "../../domain/workbench.ts";
import { readFeedback } from "../read-feedback.ts";
import type { HomeView } from "./home-view.ts";

/** Sessions that left evidence, newest first. Of those of clients, what their transcripts told is read for the slice alone. */
export function readSessions(view: HomeView, query: SliceQuery): Slice<SessionEntry> {
  const { home, redactor } = view;
  const slice = sliceOf(readAllSessions(view), query);
  const read = slice.entries.map((session) => ({ session, facts: factsOf(view, session) }));
  const silent = new Set(read.filter(({ facts }) => facts === null).map(({ session }) => session.id));
  const last = silent.size === 0 ? new Map<string, string>() : newestOf(readFeedback(home).records, silent);
  const entries = read.map(({ session, facts }) => entryOf(session, facts, last.get(session.id) ?? null));
  return { ...slice, entries: mapStrings(entries, (text) => redactor.redact(text)) };
}

export function readAllSessions({ home }: HomeView): readonly Session[] {
  return listSessions(home.readHookEvents().lines, home.sessions.read().records);
}

function factsOf({ home }: HomeView, { client, id }: Session): SessionFacts | null {
  return client === null ? null : (home.sessionStates.read(client, id)?.facts ?? null);
}

export function entryOf(session: Session, facts: SessionFacts | null, lastAt: string | null): SessionEntry {
  return {
    sessionId: session.id,
    client: session.client,
    branch: session.branch,
    topic: session.topic,
    startedAt: facts?.startedAt ?? session.startedAt,
    lastAt: facts?.lastAt ?? lastAt,
    counts: facts === null ? null : countsOf(facts),
  };
}

function countsOf({ counts }: SessionFacts): NonNullable<SessionEntry["counts"]> {
  const { commands, failed, edits, prompts, compactions } = counts;
  return { commands, failed, edits, prompts, compactions };
}

/** Beginning of the newest command of each of these sessions. */
function newestOf(records: readonly FeedbackRecord[], sessions: ReadonlySet<string>): Map<string, string> {
  const newest = new Map<string, string>();
  for (const { sessionId, startedAt } of records) {
    if (sessionId === null || startedAt === null || !sessions.has(sessionId)) continue;
    if (startedAt > (newest.get(sessionId) ?? "")) newest.set(sessionId, startedAt);
  }
  return newest;
}
