import { drill as buildDrill } from "../../app/runs/drill.ts";
import { renderRefusal } from "../../render/terminal/refusal.ts";
import { unbroken } from "../../render/terminal/style.ts";
import { answerLine } from "../answer-line.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { DrillFlags } from "../run-routes.ts";

export async function drill(this: CliContext, flags: DrillFlags): Promise<void> {
  await answerLine(this, flags.json === true, async () => {
    const root = flags.root ?? null;
    const built = await buildDrill(this.context, {
      case: flags.case,
      run: flags.run ?? null,
      root,
    });
    if (built.result === "refused") {
      return {
        exit: exitCode.no,
        line: null,
        says: (style) =>
          renderRefusal(
            { run: built.run, root, reason: built.reason, detail: built.detail },
            { ...style, columns: unbroken },
            "passdown: ",
          ),
      };
    }
    const { status, simulated, actual_api_calls } = built;
    return { exit: exitCode.yes, line: { status, case: built.case, simulated, actual_api_calls }, says: () => "" };
  });
}
