import type { Packet } from "../packet.ts";
import type { WorkbenchSnapshot } from "../snapshot.ts";
import { notedQuestions, openNotes } from "./own-notes.ts";
import { toldConstraints, toldQuestions } from "./told.ts";

/** Questions that wait for a human: noted ones first, then what the agent asked by itself. */
export function listQuestions(snapshot: WorkbenchSnapshot): Packet["questions_for_human"] {
  return [
    ...notedQuestions(snapshot).map(({ id, text, author, at }) => ({ id, text, author, at })),
    ...toldQuestions(snapshot),
  ];
}

/** The user's words: noted ones first, then those of the sessions; what was said twice counts once. */
export function listConstraints(snapshot: WorkbenchSnapshot): Packet["constraints"] {
  const noted = openNotes(snapshot, "constrain").map(({ text, author, at }) => ({ text, author, at }));
  const words = new Set(noted.map(({ text }) => text));
  return [...noted, ...toldConstraints(snapshot).filter(({ text }) => !words.has(text))];
}
