import { inspectRun } from "../../app/runs/inspect-run.ts";
import { renderInspection } from "../../render/terminal/inspection.ts";
import { answerLine } from "../answer-line.ts";
import type { CliContext } from "../cli-context.ts";
import { exitOfInspection, inspectionLine } from "../inspection-line.ts";
import type { InspectFlags } from "../run-routes.ts";

export async function inspect(this: CliContext, flags: InspectFlags, run: string): Promise<void> {
  const json = flags.json === true;
  const view = { root: flags.root ?? null, probed: flags.probe === true, record: null };
  await answerLine(this, json, async () => {
    const inspection = await inspectRun(this.context, run, {
      root: flags.root ?? null,
      probe: flags.probe === true,
      tools: flags.tools === true,
      values: Object.fromEntries((flags.value ?? []).map(({ name, value }) => [name, value])),
    });
    return {
      exit: exitOfInspection(inspection),
      line: inspectionLine(inspection, json, null),
      says: (style) => (json ? "" : renderInspection(inspection, view, style)),
    };
  });
}
