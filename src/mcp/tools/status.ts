import * as v from "valibot";
import { status } from "../../app/status.ts";
import { renderStatus } from "../../render/terminal/status.ts";
import { folder, session, topic } from "../arguments.ts";
import { cut, decision, reasons } from "../outputs.ts";
import { adviseCalls, asCalls } from "../as-calls.ts";
import { plainStyle } from "../plain-style.ts";
import { defineTool, type Tool } from "../tool.ts";

export const statusTool: Tool = defineTool({
  name: "status",
  title: "Where this branch stands",
  description: [
    "Where this branch stands now: active packet and the decision about it, verdict of the acceptance commands, last known",
    "good commit, what keeps the scene from being clean, interrupted runs, questions that wait for the user (with the ids",
    "that `note` with kind decide answers). Call it when you need an overview, or before you end a session.",
  ].join(" "),
  effect: "reads",
  input: v.strictObject({ folder, topic, session }),
  output: v.looseObject({
    decision,
    reasons,
    branch: v.nullable(v.string()),
    topic: v.string(),
    verdict: v.string(),
    next_action: v.nullable(v.string()),
    cut,
  }),
  run: async (context, args) => {
    const result = adviseCalls(
      await status(context, {
        topic: args.topic ?? null,
        session: args.session ?? null,
        mend: false,
        nameCommands: asCalls,
      }),
    );
    // The brief is what pickup is for; an overview that repeats it would be twice as long.
    const { brief: _brief, ...document } = result;
    return {
      document,
      text: renderStatus(result, await plainStyle(context)),
      rest: "call check for everything that keeps the scene from being clean, pickup for the brief",
    };
  },
});
