import * as v from "valibot";
import { chainStart, checkEvents, type StoredEvent } from "../../../domain/team/event-chain.ts";
import { eventBodyShape } from "../../../domain/team/shapes.ts";
import type { TeamStore } from "../../../domain/team/team-store.ts";
import type { Database } from "./database.ts";

interface Row extends Omit<StoredEvent, "seq"> {
  readonly seq: string;
}

const atOnce = 5000;

export function createEvents(database: Database, repository: string): TeamStore["events"] {
  const read = async (after: number, limit: number): Promise<readonly StoredEvent[]> => {
    const sql = "select * from passdown.read_events($1, $2, $3)";
    const rows = await database.call<Row>(sql, [repository, after, limit]);
    return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
  };
  return {
    read: async ({ after, limit }) =>
      (await read(after, limit)).map(({ body, ...event }) => ({
        ...v.parse(eventBodyShape, JSON.parse(body)),
        ...event,
      })),
    verify: async () => {
      // Asked first: what is added meanwhile is beyond it, and what was there then must be there still.
      const [end] = await database.call<{ seq: string; sha256: string | null }>("select * from passdown.read_end($1)", [
        repository,
      ]);
      let last = chainStart;
      for (;;) {
        const events = await read(last.seq, atOnce);
        const checked = checkEvents(last, events);
        if ("broken" in checked) return checked.broken;
        last = checked.end;
        const newest = Number(end?.seq ?? 0);
        const atEnd = events.find(({ seq }) => seq === newest);
        if (atEnd !== undefined && atEnd.sha256 !== end?.sha256) {
          return { seq: newest, detail: "it is not the event that the repository ends with" };
        }
        if (events.length > 0) continue;
        return last.seq < newest ? { seq: last.seq + 1, detail: "the newest events are missing" } : null;
      }
    },
  };
}
