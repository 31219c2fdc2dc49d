import * as v from "valibot";
import { note, noteKinds } from "../../app/note.ts";
import { folder, optionalSwitch, optionalText, session, text, topic } from "../arguments.ts";
import { cut } from "../outputs.ts";
import { defineTool, type Tool } from "../tool.ts";

export const noteTool: Tool = defineTool({
  name: "note",
  title: "Keep a note for the next session",
  description: [
    "Keep what only you or the user can know, for the hand-off packet. kind next: the first concrete thing that the next",
    "session does (always say this before you end). assume: something taken for true that nobody checked. block: what the",
    "work waits for. ask: a question for the user that blocks the next action (later: true if it does not). risk: what may",
    "go wrong; name a red command here to hand it over. decide: what was decided; `answers` names the question it answers.",
    "constrain: the user's own words on what must or must not be, word for word. require: path of a file that the next",
    "session must read first. keep: why the present uncommitted work is intentional. done: something that is finished.",
    "Do not note what the repository, the tests or the commands tell by themselves.",
  ].join(" "),
  effect: "keeps",
  input: v.strictObject({
    folder,
    kind: v.pipe(v.picklist(noteKinds), v.description("What kind of note this is.")),
    text: text("The note, in plain words; for require a path."),
    later: optionalSwitch("With ask: keep the question, but out of the packet."),
    answers: optionalText("With decide or done: id of the note that this answers or closes."),
    topic,
    session,
  }),
  output: v.looseObject({ note: v.looseObject({ id: v.string(), kind: v.string(), text: v.string() }), cut }),
  run: async (context, args) => {
    const kept = await note(context, {
      kind: args.kind,
      text: args.text,
      later: args.later === true,
      answers: args.answers ?? null,
      topic: args.topic ?? null,
      session: args.session ?? null,
    });
    const { id, kind, text: said, at, author, branch, topic: thread, sessionId, later, answers } = kept;
    return {
      document: {
        note: { id, kind, text: said, at, author, branch, topic: thread, session_id: sessionId, later, answers },
      },
      text: `${id} ${kind}: ${said}`,
      rest: "the note is kept as a whole",
    };
  },
});
