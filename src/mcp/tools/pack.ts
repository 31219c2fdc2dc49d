import * as v from "valibot";
import { pack } from "../../app/pack.ts";
import { renderPack } from "../../render/terminal/pack.ts";
import { folder, optionalText, session, topic } from "../arguments.ts";
import { cleanStateEntries, cut } from "../outputs.ts";
import { adviseCalls } from "../as-calls.ts";
import { plainStyle } from "../plain-style.ts";
import { defineTool, type Tool } from "../tool.ts";

export const packTool: Tool = defineTool({
  name: "pack",
  title: "Publish the hand-off packet",
  description: [
    "Ends a session: checks the scene, generates the hand-off packet from evidence and publishes it; the packet before is",
    "superseded, never deleted. Say what comes next with `note` (kind next) first, and commit or keep your work.",
    "refused: mend what the reasons name and call it again. unchanged: nothing new since the last packet, which is fine.",
    "Writes nothing into the work tree, the index or the history.",
  ].join(" "),
  effect: "keeps_once",
  input: v.strictObject({
    folder,
    topic,
    session,
    force: optionalText("Pack an unclean scene although check says no; the reason stands in the packet as a risk."),
  }),
  output: v.looseObject({
    result: v.picklist(["published", "unchanged", "refused"]),
    packet_id: v.nullable(v.string()),
    superseded: v.nullable(v.string()),
    clean_state: v.looseObject(cleanStateEntries),
    reasons: v.optional(v.array(v.looseObject({ code: v.string(), detail: v.string() }))),
    cut,
  }),
  run: async (context, args) => {
    const outcome = await pack(context, {
      topic: args.topic ?? null,
      session: args.session ?? null,
      force: args.force ?? null,
    });
    const { result, packet_id, path, superseded, clean_state } = outcome;
    const reasons = outcome.result === "refused" ? outcome.reasons : [];
    const document = adviseCalls({ result, packet_id, path, superseded, clean_state, reasons });
    return {
      document,
      text: renderPack(document, await plainStyle(context)),
      rest: packet_id === null ? "call check" : `call show with id ${packet_id}`,
    };
  },
});
