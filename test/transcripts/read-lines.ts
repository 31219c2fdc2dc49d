import { LineView } from "../../src/adapters/transcripts/split-lines.ts";
import { type SessionEvent, settle } from "../../src/domain/session/session-event.ts";
import type { ClientFormat, RawLine, RecordReader, Saved } from "../../src/transcripts/client-format.ts";

/** A line as the product's splitter hands it over. */
export function rawLine(bytes: Buffer): RawLine {
  return new LineView().see(bytes);
}

export interface Reading {
  readonly events: readonly SessionEvent[];
  readonly skipped: number;
  readonly bad: number;
}

export interface HowToRead {
  /** Lines that the reader does not want are left out. */
  readonly skip?: boolean;
  /** After this many lines the reader is saved, thrown away and opened again. */
  readonly reopenEvery?: number;
}

/** Every line of a file, parsed one by one. */
export function readLines(format: ClientFormat, file: Buffer, how: HowToRead = {}): Reading {
  const events: SessionEvent[] = [];
  const late: SessionEvent[] = [];
  const emit = (event: SessionEvent): void => void late.push(event);
  let reader: RecordReader = format.open(null);
  let [skipped, bad, count] = [0, 0, 0];
  for (const bytes of linesOf(file)) {
    count++;
    if (how.reopenEvery !== undefined && count % how.reopenEvery === 0) {
      reader = format.open(JSON.parse(JSON.stringify(reader.save())) as Saved);
    }
    if (how.skip === true && reader.skips?.(rawLine(bytes)) === true) {
      skipped++;
      continue;
    }
    let record: unknown;
    try {
      record = JSON.parse(bytes.toString("utf8"));
    } catch {
      bad++;
      continue;
    }
    reader.read(record, emit);
  }
  reader.end?.(emit);
  // Outputs are made when everything is read, as those who take them do.
  events.push(...late.map(settle));
  return { events, skipped, bad };
}

function* linesOf(file: Buffer): Generator<Buffer> {
  for (let from = 0; from < file.length;) {
    const found = file.indexOf(10, from);
    const to = found < 0 ? file.length : found;
    if (to > from) yield file.subarray(from, to);
    from = to + 1;
  }
}

/** Events of records, as a client would have written them. */
export function eventsOf(format: ClientFormat, records: readonly unknown[]): readonly SessionEvent[] {
  const file = Buffer.from(records.map((record) => JSON.stringify(record)).join("\n"));
  return readLines(format, file).events;
}

/** The same, with the end of the file reached, and the reader saved and opened again, behind every record. */
export function eventsOfGrowing(format: ClientFormat, records: readonly unknown[]): readonly SessionEvent[] {
  const events: SessionEvent[] = [];
  const emit = (event: SessionEvent): void => void events.push(settle(event));
  let saved: Saved | null = null;
  for (const record of records) {
    const reader = format.open(saved);
    reader.read(record, emit);
    reader.end?.(emit);
    saved = JSON.parse(JSON.stringify(reader.save())) as Saved;
  }
  return events;
}
