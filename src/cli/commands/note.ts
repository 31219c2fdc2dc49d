import { note as keepNote } from "../../app/note.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { NoteFlags } from "../routes.ts";
import { quoteForOneLine } from "../../domain/text/quote-for-one-line.ts";

export async function note(
  this: CliContext,
  flags: NoteFlags,
  kind: string,
  ...texts: readonly string[]
): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const kept = await keepNote(this.context, {
      kind,
      text: texts.join(" "),
      later: flags.later === true,
      answers: flags.answers ?? null,
      topic: flags.topic ?? null,
      session: flags.session ?? null,
    });
    const { id, kind: keptKind, text, at, author, branch, topic, sessionId, later, answers, settles } = kept;
    return {
      exit: exitCode.yes,
      result: {
        note: { id, kind: keptKind, text, at, author, branch, topic, session_id: sessionId, later, answers, settles },
      },
      text: ({ words }) => `${id} ${words.noteKinds[keptKind]}: ${quoteForOneLine(text)}`,
    };
  });
}
