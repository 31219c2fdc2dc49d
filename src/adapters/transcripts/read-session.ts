import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { sha256 } from "../../domain/digest.ts";
import { createSessionFold } from "../../domain/session/fold-session.ts";
import type { Emit, SessionEvent } from "../../domain/session/session-event.ts";
import type { SessionFacts, ToldCommand } from "../../domain/session/session-facts.ts";
import type { ClientFormat, RecordReader, Saved } from "../../transcripts/client-format.ts";
import type { ClientPlaces } from "./client-places.ts";
import { readTranscript, type TranscriptDamage } from "./read-transcript.ts";
import { recogniseFormat, type Recognised } from "./recognise-format.ts";
import { databaseSession, type DatabaseSession } from "./database-path.ts";
import { readOpencodeSession } from "./opencode-database.ts";

/** How far the files of a session were read: path → where to go on. */
export type Progress = Readonly<Record<string, FileProgress>>;

export interface FileProgress {
  readonly offset: number;
  /** First bytes of the file: another beginning means another file under this name. */
  readonly begins: string;
  readonly reader: Saved;
}

export interface SessionReading {
  readonly format: ClientFormat;
  readonly facts: SessionFacts;
  readonly damage: readonly TranscriptDamage[];
  readonly damaged: number;
  /** null where the transcript cannot be carried on: one document, a database, a compressed file. */
  readonly progress: Progress | null;
  /** The facts begin anew: what was known of it before is included. */
  readonly fromStart: boolean;
}

export interface SessionQuestion {
  /** Absolute path of a transcript; `PATH#ID` for a session of a database. */
  readonly path: string;
  readonly formats: readonly ClientFormat[];
  readonly places: ClientPlaces | null;
  readonly before: { readonly facts: SessionFacts; readonly progress: Progress } | null;
  readonly redact: (text: string) => string;
  readonly command: (command: ToldCommand) => void;
  /** Hears every event too, raw and in the order of the reading. */
  readonly event?: Emit;
}

const asideLimit = 4 * 1024 * 1024;

/**
 * Reads a session: its transcript, the files beside it and its sub-agents' transcripts; what was read before is not
 * read again. null when the file is of no client that we know. Throws what the file system throws.
 */
export async function readSession(question: SessionQuestion): Promise<SessionReading | null> {
  const { path, formats, places } = question;
  const database = databaseSession(path);
  if (database !== null) return readFromDatabase(question, database);
  const known = path in (question.before?.progress ?? {}) ? question.formats[0] : undefined;
  const recognised: Recognised | null =
    known === undefined ? recogniseFormat(path, formats) : { kind: "lines", format: known };
  if (recognised === null) return null;
  const { format } = recognised;
  const before = question.before !== null && canGoOn(question.before.progress) ? question.before : null;
  const fold = createSessionFold({
    client: format.client,
    before: before?.facts ?? null,
    redact: question.redact,
    command: question.command,
  });
  const push = alsoTo(fold.push, question.event);
  const progress: Record<string, FileProgress> = {};
  let toldOfAgents = Object.keys(before?.progress ?? {}).length > 1 || (before?.facts.agents ?? []).length > 0;
  const own: Emit = (event) => {
    if (event.kind === "agent" || (event.kind === "call" && /agent/i.test(event.name))) toldOfAgents = true;
    push(event);
  };
  const damage: TranscriptDamage[] = [];
  let damaged = 0;
  const readOne = (file: string, emit: Emit): void => {
    const since = before?.progress[file];
    const reader = format.open(since?.reader ?? null);
    if (since === undefined) tellAsides(places?.asides?.(file) ?? [], reader, emit);
    const result = readTranscript({ path: file, from: since?.offset ?? 0, format, reader, emit });
    damage.push(...result.damage);
    damaged += result.damaged;
    progress[file] = { offset: result.offset, begins: since?.begins ?? beginningOf(file), reader: reader.save() };
  };
  if (recognised.kind === "document") {
    const reader = format.open(null);
    tellAsides(places?.asides?.(path) ?? [], reader, own);
    for (const record of recognised.records) reader.read(record, own);
    reader.end?.(own);
  } else {
    readOne(path, own);
  }
  const agents = places?.agentsAreTold !== true || toldOfAgents ? (places?.agents?.(path) ?? []) : [];
  for (const agent of agents) {
    try {
      readOne(agent.path, asAgent(agent.agent, push));
    } catch (error) {
      if (!(error instanceof Error && "code" in error)) throw error;
      damaged += 1;
      damage.push({ code: "unreadable", from: 0, to: 0 });
    }
  }
  const goesOn = recognised.kind === "lines" && !path.endsWith(".zst");
  return {
    format,
    facts: fold.facts(),
    damage,
    damaged,
    progress: goesOn ? progress : null,
    fromStart: before === null,
  };
}

