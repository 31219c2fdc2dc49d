import { listRuns } from "../../app/runs/list-runs.ts";
import { renderRuns } from "../../render/terminal/runs.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { RootFlags } from "../run-routes.ts";

export async function runList(this: CliContext, flags: RootFlags): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const runs = await listRuns(this.context, { root: flags.root ?? null });
    return {
      exit: exitCode.yes,
      result: {
        runs: runs.map(({ run, original_status: status, decision, reason, detail, simulated, steps }) => ({
          run,
          status,
          decision,
          reason,
          detail,
          simulated,
          steps: steps.map(({ key, verdict, attempt }) => ({ key, verdict, attempt })),
        })),
      },
      text: (style) => renderRuns(runs, style),
    };
  });
}
