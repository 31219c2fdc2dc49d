import { diff as comparePackets } from "../../app/diff.ts";
import { renderDiff } from "../../render/terminal/diff.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { JsonFlag } from "../routes.ts";

export async function diff(this: CliContext, flags: JsonFlag, a: string, b: string): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const result = await comparePackets(this.context, { a, b });
    return { exit: exitCode.yes, result, text: (style) => renderDiff(result, style) };
  });
}
