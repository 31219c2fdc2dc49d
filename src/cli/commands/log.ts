import { log as readLog } from "../../app/log.ts";
import { renderLog } from "../../render/terminal/log.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { LogFlags } from "../routes.ts";

export async function log(this: CliContext, flags: LogFlags): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const result = await readLog(this.context, {
      branch: flags.branch ?? null,
      topic: flags.topic ?? null,
      limit: flags.limit ?? null,
    });
    return {
      exit: exitCode.yes,
      result,
      text: (style) => renderLog(result, style),
      remarks: () =>
        result.damage.map(({ path, place, detail }) => `${path}${place === null ? "" : `, ${place}`}: ${detail}`),
    };
  });
}
