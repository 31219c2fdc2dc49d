import { sha256 } from "../digest.ts";
import { parseFrames } from "./frame.ts";
import type { JournalRecord, OpenRecord } from "./run.ts";
import { readRecord } from "./shapes.ts";

export interface SegmentBytes {
  readonly epoch: number;
  readonly bytes: Uint8Array;
}

export interface Journal {
  /** In their order; what a seal does not cover is not among them. */
  readonly records: readonly JournalRecord[];
  readonly opens: readonly OpenRecord[];
  /** null: every byte is as it was written. */
  readonly damage: string | null;
  /** Segments that grew after they were sealed: somebody who was taken for dead wrote on. */
  readonly grown: readonly { readonly epoch: number; readonly bytes: number }[];
  /** Epochs whose executor said that it ends. */
  readonly ended: ReadonlySet<number>;
  readonly torn: readonly { readonly epoch: number; readonly bytes: number }[];
}

/** Reads all segments of a run, oldest first. A later segment says where the one before it ended. */
export function readJournal(run: string, segments: readonly SegmentBytes[]): Journal {
  const ordered = segments.toSorted((a, b) => a.epoch - b.epoch);
  const records: JournalRecord[] = [];
  const opens: OpenRecord[] = [];
  const ended = new Set<number>();
  const grown: { epoch: number; bytes: number }[] = [];
  const torn: { epoch: number; bytes: number }[] = [];
  const seals = new Map(ordered.flatMap((segment) => sealIn(segment) ?? []).map((seal) => [seal.epoch, seal]));
  for (const [at, { epoch, bytes }] of ordered.entries()) {
    const damaged = (problem: string): Journal => ({
      records,
      opens,
      grown,
      torn,
      ended,
      damage: `segment ${epoch}: ${problem}`,
    });
    const seal = seals.get(epoch);
    if (seal === undefined && ordered.slice(at + 1).some(isBegun)) {
      const { values, damage, torn: cut } = parseFrames(bytes);
      if (values.length > 0 || damage !== null) {
        // Its executor had claimed the epoch, wrote nothing until another took over, and began then.
        grown.push({ epoch, bytes: bytes.length });
      } else if (cut > 0) torn.push({ epoch, bytes: cut });
      continue;
    }
    if (seal !== undefined) {
      if (bytes.length < seal.length) return damaged(`${seal.length - bytes.length} bytes are missing at its end`);
      if (sha256(bytes.subarray(0, seal.length)) !== seal.sha256) return damaged("it is not what was sealed");
      if (bytes.length > seal.length) grown.push({ epoch, bytes: bytes.length - seal.length });
    }
    const frames = parseFrames(seal === undefined ? bytes : bytes.subarray(0, seal.length));
    if (frames.damage !== null) return damaged(`byte ${frames.damage.offset}: ${frames.damage.problem}`);
    if (frames.torn > 0) torn.push({ epoch, bytes: frames.torn });
    for (const [index, value] of frames.values.entries()) {
      const read = readRecord(value);
      if (!read.ok) return damaged(`record ${index + 1}: ${read.problem}`);
      const record = read.value;
      if (record.seq !== index + 1) return damaged(`record ${index + 1} says that it is number ${record.seq}`);
      if ((record.type === "open") !== (index === 0)) return damaged(`record ${index + 1} is in the wrong place`);
      if (record.type === "open") {
        if (record.run !== run || record.epoch !== epoch) return damaged("it belongs to another run or epoch");
        opens.push(record);
      }
      if (record.type === "end") ended.add(epoch);
      records.push(record);
    }
  }
  return { records, opens, ended, grown, torn, damage: null };
}

/** Whether its first record is whole. One that was cut before it sealed nothing: the segment before is the newest still. */
export function isBegun({ bytes }: SegmentBytes): boolean {
  const feed = bytes.indexOf(10);
  return feed !== -1 && parseFrames(bytes.subarray(0, feed + 1)).values.length > 0;
}

/** What the first record of a segment says of the one before; the rest of it is judged later. */
function sealIn({ bytes }: SegmentBytes): OpenRecord["sealed"] {
  const feed = bytes.indexOf(10);
  const { values } = parseFrames(feed === -1 ? bytes : bytes.subarray(0, feed + 1));
  const first = readRecord(values[0]);
  return first.ok && first.value.type === "open" ? first.value.sealed : null;
}
