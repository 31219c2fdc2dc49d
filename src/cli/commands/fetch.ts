import { fetch as fetchPackets, isSettled } from "../../app/fetch.ts";
import { renderFetch } from "../../render/terminal/share.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { FetchFlags } from "../share-routes.ts";

export async function fetch(this: CliContext, flags: FetchFlags): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const result = await fetchPackets(this.context, {
      remote: flags.remote ?? null,
      timeout: flags.timeout ?? null,
      maxSize: flags.maxSize ?? null,
    });
    return {
      exit: isSettled(result) ? exitCode.yes : exitCode.no,
      result,
      text: (style) => renderFetch(result, style),
    };
  });
}
