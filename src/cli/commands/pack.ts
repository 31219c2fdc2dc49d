import { pack as runPack } from "../../app/pack.ts";
import { renderPack } from "../../render/terminal/pack.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import { withProgress } from "../with-progress.ts";
import type { PackFlags } from "../routes.ts";

export async function pack(this: CliContext, flags: PackFlags): Promise<void> {
  await answer(
    this,
    flags.json === true,
    withProgress(this, { json: flags.json === true, doing: "pack" }, async () => {
      const outcome = await runPack(this.context, {
        topic: flags.topic ?? null,
        session: flags.session ?? null,
        force: flags.force ?? null,
        out: flags.out ?? null,
      });
      const { result, packet_id, path, superseded, clean_state } = outcome;
      const shown = { result, packet_id, path, superseded, clean_state };
      const reasons = outcome.result === "refused" ? outcome.reasons : [];
      return {
        exit: result === "refused" ? exitCode.no : exitCode.yes,
        result: result === "refused" ? { ...shown, reasons } : shown,
        text: (style) => renderPack({ ...shown, reasons }, style),
        remarks: () => (outcome.result === "refused" ? [] : outcome.remarks),
      };
    }),
  );
}
