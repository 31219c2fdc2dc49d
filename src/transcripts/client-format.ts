import type { ClientName } from "../domain/session/client-name.ts";
import type { Emit } from "../domain/session/session-event.ts";

/** A line as it lies in the file, looked at without decoding it. Unescaped quotes never occur inside a JSON string. */
export interface RawLine {
  readonly length: number;
  /** Whether these ASCII characters occur, from `from` on. */
  readonly has: (text: string, from?: number) => boolean;
  /** Where they occur first; -1 where they do not. */
  readonly find: (text: string, from?: number) => number;
  /** Bytes as Latin-1 characters. */
  readonly slice: (from: number, to: number) => string;
  /**
   * Keeps a copy of the line; the function parses it (undefined where it is no JSON after all). null where the line is
   * too long for that, or can be seen to be damaged.
   */
  readonly later: () => (() => unknown) | null;
}

/** Values that survive JSON; what a reader needs to carry on at a later record. */
export type Saved = Readonly<Record<string, unknown>>;

/** Turns the records of one transcript into events, in the order of the file. Never throws, whatever the record is. */
export interface RecordReader {
  readonly read: (record: unknown, emit: Emit) => void;
  /** The line changes nothing and need not be parsed. Asked before `read`, only for whole lines. */
  readonly skips?: (line: RawLine) => boolean;
  /** A file beside the transcript (state.json, workspace.yaml, …): its name and its text. Read before the records. */
  readonly readAside?: (name: string, text: string, emit: Emit) => void;
  /** Tells what only the end of the file tells. More records may follow all the same. */
  readonly end?: (emit: Emit) => void;
  /** State for a reader that carries on where this one stopped. */
  readonly save: () => Saved;
}

/** One client's transcript format. Facts and versions: docs/transcripts.md. */
export interface ClientFormat {
  readonly client: ClientName;
  /** Best effort only: the client does not store all that is asked for. What is missing, in words. */
  readonly partial: string | null;
  /** Whether a record of a line-framed file, one of the first twenty, is of this client. */
  readonly isRecord: (record: unknown) => boolean;
  /** ASCII beginnings of this client's records: where reading goes on inside a damaged line. */
  readonly recordStarts: readonly string[];
  /** For transcripts that are one JSON document: its records in order, or null when it is not of this client. */
  readonly recordsOf?: (document: unknown) => Iterable<unknown> | null;
  readonly open: (saved: Saved | null) => RecordReader;
}
