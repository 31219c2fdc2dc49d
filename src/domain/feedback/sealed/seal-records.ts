import type { ProcessIdentity } from "../../home.ts";
import type { FeedbackRecord, TestResult } from "../../workbench.ts";
import { commandPlace, failureKey } from "../failure-key.ts";
import { isFailure, judgeRecord } from "../judge-record.ts";
import type { DecodedFeedback, NumberedLine } from "../log-lines.ts";
import { createColumns } from "./columns.ts";

/** What many records have in common: everything that a rule asks of all of them, but for what is each one's own. */
export interface RecordKind {
  readonly command: FeedbackRecord["command"];
  readonly cwd: string | null;
  readonly branch: string | null;
  readonly topic: string | null;
  readonly sessionId: string | null;
  readonly recordedBy: FeedbackRecord["source"]["kind"];
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly error: string | null;
  readonly changedWhileRunning: readonly string[];
  readonly concluded: NonNullable<FeedbackRecord["concluded"]>;
}

/** The beginning of a sealed segment's digest, as JSON; the columns follow. */
export interface SealedHeader {
  /** Ids and times of the beginning, one a line; an empty line for no time. */
  readonly ids: string;
  readonly times: string;
  readonly count: number;
  readonly kinds: readonly RecordKind[];
  readonly trees: readonly (string | null)[];
  readonly tests: readonly (TestResult | null)[];
  readonly unfinished: readonly { readonly id: string; readonly holder: ProcessIdentity | null }[];
  /** Each different placeholder of a secret in the segment, in the order in which they stand. */
  readonly placeholders: readonly string[];
}

export interface SealedDigest {
  readonly header: SealedHeader;
  readonly columns: Uint8Array;
}

/** Where a line lies in its segment. */
export interface LinePlace {
  readonly start: number;
  readonly length: number;
}

/** Text at a place of the segment; null when nothing lies there. */
export type ReadText = (place: LinePlace) => string | null;

/**
 * A digest of one segment's records from which each can be told without reading its text. null when something in the
 * segment has no place in it: damage is told by the segment itself.
 */
export function sealRecords(
  decoded: DecodedFeedback,
  {
    lines,
    readText,
    placeholders,
  }: {
    readonly lines: readonly NumberedLine[];
    readonly readText: ReadText;
    readonly placeholders: readonly string[];
  },
): SealedDigest | null {
  const { records, unfinished, damage } = decoded;
  const places = placeLines(lines);
  // Bytes that are no part of any line (a mark of the byte order) would move all that come after them.
  const last = lines.at(-1);
  if (last !== undefined && readText(places.get(last.number) ?? { start: 0, length: 0 }) !== last.text) return null;
  if (damage.length > 0 || records.some(({ id }) => id.includes("\n"))) return null;
  const { bytes, columns } = createColumns(records.length);
  const kinds = createTable<RecordKind>();
  const trees = createTable<string | null>();
  const tests = createTable<TestResult | null>();
  for (const [at, record] of records.entries()) {
    const place = places.get(record.source.line);
    if (place === undefined) return null;
    columns.durations[at] = record.durationMs ?? Number.NaN;
    columns.lines[at] = record.source.line;
    columns.starts[at] = place.start;
    columns.lengths[at] = place.length;
    columns.kinds[at] = kinds.add(kindOf(record));
    columns.trees[at] = trees.add(record.tree);
    columns.tests[at] = tests.add(record.testResult);
  }
  const header: SealedHeader = {
    ids: records.map(({ id }) => id).join("\n"),
    times: records.map(({ startedAt }) => startedAt ?? "").join("\n"),
    count: records.length,
    kinds: kinds.list,
    trees: trees.list,
    tests: tests.list,
    unfinished,
    placeholders,
  };
  return { header, columns: bytes };
}

/** A segment without damage is its lines and their ends; those that are missing in the count are empty. */
function placeLines(lines: readonly NumberedLine[]): ReadonlyMap<number, LinePlace> {
  const places = new Map<number, LinePlace>();
  const encoder = new TextEncoder();
  let start = 0;
  let next = 1;
  for (const { number, text } of lines) {
    start += number - next;
    const { length } = encoder.encode(text);
    places.set(number, { start, length });
    start += length + 1;
    next = number + 1;
  }
  return places;
}

function kindOf(record: FeedbackRecord): RecordKind {
  const { command, cwd, branch, topic, sessionId, source, exitCode, signal, error, changedWhileRunning } = record;
  const judgement = judgeRecord(record);
  const concluded = {
    judgement,
    place: commandPlace(record),
    failureKey: isFailure(record, judgement) ? failureKey(record) : null,
  };
  return {
    command,
    cwd,
    branch,
    topic,
    sessionId,
    recordedBy: source.kind,
    exitCode,
    signal,
    error,
    changedWhileRunning,
    concluded,
  };
}

/** Each different value once. */
function createTable<T>(): { readonly list: readonly T[]; readonly add: (value: T) => number } {
  const list: T[] = [];
  const places = new Map<string, number>();
  return {
    list,
    add: (value) => {
      const key = JSON.stringify(value);
      const known = places.get(key);
      if (known !== undefined) return known;
      places.set(key, list.length);
      return list.push(value) - 1;
    },
  };
}
