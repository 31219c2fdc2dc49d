import { AppError } from "../../errors.ts";
import type { FeedbackRecord, OutputExcerpt, TestResult } from "../../workbench.ts";
import type { DecodedFeedback } from "../log-lines.ts";
import { parseObject, readRecord } from "../read-log-record.ts";
import { readColumns, type Columns } from "./columns.ts";
import type { ReadText, RecordKind, SealedDigest } from "./seal-records.ts";

/** One object for all equal commands, so that what is derived from it is derived once. */
export type SharedCommands = (command: FeedbackRecord["command"]) => FeedbackRecord["command"];

export function shareCommands(): SharedCommands {
  const known = new Map<string, FeedbackRecord["command"]>();
  return (command) => {
    const key = JSON.stringify(command);
    const same = known.get(key);
    if (same !== undefined) return same;
    known.set(key, command);
    return command;
  };
}

/** A segment's digest, opened. */
interface Sealed {
  readonly path: string;
  readonly columns: Columns;
  readonly kinds: readonly RecordKind[];
  readonly trees: readonly (string | null)[];
  readonly tests: readonly (TestResult | null)[];
  readonly readText: ReadText;
}

/**
 * The records of a sealed segment, from its digest: the same as those of its lines. What all rules ask of every record
 * is in the digest; output, note and the like are read from the log for the few records that are asked for them.
 */
export function openSealed(
  { header, columns: bytes }: SealedDigest,
  { path, readText, shared }: Pick<Sealed, "path" | "readText"> & { readonly shared: SharedCommands },
): DecodedFeedback | null {
  const columns = readColumns(bytes, header.count);
  if (columns === null) return null;
  const { trees, tests, unfinished, count } = header;
  const kinds = header.kinds.map((kind) => ({ ...kind, command: shared(kind.command) }));
  const sealed: Sealed = { path, columns, kinds, trees, tests, readText };
  const ids = count === 0 ? [] : header.ids.split("\n");
  const times = count === 0 ? [] : header.times.split("\n");
  const records: FeedbackRecord[] = [];
  for (let at = 0; at < count; at += 1) {
    const [id, time, kind] = [ids[at], times[at], kinds[columns.kinds[at] ?? -1]];
    if (id === undefined || time === undefined || kind === undefined) return null;
    records.push(new SealedRecord(sealed, at, { id, kind, startedAt: time === "" ? null : time }));
  }
  return { records, unfinished, damage: [] };
}

class SealedRecord implements FeedbackRecord {
  readonly id: string;
  readonly startedAt: string | null;
  readonly #sealed: Sealed;
  readonly #at: number;
  readonly #kind: RecordKind;
  #text: FeedbackRecord | null = null;

  constructor(sealed: Sealed, at: number, own: { id: string; startedAt: string | null; kind: RecordKind }) {
    this.#sealed = sealed;
    this.#at = at;
    this.#kind = own.kind;
    this.id = own.id;
    this.startedAt = own.startedAt;
  }

  get command(): FeedbackRecord["command"] {
    return this.#kind.command;
  }
  get cwd(): string | null {
    return this.#kind.cwd;
  }
  get branch(): string | null {
    return this.#kind.branch;
  }
  get topic(): string | null {
    return this.#kind.topic;
  }
  get sessionId(): string | null {
    return this.#kind.sessionId;
  }
  get exitCode(): number | null {
    return this.#kind.exitCode;
  }
  get signal(): string | null {
    return this.#kind.signal;
  }
  get error(): string | null {
    return this.#kind.error;
  }
  get changedWhileRunning(): readonly string[] {
    return this.#kind.changedWhileRunning;
  }
  get concluded(): RecordKind["concluded"] {
    return this.#kind.concluded;
  }
  get source(): FeedbackRecord["source"] {
    const { path, columns } = this.#sealed;
    return { kind: this.#kind.recordedBy, path, line: columns.lines[this.#at] ?? 0 };
  }
  get durationMs(): number | null {
    const duration = this.#sealed.columns.durations[this.#at] ?? Number.NaN;
    return Number.isNaN(duration) ? null : duration;
  }
  get tree(): string | null {
    return this.#sealed.trees[this.#sealed.columns.trees[this.#at] ?? -1] ?? null;
  }
  get testResult(): TestResult | null {
    return this.#sealed.tests[this.#sealed.columns.tests[this.#at] ?? -1] ?? null;
  }
  get parentId(): string | null {
    return this.#read().parentId;
  }
  get stdout(): OutputExcerpt {
    return this.#read().stdout;
  }
  get stderr(): OutputExcerpt {
    return this.#read().stderr;
  }
  get note(): string | null {
    return this.#read().note;
  }
  get commit(): string | null {
    return this.#read().commit;
  }
  get treeAfter(): string | null {
    return this.#read().treeAfter;
  }

  #read(): FeedbackRecord {
    if (this.#text !== null) return this.#text;
    const { path, columns, readText } = this.#sealed;
    const text = readText({ start: columns.starts[this.#at] ?? 0, length: columns.lengths[this.#at] ?? 0 });
    const object = text === null ? null : parseObject(text);
    const record = object === null ? null : readRecord(object, { path, line: this.source.line });
    if (record === null || record.id !== this.id) throw changed(path);
    this.#text = record;
    return record;
  }
}

function changed(path: string): AppError {
  return new AppError({
    kind: "environment",
    code: "log_changed",
    message: `${path} was changed while it was read`,
    hint: "run the command again: it reads the log as it is then",
  });
}
