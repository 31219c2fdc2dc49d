import { finishRun } from "../../app/runs/finish-run.ts";
import { AppError } from "../../domain/errors.ts";
import { code, word } from "../../render/document/inline.ts";
import { say } from "../../render/document/say.ts";
import { layOut } from "../../render/terminal/lay-out.ts";
import { renderRefusal } from "../../render/terminal/refusal.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { RunFinishFlags } from "../run-routes.ts";

export async function runFinish(this: CliContext, flags: RunFinishFlags, run: string): Promise<void> {
  const { failed, interrupted, root = null, takeover = null } = flags;
  await answer(this, flags.json === true, async () => {
    if (failed !== undefined && interrupted !== undefined) {
      throw new AppError({
        kind: "usage",
        code: "usage",
        message: "a run is either failed or interrupted: --failed and --interrupted exclude each other",
        hint: "give one of them, or neither for a run whose steps are all done",
      });
    }
    const status = failed !== undefined ? "failed" : interrupted !== undefined ? "interrupted" : "finished";
    const ended = await finishRun(this.context, { run, root, status, reason: failed ?? interrupted ?? "", takeover });
    if (ended.result === "ended") {
      return {
        exit: exitCode.yes,
        result: { result: "ended", run, status },
        text: (style) => layOut(say(style.words.runs.more.ended, { run: code(run), status: word(status) }), style),
      };
    }
    const { reason, detail } = ended;
    return {
      exit: exitCode.no,
      result: { result: "refused", run, reason, detail },
      text: (style) => renderRefusal({ run, root, reason, detail }, style),
    };
  });
}
