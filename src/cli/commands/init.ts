import { init as install } from "../../app/init.ts";
import { renderInit } from "../../render/terminal/init.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { InitFlags } from "../routes.ts";

export async function init(this: CliContext, flags: InitFlags): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const result = await install(this.context, {
      clients: flags.client ?? [],
      dryRun: flags.dryRun === true,
      remove: flags.remove === true,
      agentsMd: flags.agentsMd === true,
    });
    const refused = result.files.some(({ action }) => action === "refused");
    const nobody = result.mode === "install" && result.clients.length === 0;
    return {
      exit: refused ? exitCode.environment : nobody ? exitCode.no : exitCode.yes,
      result,
      text: (style) => renderInit(result, style),
    };
  });
}
