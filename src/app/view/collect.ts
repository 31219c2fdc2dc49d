import { AppError } from "../../domain/errors.ts";
import { diffPackets } from "../../domain/fact-diff.ts";
import { longestSlice } from "../../domain/view/slice.ts";
import type { PacketDiff, PacketView, Slice, SliceQuery, Timeline } from "../../domain/view/view-model.ts";
import type { LeftOut, SnapshotLimits, ViewSnapshot } from "../../domain/view/view-snapshot.ts";
import type { ViewService } from "./open-view.ts";

export const snapshotLimits: SnapshotLimits = { packets: 200, sessions: 50, marks: 500 };
/** Of groups of attempts, runs and questions. */
const mostOthers = 500;

/** Everything that the self-contained page shows, bounded; what it leaves out is counted. */
export async function collectSnapshot(
  service: ViewService,
  limits: SnapshotLimits = snapshotLimits,
): Promise<ViewSnapshot> {
  const overview = await service.overview();
  const chain = await takePages(limits.packets, (query) => service.chain({ ...query, search: "" }));
  const packets = await service.packets(chain.entries.map(({ packetId }) => packetId));
  const diffs = diffNeighbours(packets, chain.entries);
  const sessions = await takePages(limits.sessions, service.sessions);
  const timelines: Record<string, Timeline> = {};
  for (const { sessionId } of sessions.entries) {
    const timeline = await newestMarks(service, sessionId, limits.marks);
    if (timeline !== null) timelines[sessionId] = timeline;
  }
  const [attempts, runs, inbox] = await Promise.all([service.attempts(), service.runs(), service.inbox()]);
  const told = Object.values(timelines);
  const leftOut: readonly LeftOut[] = [
    { what: "packets", count: chain.total - chain.entries.length, why: "limit" },
    { what: "packets", count: chain.entries.length - Object.keys(packets).length, why: "unreadable" },
    {
      what: "diffs",
      count: chain.entries.filter(({ supersedes }) => supersedes !== null).length - diffs.length,
      why: "limit",
    },
    { what: "sessions", count: sessions.total - sessions.entries.length, why: "limit" },
    { what: "timelines", count: sessions.entries.length - told.length, why: "unreadable" },
    {
      what: "marks",
      count: told.reduce((sum, { marks }) => sum + marks.total - marks.entries.length, 0),
      why: "limit",
    },
    { what: "attempts", count: attempts.length - mostOthers, why: "limit" },
    { what: "runs", count: runs.length - mostOthers, why: "limit" },
    { what: "questions", count: inbox.questions.length - mostOthers, why: "limit" },
  ];
  return {
    version: 1,
    overview,
    chain,
    packets,
    diffs,
    sessions,
    timelines,
    attempts: attempts.slice(0, mostOthers),
    runs: runs.slice(0, mostOthers),
    inbox: { ...inbox, questions: inbox.questions.slice(0, mostOthers) },
    leftOut: leftOut.filter(({ count }) => count > 0),
  };
}

/** The first so many of a list that comes in slices. */
async function takePages<T>(most: number, read: (query: SliceQuery) => Promise<Slice<T>>): Promise<Slice<T>> {
  const entries: T[] = [];
  let total = 0;
  for (;;) {
    const limit = Math.min(longestSlice, most - entries.length);
    const slice = await read({ from: entries.length, limit });
    total = slice.total;
    entries.push(...slice.entries);
    if (entries.length >= most || slice.entries.length < limit || slice.entries.length === 0)
      return { total: Math.max(total, entries.length), from: 0, entries };
  }
}

/** Each packet against the one that it superseded. */
function diffNeighbours(
  packets: Readonly<Record<string, PacketView>>,
  entries: readonly { readonly packetId: string; readonly supersedes: string | null }[],
): readonly PacketDiff[] {
  return entries.flatMap(({ packetId, supersedes }) => {
    const before = supersedes === null ? undefined : packets[supersedes];
    const after = packets[packetId];
    return before === undefined || after === undefined ? [] : [diffPackets(before.packet, after.packet)];
  });
}

/** null for a session that is told of and cannot be read. */
async function newestMarks(service: ViewService, sessionId: string, most: number): Promise<Timeline | null> {
  const limit = Math.min(longestSlice, most);
  try {
    const first = await service.timeline(sessionId, { from: 0, limit });
    const { total } = first.marks;
    return total <= limit ? first : await service.timeline(sessionId, { from: total - limit, limit });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
