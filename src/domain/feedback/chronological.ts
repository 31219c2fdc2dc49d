import type { FeedbackRecord } from "../workbench.ts";
import { isUsualTime, timeText } from "./iso-time.ts";

/** Commands that begin together may be told the other way round, by so many milliseconds at most. */
const together = 10_000;

/**
 * Several logs as one list in time. Commands that were recorded as they began keep the order of their log, whatever the
 * clocks said: a record that tells an earlier time than one before it was written under a clock that had been set back.
 * What a client told afterwards stands in the log where it was taken in, which says nothing of when it ran: the
 * records of one such session keep their order among themselves alone.
 */
export function chronological(logs: readonly (readonly FeedbackRecord[])[]): readonly FeedbackRecord[] {
  const records: FeedbackRecord[] = [];
  const times: string[] = [];
  let inOrder = true;
  for (const log of logs) {
    const clocks = new Map<string, Clock>();
    for (const record of log) {
      const { kind } = record.source;
      // The product's own lines stand in the order in which they happened, whatever the clock said.
      const tolerance = kind === "home" ? 0 : together;
      const teller = kind === "home" ? "" : `${kind} ${record.sessionId ?? ""}`;
      let clock = clocks.get(teller);
      if (clock === undefined) {
        clock = { newest: "", earliest: null };
        clocks.set(teller, clock);
      }
      const at = timeAfter(clock, record.startedAt, tolerance);
      if (at > clock.newest) {
        clock.newest = at;
        clock.earliest = isUsualTime(at) ? timeText(Date.parse(at) - tolerance) : null;
      }
      if (times.length > 0 && at < (times.at(-1) ?? "")) inOrder = false;
      records.push(record);
      times.push(at);
    }
  }
  if (inOrder) return records;
  return records
    .map((record, position) => ({ record, at: times[position] ?? "" }))
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ record }) => record);
}

/** The newest time that one teller told, and how far back the next may lie to be believed, where texts can tell. */
interface Clock {
  newest: string;
  earliest: string | null;
}

function timeAfter({ newest, earliest }: Clock, startedAt: string | null, tolerance: number): string {
  if (startedAt === null) return newest;
  if (startedAt >= newest) return startedAt;
  if (earliest !== null && isUsualTime(startedAt)) return startedAt >= earliest ? startedAt : newest;
  return Date.parse(newest) - Date.parse(startedAt) <= tolerance ? startedAt : newest;
}
