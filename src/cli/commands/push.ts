import { push as pushPackets, type PushResult } from "../../app/push.ts";
import { renderPush } from "../../render/terminal/share.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { PushFlags } from "../share-routes.ts";

const exits: Readonly<Record<PushResult["result"], number>> = {
  pushed: exitCode.yes,
  unchanged: exitCode.yes,
  conflict: exitCode.no,
  secrets: exitCode.no,
  refused: exitCode.environment,
};

export async function push(this: CliContext, flags: PushFlags): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const result = await pushPackets(this.context, {
      branch: flags.branch ?? null,
      topic: flags.topic ?? null,
      all: flags.all === true,
      withWork: flags.withWork === true,
      allowSecrets: flags.allowSecrets === true,
      remote: flags.remote ?? null,
      timeout: flags.timeout ?? null,
    });
    return { exit: exits[result.result], result, text: (style) => renderPush(result, style) };
  });
}
