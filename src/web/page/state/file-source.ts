import { diffPackets } from "../../../domain/fact-diff.ts";
import type { PacketDiff, Slice, SliceQuery, Timeline } from "../../../domain/view/view-model.ts";
import type { ViewSnapshot } from "../../../domain/view/view-snapshot.ts";
import { AskFailure, type PageSource } from "./page-source.ts";

/** Answers from what the file itself holds: each list is as long as what is here of it; the rest is counted elsewhere. */
export function fileSource(snapshot: ViewSnapshot): PageSource {
  return {
    overview: async () => snapshot.overview,
    chain: async ({ search, ...query }) => {
      const wanted = search.toLowerCase();
      const found = snapshot.chain.entries.filter(({ branch, topic, packetId, nextAction }) =>
        [branch, topic, packetId, nextAction].some((text) => text?.toLowerCase().includes(wanted)),
      );
      return cut(found, query);
    },
    packet: async (id) => snapshot.packets[id] ?? missing(id),
    diff: async (a, b) => snapshot.diffs.find((diff) => diff.a === a && diff.b === b) ?? compare(snapshot, a, b),
    sessions: async (query) => cut(snapshot.sessions.entries, query),
    timeline: async (id, query) => {
      const timeline = snapshot.timelines[id] ?? missing(id);
      return { ...fromItsBeginning(timeline), marks: cut(timeline.marks.entries, query) };
    },
    attempts: async () => snapshot.attempts,
    runs: async () => snapshot.runs,
    inbox: async () => snapshot.inbox,
    answer: null,
  };
}

function cut<T>(entries: readonly T[], { from, limit }: SliceQuery): Slice<T> {
  return { total: entries.length, from, entries: entries.slice(from, from + limit) };
}

/** The file may hold the newest marks alone: then what is here begins with the first of them. */
function fromItsBeginning({ failures, ...timeline }: Timeline): Timeline {
  const { from } = timeline.marks;
  return { ...timeline, failures: failures.filter((at) => at >= from).map((at) => at - from) };
}

function compare({ packets }: ViewSnapshot, a: string, b: string): PacketDiff {
  return diffPackets((packets[a] ?? missing(a)).packet, (packets[b] ?? missing(b)).packet);
}

function missing(what: string): never {
  throw new AskFailure(`${what}: not in this file`, null);
}
