import * as v from "valibot";
import { check } from "../../app/check.ts";
import { renderCheck } from "../../render/terminal/check.ts";
import { folder, session, topic } from "../arguments.ts";
import { cleanStateEntries, cut } from "../outputs.ts";
import { adviseCalls } from "../as-calls.ts";
import { plainStyle } from "../plain-style.ts";
import { defineTool, type Tool } from "../tool.ts";

export const checkTool: Tool = defineTool({
  name: "check",
  title: "May this session end here?",
  description: [
    "The clean-state gate: says whether the session may end here, and what stands in the way (uncommitted work, a git",
    "operation in progress, debug code, scratch files, red acceptance commands and more), each with a suggestion that",
    "destroys nothing. Call it before `pack`, and mend what it names. Changes nothing and runs no command.",
  ].join(" "),
  effect: "reads",
  input: v.strictObject({ folder, topic, session }),
  output: v.looseObject({ ...cleanStateEntries, cut }),
  run: async (context, args) => {
    const result = adviseCalls(await check(context, { topic: args.topic ?? null, session: args.session ?? null }));
    return {
      document: result,
      text: renderCheck(result, await plainStyle(context)),
      rest: "mend what is named and call check again: the most important comes first",
    };
  },
});
