import type { Packet } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import { sameWords } from "../same-words.ts";
import { listDone, notedQuestions, openNotes } from "./own-notes.ts";
import { toldConstraints, toldQuestions } from "./told.ts";

/** Questions that wait for a human: noted ones first, then what the agent asked by itself. */
export function listQuestions(snapshot: WorkbenchSnapshot): Packet["questions_for_human"] {
  return [
    ...notedQuestions(snapshot).map(({ id, text, author, at }) => ({ id, text, author, at })),
    ...toldQuestions(snapshot),
  ];
}

/**
 * The user's words: noted ones first, then those of the sessions; what was said twice counts once, and
 * `note done` with the very words takes one back.
 */
export function listConstraints(snapshot: WorkbenchSnapshot): Packet["constraints"] {
  const noted = openNotes(snapshot, "constrain").map(({ text, author, at }) => ({ text, author, at }));
  const words = new Set(noted.map(({ text }) => text));
  const closed = listDone(snapshot);
  const told = toldConstraints(snapshot).filter(
    ({ text }) => !words.has(text) && !closed.some((done) => sameWords(done.text, text)),
  );
  return [...noted, ...told];
}
