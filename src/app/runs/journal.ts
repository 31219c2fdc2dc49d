import { encodeFrame } from "../../domain/runs/frame.ts";
import type { JournalRecord } from "../../domain/runs/run.ts";

type WithoutPlace<T> = T extends unknown ? Omit<T, "seq" | "at"> : never;
/** A record before it has its place and time. */
export type NewRecord = WithoutPlace<JournalRecord>;

export interface Journal {
  /** Durable when it returns. After a failure nothing more can be appended. */
  readonly append: (record: NewRecord) => JournalRecord;
  readonly close: () => void;
}

/** Numbers and dates the records of one segment, after those that were `written` already. */
export function createJournal(
  segment: { readonly append: (line: string) => void; readonly close: () => void },
  now: () => Date,
  written: number,
): Journal {
  let seq = written;
  return {
    append: (record) => {
      const placed: JournalRecord = { seq: seq + 1, at: now().toISOString(), ...record };
      segment.append(encodeFrame(placed));
      seq += 1;
      return placed;
    },
    close: segment.close,
  };
}
