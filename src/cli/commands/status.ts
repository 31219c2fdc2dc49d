import { status as readStatus } from "../../app/status.ts";
import { renderStatus } from "../../render/terminal/status.ts";
import { answer, briefLanguage } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import { withProgress } from "../with-progress.ts";
import type { TopicFlags } from "../routes.ts";

export async function status(this: CliContext, flags: TopicFlags): Promise<void> {
  const json = flags.json === true;
  await answer(
    this,
    json,
    withProgress(this, { json, doing: "status" }, async () => {
      const result = await readStatus(this.context, {
        topic: flags.topic ?? null,
        session: flags.session ?? null,
        language: briefLanguage(this, json),
      });
      return {
        exit: result.decision === "proceed" ? exitCode.yes : exitCode.no,
        result,
        text: (style) => renderStatus(result, style),
      };
    }),
  );
}
