import * as v from "valibot";
import { inspectRun } from "../../app/runs/inspect-run.ts";
import { renderInspection } from "../../render/terminal/inspection.ts";
import { folder, optionalText, text } from "../arguments.ts";
import { cut } from "../outputs.ts";
import { plainStyle } from "../plain-style.ts";
import { defineTool, type Tool } from "../tool.ts";

export const inspectTool: Tool = defineTool({
  name: "inspect",
  title: "Judge an interrupted run",
  description: [
    "What happened in a journalled run with side effects (`passdown run`): which steps are done, which are unknown, and",
    "whether its artifact can be reused. Call it when status or the brief names an interrupted run. An unknown step may",
    "have happened: never repeat it on your own. Read-only: no probe and no command of the run is executed, and",
    "nothing is replayed.",
  ].join(" "),
  effect: "reads",
  input: v.strictObject({
    folder,
    run: text("Name of the run."),
    root: optionalText("Folder that holds runs, if not passdown's home."),
  }),
  output: v.looseObject({
    decision: v.string(),
    reason: v.string(),
    semantic_review: v.string(),
    export_replayed: v.boolean(),
    cut,
  }),
  run: async (context, args) => {
    const root = args.root ?? null;
    const inspection = await inspectRun(context, args.run, { root });
    const view = { root, probed: false, record: null };
    return {
      document: inspection,
      text: renderInspection(inspection, view, await plainStyle(context)),
      rest: `on the command line: passdown inspect ${args.run} --json`,
    };
  },
});
