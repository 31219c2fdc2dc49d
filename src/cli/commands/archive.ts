import { archive as endPacket } from "../../app/archive.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { ArchiveFlags } from "../routes.ts";

export async function archive(this: CliContext, flags: ArchiveFlags, id?: string): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const result = await endPacket(this.context, {
      id: id ?? null,
      branch: flags.branch ?? null,
      topic: flags.topic ?? null,
      reason: flags.reason ?? null,
    });
    const { packet_id } = result;
    if (result.result === "archived") {
      return { exit: exitCode.yes, result, text: ({ words }) => `${words.messages.archived}: ${packet_id}` };
    }
    const active = result.active ?? "none";
    return {
      exit: exitCode.no,
      result,
      text: ({ words }) => `${words.messages.notActive}: ${packet_id} (${active})`,
    };
  });
}
