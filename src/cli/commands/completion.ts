import type { CliContext } from "../cli-context.ts";
import type { CompletionFlags } from "../client-routes.ts";
import { scripts } from "../completion/scripts.ts";
import type { Shell } from "../completion/shells.ts";
import { answer } from "../answer.ts";
import { exitCode } from "../exit-codes.ts";

export async function completion(this: CliContext, flags: CompletionFlags, shell: Shell): Promise<void> {
  await answer(this, flags.json === true, async () => ({
    exit: exitCode.yes,
    result: { shell, script: scripts[shell] },
    text: () => scripts[shell],
  }));
}
