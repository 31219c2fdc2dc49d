import type { SessionEvent } from "../../src/domain/session/session-event.ts";
import type { ClientFormat, RawLine, Saved } from "../../src/transcripts/client-format.ts";

/** Events of the records; with `between`, the reader is saved as JSON and opened anew after every record. */
export function tellRecords(format: ClientFormat, records: Iterable<unknown>, between = false): SessionEvent[] {
  const events: SessionEvent[] = [];
  const emit = (event: SessionEvent): void => void events.push(event);
  let reader = format.open(null);
  for (const record of records) {
    reader.read(record, emit);
    if (between) reader = format.open(JSON.parse(JSON.stringify(reader.save())) as Saved);
  }
  reader.end?.(emit);
  return events;
}

export function rawLine(text: string): RawLine {
  const bytes = Buffer.from(text).toString("latin1");
  return {
    length: bytes.length,
    has: (part, from = 0) => bytes.includes(part, from),
    find: (part, from = 0) => bytes.indexOf(part, from),
    slice: (from, to) => bytes.slice(from, to),
    later: () => () => JSON.parse(text) as unknown,
  };
}

/** Records of a file, read as a document where it is one, else line by line without those that the reader skips. */
export function recordsIn(format: ClientFormat, text: string): unknown[] {
  const document = parse(text);
  const records = document === undefined ? null : (format.recordsOf?.(document) ?? null);
  if (records !== null) return [...records];
  const reader = format.open(null);
  return text.split("\n").flatMap((line) => {
    const record = parse(line);
    return record === undefined || reader.skips?.(rawLine(line)) === true ? [] : [record];
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function only<K extends SessionEvent["kind"]>(
  events: readonly SessionEvent[],
  kind: K,
): Extract<SessionEvent, { kind: K }>[] {
  return events.filter((event): event is Extract<SessionEvent, { kind: K }> => event.kind === kind);
}

/** Values of every kind in the place of every value, one at a time, down to `depth`. */
export function* variants(value: unknown, depth: number): Iterable<unknown> {
  yield* [null, 7, "x", [], {}, [null], true];
  if (depth === 0 || typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const other of variants(inner, depth - 1)) {
      yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
    }
  }
}
