import type { Slice, SliceQuery } from "../../../domain/view/view-model.ts";
import type { ViewSnapshot } from "../../../domain/view/view-snapshot.ts";
import { AskFailure, type PageSource } from "./page-source.ts";

/** Answers from what the file itself holds. */
export function fileSource(snapshot: ViewSnapshot): PageSource {
  return {
    overview: async () => snapshot.overview,
    chain: async ({ search, ...query }) => {
      if (search === "") return cut(snapshot.chain, query);
      const found = snapshot.chain.entries.filter(({ branch, topic, packetId, nextAction }) =>
        [branch, topic, packetId, nextAction].some((text) => text?.toLowerCase().includes(search.toLowerCase())),
      );
      return cut({ total: found.length, from: 0, entries: found }, query);
    },
    packet: async (id) => snapshot.packets[id] ?? missing(id),
    diff: async (a, b) => snapshot.diffs.find((diff) => diff.a === a && diff.b === b) ?? missing(`${a} … ${b}`),
    sessions: async (query) => cut(snapshot.sessions, query),
    timeline: async (id, query) => {
      const timeline = snapshot.timelines[id] ?? missing(id);
      return { ...timeline, marks: cut(timeline.marks, query) };
    },
    attempts: async () => snapshot.attempts,
    runs: async () => snapshot.runs,
    inbox: async () => snapshot.inbox,
    answer: null,
  };
}

/** The part of a slice that is asked for: the file may hold only the beginning or the end of the whole list. */
function cut<T>({ total, from, entries }: Slice<T>, query: SliceQuery): Slice<T> {
  const start = Math.max(query.from, from);
  const part = entries.slice(start - from, Math.max(query.from + query.limit - from, 0));
  return { total, from: start, entries: part };
}

function missing(what: string): never {
  throw new AskFailure(`${what}: not in this file`, null);
}
