import { check as runCheck } from "../../app/check.ts";
import { renderCheck } from "../../render/terminal/check.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import { withProgress } from "../with-progress.ts";
import type { TopicFlags } from "../routes.ts";

export async function check(this: CliContext, flags: TopicFlags): Promise<void> {
  await answer(
    this,
    flags.json === true,
    withProgress(this, { json: flags.json === true, doing: "check" }, async () => {
      const { not_kept: notKept, ...state } = await runCheck(this.context, {
        topic: flags.topic ?? null,
        session: flags.session ?? null,
      });
      return {
        exit: state.clean ? exitCode.yes : exitCode.no,
        result: state,
        text: (style) => renderCheck(state, style),
        remarks: ({ messages }) => (notKept === null ? [] : [`${messages.notKept}: clean_state.json: ${notKept}`]),
      };
    }),
  );
}
