import type { Note } from "../home.ts";
import { sameWords } from "../same-words.ts";
import type { Inbox, InboxQuestion } from "./view-model.ts";

/** Answered questions that are shown beside those that wait: the newest. */
const mostAnswered = 200;

/** Blocking questions that no later note answers. */
export function openAsks(notes: readonly Note[]): readonly Note[] {
  const answers = indexAnswers(notes);
  return notes.filter((note) => note.kind === "ask" && !note.later && answers(note) === null);
}

/** Questions of all branches, those that wait first, then newest first. `notes`: oldest first. */
export function listQuestions(notes: readonly Note[]): Inbox["questions"] {
  const answers = indexAnswers(notes);
  const questions = notes
    .filter(({ kind }) => kind === "ask")
    .map((note): InboxQuestion => {
      const by = answers(note);
      const { id, text, author, at, branch, topic, later } = note;
      const answer = by === null ? null : { text: by.text, author: by.author, at: by.at };
      return { id, text, author, at, branch, topic, later, answer };
    })
    .reverse();
  const answered = questions.filter(({ answer }) => answer !== null);
  return [...questions.filter(({ answer }) => answer === null), ...answered.slice(0, mostAnswered)];
}

/** The newest note that answers another: by its id, or `done` with the very same words on that branch. */
function indexAnswers(notes: readonly Note[]): (question: Note) => Note | null {
  const byId = new Map<string, Note>();
  const dones = notes.filter(({ kind, answers }) => kind === "done" && answers === null);
  for (const note of notes) if (note.answers !== null) byId.set(note.answers, note);
  return (question) => byId.get(question.id) ?? dones.findLast((note) => closes(note, question)) ?? null;
}

function closes(note: Note, question: Note): boolean {
  return (
    note.kind === "done" &&
    note.answers === null &&
    note.at >= question.at &&
    (note.branch === question.branch || note.branch === null) &&
    sameWords(note.text, question.text)
  );
}
