import { doctor as examine } from "../../app/doctor.ts";
import { renderDoctor } from "../../render/terminal/doctor.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import { withProgress } from "../with-progress.ts";
import type { ClientsFlags } from "../routes.ts";

export async function doctor(this: CliContext, flags: ClientsFlags): Promise<void> {
  await answer(
    this,
    flags.json === true,
    withProgress(this, { json: flags.json === true, doing: "doctor" }, async () => {
      const result = await examine(this.context, flags.client ?? []);
      return {
        exit: result.ok ? exitCode.yes : exitCode.no,
        result,
        text: (style) => renderDoctor(result.clients, style),
        remarks: ({ clients }) => (result.on_path ? [] : [clients.doctor.notOnPath]),
      };
    }),
  );
}
