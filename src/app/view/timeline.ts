import { readCommitsBetween } from "../../adapters/git/commits-between.ts";
import { isAlive } from "../../adapters/process/process-identity.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../domain/errors.ts";
import { mapStrings } from "../../domain/generate/map-strings.ts";
import { knownSessions, type KnownSession } from "../../domain/hooks/known-sessions.ts";
import { rememberedTranscript } from "../../domain/hooks/remembered-transcript.ts";
import type { Session } from "../../domain/home.ts";
import { shortId } from "../../domain/pickup/words.ts";
import { isClientName } from "../../domain/session/client-name.ts";
import { cutMark } from "../../domain/view/cut-mark.ts";
import { marksFromHome } from "../../domain/view/home-marks.ts";
import { markText } from "../../domain/view/mark-text.ts";
import { findFailures, orderMarks } from "../../domain/view/order-marks.ts";
import { sliceOf } from "../../domain/view/slice.ts";
import type { SessionEntry, SliceQuery, Timeline, TimelineMark } from "../../domain/view/view-model.ts";
import type { FeedbackRecord } from "../../domain/workbench.ts";
import { findTranscript } from "../hooks/find-transcript.ts";
import { readFeedback } from "../read-feedback.ts";
import { openWorkspace, type Workspace } from "../workspace.ts";
import { readTranscriptMarks, type ToldMarks } from "./read-transcript-marks.ts";
import { entryOf, readAllSessions } from "./sessions.ts";

/** What happened in a session, in the order of time: told by its transcript, else by what the home kept of it. */
export async function readTimeline(context: Context, sessionId: string, query: SliceQuery): Promise<Timeline> {
  const workspace = await openWorkspace(context, { tree: false });
  const { home, redactor } = workspace;
  const session = readAllSessions(workspace).find(({ id }) => id === sessionId);
  if (session === undefined) throw unknownSession(sessionId);
  const { records, placeholders } = readFeedback(home);
  redactor.recall(placeholders);
  const own = records.filter((record) => record.sessionId === sessionId);
  const hooked = knownSessions(home.readHookEvents().lines).find((one) => one.sessionId === sessionId);
  const { facts, lists, context: curve, source } = await readMarks(workspace, { session, hooked, own });
  const entry = entryOf(session, facts, newestOf(own));
  const commits = await readCommitMarks(workspace, entry);
  const alive = hooked?.holder != null && isAlive(hooked.holder) !== false;
  const cut = facts === null ? null : cutMark(facts, { told: hooked?.ended === true, alive });
  // Last in the list: of all that has the same time, nothing comes behind it.
  const marks = orderMarks([...lists, commits, ...(cut === null ? [] : [[cut]])]);
  const redact = (text: string): string => redactor.redact(text);
  const { entries, ...slice } = sliceOf(marks, query);
  return {
    session: mapStrings(entry, redact),
    source,
    marks: { ...slice, entries: mapStrings(entries, redact) },
    failures: findFailures(marks),
    context: curve,
  };
}

interface SessionSources {
  readonly session: Session;
  readonly hooked: KnownSession | undefined;
  /** Records of this session alone. */
  readonly own: readonly FeedbackRecord[];
}

type Marks = Omit<ToldMarks, "facts"> & Pick<Timeline, "source"> & { readonly facts: ToldMarks["facts"] | null };

async function readMarks(workspace: Workspace, { session, hooked, own }: SessionSources): Promise<Marks> {
  const { home, context } = workspace;
  const { client, id: sessionId } = session;
  if (client === null || !isClientName(client))
    return { facts: null, lists: marksFromHome(null, own), context: [], source: "home" };
  const state = home.sessionStates.read(client, sessionId);
  const remembered = rememberedTranscript(home.calls.read(client, sessionId));
  const named = [...(hooked?.transcripts ?? []), remembered, state?.transcript ?? null];
  const path = findTranscript(client, { sessionId, named }, context.env);
  const told = path === null ? null : await readTranscriptMarks(workspace, { client, sessionId, path });
  if (told !== null) return { ...told, source: "transcript" };
  const facts = state?.facts ?? null;
  return { facts, lists: marksFromHome(facts, own), context: [], source: "home" };
}

async function readCommitMarks(
  { scene, context, redactor }: Workspace,
  entry: SessionEntry,
): Promise<readonly TimelineMark[]> {
  const { startedAt: from, lastAt: to, branch } = entry;
  if (from === null || to === null) return [];
  const commits = await readCommitsBetween(scene, context.env, { from, to, branch });
  return commits.map(({ id, at, subject }) => ({
    lane: "commit",
    at,
    text: markText(`${shortId(id)} ${redactor.redact(subject)}`),
    outcome: null,
    exitCode: null,
    error: null,
  }));
}

function newestOf(records: readonly FeedbackRecord[]): string | null {
  return records.reduce<string | null>(
    (newest, { startedAt }) => (startedAt !== null && (newest === null || startedAt > newest) ? startedAt : newest),
    null,
  );
}

function unknownSession(sessionId: string): AppError {
  return new AppError({
    kind: "input",
    code: "session_unknown",
    message: `no session ${JSON.stringify(sessionId.slice(0, 80))} left evidence in this home`,
    hint: "see the list of sessions; one that was never taken in is read with `passdown import`",
  });
}
