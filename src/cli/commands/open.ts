import { handOver } from "../../adapters/process/hand-over.ts";
import { openClient } from "../../app/open-client.ts";
import { AppError } from "../../domain/errors.ts";
import type { ClientName } from "../../domain/session/client-name.ts";
import { renderOpen } from "../../render/terminal/open.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import type { OpenFlags } from "../client-routes.ts";
import { exitCode } from "../exit-codes.ts";

export async function open(this: CliContext, flags: OpenFlags, client: ClientName): Promise<void> {
  await answer(this, flags.json === true, async () => {
    if (flags.continue === true && flags.session !== undefined) {
      throw new AppError({
        kind: "usage",
        code: "two_sessions",
        message: "--continue and --session name two different sessions",
        hint: "give one of them: --continue for the last session, --session ID for another",
      });
    }
    const opened = await openClient(this.context, {
      client,
      session:
        flags.continue === true
          ? { kind: "continue" }
          : flags.session === undefined
            ? { kind: "fresh" }
            : { kind: "resume", id: flags.session === "" ? null : flags.session },
      plan: flags.plan === true,
      anyway: flags.anyway === true,
    });
    const { argv, cwd } = opened;
    const printed = flags.print === true || flags.json === true;
    const may = argv !== null;
    const ended = may && !printed ? await handOver({ argv, cwd, env: this.context.env }) : null;
    return {
      exit: may ? (ended ?? exitCode.yes) : exitCode.no,
      result: opened,
      text: () => (ended === null ? renderOpen(opened) : ""),
      remarks: ({ sessions }) => (opened.prompt_left_out ? [sessions.noPrompt] : []),
    };
  });
}
