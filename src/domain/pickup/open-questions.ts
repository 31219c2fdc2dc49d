import { settles } from "../effects/settle-effects.ts";
import type { Note } from "../home.ts";
import type { Packet } from "../packet.ts";
import type { Answer, OpenQuestion } from "./facts.ts";
import { sameWords } from "../same-words.ts";

/** Blocking questions that nobody has answered: those of the packet and those that notes asked since. */
export function openQuestions(packet: Packet, notes: readonly Note[]): readonly OpenQuestion[] {
  const known = new Set(packet.questions_for_human.map(({ id }) => id));
  const asked = notes.filter(({ id, kind, later }) => kind === "ask" && !later && !known.has(id));
  const questions = [
    ...packet.questions_for_human,
    ...asked.map(({ id, text, author, at }) => ({ id, text, author, at })),
  ];
  return questions.filter((question) => !notes.some((note) => closes(note, question)));
}

/** What answered questions of the packet, or of later notes, since it was made; oldest first. */
export function answersSince(packet: Packet, notes: readonly Note[]): readonly Answer[] {
  const asked = [...packet.questions_for_human, ...notes.filter(({ kind }) => kind === "ask")];
  return notes.flatMap((note): readonly Answer[] => {
    const question = asked.find((one) => closes(note, one));
    const told = packet.decisions.some(({ text, at }) => text === note.text && at === note.at);
    if (question === undefined || told) return [];
    const { id, text, author, at } = note;
    return [{ id, text, author, at, answers: question.id, question: question.text }];
  });
}

/**
 * Notes that tell the next session something new. An answer changes nothing but its question, or its effect,
 * and a question for later is no part of any packet.
 */
export function newsAmong(notes: readonly Note[], packet: Packet): readonly Note[] {
  const asked = [...packet.questions_for_human, ...notes.filter(({ kind }) => kind === "ask")];
  return notes.filter(
    (note) =>
      !note.later &&
      !packet.effects.some((effect) => settles(note, effect)) &&
      (note.kind === "next" || !asked.some((question) => closes(note, question))),
  );
}

function closes(note: Note, { id, text, at }: Pick<OpenQuestion, "id" | "text" | "at">): boolean {
  if (note.answers !== null) return note.answers === id;
  return note.kind === "done" && note.at >= at && sameWords(note.text, text);
}
