import type { FeedbackRecord } from "../workbench.ts";

/** Commands that begin together may be told the other way round, by so many milliseconds at most. */
const together = 10_000;

/**
 * Several logs as one list in time. Commands that were recorded as they began keep the order of their log, whatever the
 * clocks said: a record that tells an earlier time than one before it was written under a clock that had been set back.
 * What a client told afterwards stands in the log where it was taken in, which says nothing of when it ran: the
 * records of one such session keep their order among themselves alone.
 */
export function chronological(logs: readonly (readonly FeedbackRecord[])[]): readonly FeedbackRecord[] {
  return logs
    .flatMap((records) => {
      const newest = new Map<string, string>();
      return records.map((record) => {
        const recorded = record.source.kind === "home";
        const teller = recorded ? "" : `${record.source.kind} ${record.sessionId ?? ""}`;
        const before = newest.get(teller) ?? "";
        const at = timeAfter(before, record.startedAt, recorded ? 0 : together);
        if (at > before) newest.set(teller, at);
        return { record, at };
      });
    })
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ record }) => record);
}

function timeAfter(newest: string, startedAt: string | null, tolerance: number): string {
  if (startedAt === null) return newest;
  if (startedAt >= newest || Date.parse(newest) - Date.parse(startedAt) <= tolerance) return startedAt;
  return newest;
}
