import type { Note, NoteKind } from "../home.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import { sameWords } from "../same-words.ts";

/** Notes of one kind that nobody has closed, oldest first. */
export function openNotes(snapshot: Pick<WorkbenchSnapshot, "notes">, kind: NoteKind): readonly Note[] {
  const closed = closedIds(snapshot.notes);
  return snapshot.notes.filter((note) => note.kind === kind && !closed.has(note.id));
}

/** Noted questions that wait for a human and change what comes next. */
export function notedQuestions(snapshot: WorkbenchSnapshot): readonly Note[] {
  return openNotes(snapshot, "ask").filter((note) => !note.later);
}

/** What somebody said to be done, closed or not. */
export function listDone(snapshot: WorkbenchSnapshot): readonly Note[] {
  return snapshot.notes.filter((note) => note.kind === "done");
}

/**
 * A later `done` or answer closes the note it names, or, without naming one,
 * every earlier note of the very same words.
 */
function closedIds(notes: readonly Note[]): ReadonlySet<string> {
  const closed = new Set<string>();
  notes.forEach((note, at) => {
    if (note.answers !== null) closed.add(note.answers);
    else if (note.kind === "done") {
      for (const earlier of notes.slice(0, at)) if (sameWords(earlier.text, note.text)) closed.add(earlier.id);
    }
  });
  return closed;
}
