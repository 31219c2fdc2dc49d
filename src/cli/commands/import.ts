import { importSession } from "../../app/sessions/import-session.ts";
import { renderImport } from "../../render/terminal/import.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import type { ImportFlags } from "../client-routes.ts";
import { exitCode } from "../exit-codes.ts";
import { withProgress } from "../with-progress.ts";

export async function importCommand(this: CliContext, flags: ImportFlags, file?: string): Promise<void> {
  await answer(
    this,
    flags.json === true,
    withProgress(this, { json: flags.json === true, doing: "import" }, async () => {
      const result = await importSession(this.context, {
        file: file ?? null,
        client: flags.client ?? null,
        full: flags.full === true,
      });
      return {
        exit: exitCode.yes,
        result,
        text: (style) => renderImport(result, style),
        remarks: ({ sessions }) => (result.not_kept === null ? [] : [`${sessions.notKept}${result.not_kept}`]),
      };
    }),
  );
}
