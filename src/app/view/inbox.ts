import type { Context } from "../../context.ts";
import { mapStrings } from "../../domain/generate/map-strings.ts";
import { openAssumptions } from "../../domain/generate/list-todo.ts";
import { listQuestions } from "../../domain/view/inbox.ts";
import type { Inbox } from "../../domain/view/view-model.ts";
import { readEvidence } from "../gather.ts";
import { refuseLostNotes } from "./refuse-lost-notes.ts";
import { openWorkspace } from "../workspace.ts";

const noted = /^note (n-[0-9a-f]+)$/;

/** What waits for a person: the questions of every branch, and what this branch and topic takes for granted. */
export async function readInbox(context: Context): Promise<Inbox> {
  const workspace = await openWorkspace(context, { tree: false });
  refuseLostNotes(workspace);
  const evidence = await readEvidence(workspace, null);
  const assumptions = openAssumptions(evidence).map(({ text, source }) => ({
    id: noted.exec(source)?.[1] ?? null,
    text,
    source,
  }));
  const inbox: Inbox = { questions: listQuestions(workspace.home.notes.read().records), assumptions };
  return mapStrings(inbox, (text) => workspace.redactor.redact(text));
}
