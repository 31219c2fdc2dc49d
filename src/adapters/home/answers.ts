import { rmSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../domain/digest.ts";
import type { Note, ProcessIdentity } from "../../domain/home.ts";
import { createExclusive } from "../durable/create-exclusive.ts";
import type { IsAlive } from "./claims.ts";
import type { HomeFolder } from "./home-folder.ts";
import { newestNumber, numberedName } from "./numbered-name.ts";
import { readNames, readRegularFile } from "./read-file.ts";
import { decodeRecord, encodeRecord } from "./record-line.ts";
import type { RecordLog } from "./record-log.ts";
import { answererShape } from "./shapes.ts";

export type AnswerResult =
  | { readonly result: "kept" }
  /** `by` is null while the other one is about to be written. */
  | { readonly result: "answered"; readonly by: Note | null };

/** A note that answers or closes another. */
export type AnsweringNote = Note & { readonly answers: string };

/**
 * Of any number of answers to one note one is kept. Who is about to write it says so in a numbered step that is created
 * exclusively; a step whose process died before its answer was in the log holds nobody off.
 */
export interface Answers {
  readonly keep: (note: AnsweringNote, holder: ProcessIdentity) => AnswerResult;
}

export function createAnswers(folder: HomeFolder, notes: RecordLog<Note>, isAlive: IsAlive): Answers {
  const answerTo = (id: string): Note | null => notes.read().records.find((one) => one.answers === id) ?? null;
  return {
    keep: (note, holder) =>
      folder.keep(() => {
        for (;;) {
          const { seq, holder: other } = readStep(folder, note.answers);
          const writing = other !== null && isAlive(other) !== false;
          // After its writer is known to be dead the log cannot gain that answer any more.
          const by = answerTo(note.answers);
          if (writing || by !== null) return { result: "answered", by };
          const step = join(folder.prepare(...place(note.answers)), numberedName(seq + 1));
          // A crash from here to the append leaves a step of a dead process: the next answer goes past it.
          if (createExclusive(step, `${encodeRecord({ holder })}\n`, { scratch: folder.scratch() }) === "exists")
            continue;
          append(notes, note, step);
          return { result: "kept" };
        }
      }),
  };
}

/** What could not be written must hold nobody off while this process lives. */
function append(notes: RecordLog<Note>, note: Note, step: string): void {
  try {
    notes.append(note);
  } catch (error) {
    rmSync(step, { force: true });
    throw error;
  }
}

/** A step that cannot be read holds nobody off: the log decides. */
function readStep(folder: HomeFolder, id: string): { readonly seq: number; readonly holder: ProcessIdentity | null } {
  const dir = folder.at(...place(id));
  const seq = newestNumber(readNames(dir).names);
  const file = readRegularFile(join(dir, numberedName(seq)), 64 * 1024);
  const decoded = file.state === "read" ? decodeRecord(new TextDecoder().decode(file.bytes), answererShape) : null;
  return { seq, holder: decoded?.ok === true ? decoded.value.holder : null };
}

/** An id in a log is any text, and this is a name of a folder. */
function place(id: string): readonly [string, string] {
  return ["answers", sha256(id).slice(0, 32)];
}
