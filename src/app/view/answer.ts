import type { Context } from "../../context.ts";
import { AppError } from "../../domain/errors.ts";
import type { Answer, Inbox } from "../../domain/view/view-model.ts";
import { alreadyAnswered, note } from "../note.ts";
import { openHomeView } from "./home-view.ts";
import { readInbox } from "./inbox.ts";

/** Answers what the inbox shows, as `passdown note` does on the branch and topic that asked. */
export async function answerFromPage(context: Context, { id, kind, text }: Answer): Promise<void> {
  // What was answered may have left the inbox.
  const by = openHomeView(context)
    .home.notes.read()
    .records.find((one) => one.answers === id);
  if (by !== undefined) throw alreadyAnswered(id, by.author);
  const thread = findOpen(await readInbox(context), { id, kind });
  await note(context, { kind, text, answers: id, ...thread });
}

/** Branch and topic of an open question; nothing for an assumption, which is one of here: done says that it holds, decide what is so instead. */
function findOpen(
  { questions, assumptions }: Inbox,
  { id, kind }: Pick<Answer, "id" | "kind">,
): { readonly branch?: string | null; readonly topic?: string } {
  const question = questions.find((one) => one.id === id);
  if (question !== undefined) {
    if (question.answer !== null) throw alreadyAnswered(id, question.answer.author);
    if (kind !== "decide") throw refuse("answer_misfit", `${id} is a question: it is settled by a decision`);
    return { branch: question.branch, topic: question.topic };
  }
  if (!assumptions.some((one) => one.id === id))
    throw refuse("not_in_inbox", `nothing in the inbox has the id ${quoted(id)}`);
  return {};
}

function refuse(code: string, message: string): AppError {
  return new AppError({ kind: "usage", code, message, hint: "look at the inbox again: it may have changed since" });
}

function quoted(id: string): string {
  return JSON.stringify(id.slice(0, 60));
}
