import { settleStep } from "../../app/runs/settle-step.ts";
import { unknownRun } from "../../app/runs/unknown-run.ts";
import { AppError } from "../../domain/errors.ts";
import { rootFlag } from "../../domain/runs/root-flag.ts";
import { code, word } from "../../render/document/inline.ts";
import { say } from "../../render/document/say.ts";
import { layOut } from "../../render/terminal/lay-out.ts";
import { renderRefusal } from "../../render/terminal/refusal.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { RunSettleFlags } from "../run-routes.ts";

export async function runSettle(this: CliContext, flags: RunSettleFlags, run: string, key: string): Promise<void> {
  const { done, notDone, root = null, takeover = null } = flags;
  await answer(this, flags.json === true, async () => {
    const said = (done ?? notDone ?? "").trim();
    if ((done === undefined) === (notDone === undefined) || said === "") {
      throw new AppError({
        kind: "usage",
        code: "usage",
        message: "say with --done or with --not-done what you found out, and where you looked",
        hint: `for example: passdown run settle ${run} ${key}${rootFlag(root)} --done "the mail is in the outbox of the service"`,
      });
    }
    const effect = done === undefined ? "not_done" : "done";
    const settled = await settleStep(this.context, { run, key, root, takeover, word: { effect, reason: said } });
    if (settled.result === "settled") {
      const { verdict } = settled;
      return {
        exit: exitCode.yes,
        result: { result: "settled", run, step: key, verdict },
        text: (style) => layOut(say(style.words.runs.more.settled, { step: code(key), verdict: word(verdict) }), style),
      };
    }
    const { detail } = settled;
    const why = settled.result === "refused" ? settled.verdict : settled.reason;
    const reason = settled.result === "refused" ? "not_settled" : settled.reason;
    if (reason === "run_unknown") throw unknownRun(run, root);
    return {
      exit: exitCode.no,
      result: { result: "refused", run, step: key, reason: why, detail },
      text: (style) => renderRefusal({ run, root, reason, detail }, style),
    };
  });
}
