import { audit as auditPacket } from "../../audit/audit-packet.ts";
import { renderAudit } from "../../render/terminal/audit.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { JsonFlag } from "../routes.ts";

export async function audit(this: CliContext, flags: JsonFlag, target: string): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const result = await auditPacket(this.context, target);
    return {
      exit: result.result === "pass" ? exitCode.yes : exitCode.no,
      result,
      text: (style) => renderAudit(result, style),
      remarks: ({ messages }) => result.unchecked.map((what) => `${messages.notChecked}: ${what}`),
    };
  });
}
