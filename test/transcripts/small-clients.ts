import type { SessionEvent } from "../../src/domain/session/session-event.ts";
import type { ClientFormat, RawLine, Saved } from "../../src/transcripts/client-format.ts";

/** Everything that is told of these records, read in one go. */
export function told(
  format: ClientFormat,
  records: readonly unknown[],
  asides: Readonly<Record<string, string>> = {},
): SessionEvent[] {
  const events: SessionEvent[] = [];
  const reader = format.open(null);
  for (const [name, text] of Object.entries(asides)) reader.readAside?.(name, text, (event) => events.push(event));
  for (const record of records) reader.read(record, (event) => events.push(event));
  reader.end?.((event) => events.push(event));
  return events;
}

/** The same records, read by two readers of which the second carries on where the first one stopped. */
export function toldInTwo(format: ClientFormat, records: readonly unknown[], cut: number): SessionEvent[] {
  const events: SessionEvent[] = [];
  const first = format.open(null);
  for (const record of records.slice(0, cut)) first.read(record, (event) => events.push(event));
  const second = format.open(JSON.parse(JSON.stringify(first.save())) as Saved);
  for (const record of records.slice(cut)) second.read(record, (event) => events.push(event));
  return events;
}

export function kinds<K extends SessionEvent["kind"]>(
  events: readonly SessionEvent[],
  ...wanted: K[]
): Extract<SessionEvent, { kind: K }>[] {
  return events.filter((event): event is Extract<SessionEvent, { kind: K }> =>
    (wanted as string[]).includes(event.kind),
  );
}

/** Outcome, code, source and output of each result, in short. */
export function endings(events: readonly SessionEvent[]): string[] {
  return kinds(events, "result").map(
    ({ callId, outcome, exitCode, codeSource, output }) =>
      `${callId}: ${outcome} ${exitCode} ${codeSource} ${JSON.stringify(output)}`,
  );
}

export function prompts(events: readonly SessionEvent[]): string[] {
  return kinds(events, "prompt").map(({ text }) => text);
}

/** A line as a reader of bytes shows it. */
export function rawLine(record: unknown): RawLine {
  const text = JSON.stringify(record);
  return {
    length: text.length,
    has: (part, from = 0) => text.includes(part, from),
    find: (part, from = 0) => text.indexOf(part, from),
    slice: (from, to) => text.slice(from, to),
    later: () => () => JSON.parse(text) as unknown,
  };
}

const odd: readonly unknown[] = [null, true, -1, Number.MAX_VALUE, "", "odd", [], [[null]], {}, { type: [] }];

/** Copies of the record, each with one part replaced by a value of another type. */
export function* spoiled(record: unknown): Generator<unknown> {
  yield* odd;
  if (typeof record !== "object" || record === null) return;
  for (const key of Object.keys(record)) {
    const part = (record as Record<string, unknown>)[key];
    for (const inner of spoiled(part)) {
      yield Array.isArray(record)
        ? (record as unknown[]).map((value, place) => (String(place) === key ? inner : value))
        : { ...record, [key]: inner };
    }
  }
}
