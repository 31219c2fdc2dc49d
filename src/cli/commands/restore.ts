import { restore as bringBack } from "../../app/restore.ts";
import { neutraliseTerminal } from "../../domain/text/neutralise-terminal.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { RestoreFlags } from "../routes.ts";

export async function restore(this: CliContext, flags: RestoreFlags, id?: string): Promise<void> {
  await answer(this, flags.json === true, async () => {
    const result = await bringBack(this.context, {
      id: id ?? null,
      branch: flags.branch ?? null,
      topic: flags.topic ?? null,
      into: flags.into,
    });
    const { path, restored, deleted, missing } = result;
    return {
      exit: missing.length === 0 ? exitCode.yes : exitCode.no,
      result,
      text: ({ words }) =>
        [
          `${words.messages.restored}: ${neutraliseTerminal(path)}`,
          ...restored.map((file) => `  + ${neutraliseTerminal(file)}`),
          ...deleted.map((file) => `  - ${neutraliseTerminal(file)}`),
          ...missing.map((file) => `  ! ${neutraliseTerminal(file)}`),
        ].join("\n"),
    };
  });
}