/** Messages that ended so long before the last reading have been told: clocks and writers are not exact. */
const overlapMs = 60_000;

/** A session among others: what was written since the last reading is read again, and what was told is known by its id. */
async function readFromDatabase(
  { path, formats, before, redact, command, event }: SessionQuestion,
  { place, sessionId }: DatabaseSession,
): Promise<SessionReading | null> {
  const format = formats.find(({ client }) => client === "opencode");
  if (format === undefined) return null;
  const since = before?.progress[path];
  const fold = createSessionFold({
    client: format.client,
    before: since === undefined ? null : (before?.facts ?? null),
    redact,
    command,
  });
  const push = alsoTo(fold.push, event);
  const reader = format.open(since?.reader ?? null);
  const offset = statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const changedSinceMs = Math.max(0, (since?.offset ?? 0) - overlapMs);
  for await (const record of readOpencodeSession({ path: place, sessionId, changedSinceMs })) reader.read(record, push);
  reader.end?.(push);
  const progress = { [path]: { offset: newestOf(place, offset), begins: "", reader: reader.save() } };
  return { format, facts: fold.facts(), damage: [], damaged: 0, progress, fromStart: since === undefined };
}

/** When the database, or its log, was written last before the reading began. */
function newestOf(place: string, offset: number): number {
  const log = statSync(`${place}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Math.min(Math.max(offset, log), Date.now());
}

/** Each file still begins as it did and has not become shorter. */
function canGoOn(progress: Progress): boolean {
  return Object.entries(progress).every(([path, { offset, begins }]) => {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return size >= offset && beginningOf(path) === begins;
  });
}

/** Enough to tell one session's file from another's, and soon on disk. */
function beginningOf(path: string): string {
  const bytes = Buffer.alloc(128);
  const fd = openSync(path, "r");
  try {
    return sha256(bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0)));
  } finally {
    closeSync(fd);
  }
}

function tellAsides(
  asides: readonly { readonly name: string; readonly path: string }[],
  reader: RecordReader,
  emit: Emit,
): void {
  if (reader.readAside === undefined) return;
  for (const { name, path } of asides) {
    try {
      if (statSync(path).size <= asideLimit) reader.readAside(name, readFileSync(path, "utf8"), emit);
    } catch (error) {
      // Gone or unreadable by now: the transcript tells what it tells without it.
      if (!(error instanceof Error && "code" in error)) throw error;
    }
  }
}

function alsoTo(emit: Emit, other: Emit | undefined): Emit {
  if (other === undefined) return emit;
  return (event) => {
    emit(event);
    other(event);
  };
}

/** What a sub-agent does counts; what it is told and says is not the session's. */
function asAgent(agent: string, emit: Emit): Emit {
  emit({ kind: "agent", id: agent, at: null });
  return (event: SessionEvent) => {
    if (event.kind === "call") emit({ ...event, agent: event.agent ?? agent });
    else if (["result", "edit", "read", "unread"].includes(event.kind)) emit(event);
  };
}
