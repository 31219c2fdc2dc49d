import { verify as runVerify } from "../../app/verify.ts";
import { renderVerify } from "../../render/terminal/verify.ts";
import { neutraliseTerminal } from "../../domain/text/neutralise-terminal.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import { withProgress } from "../with-progress.ts";
import { terminalStyle } from "../terminal-style.ts";
import type { VerifyFlags } from "../routes.ts";

export async function verify(this: CliContext, flags: VerifyFlags, task?: string): Promise<void> {
  const { words } = await terminalStyle(this.context, this.context.stderr);
  await answer(
    this,
    flags.json === true,
    withProgress(this, { json: flags.json === true, doing: "verify" }, async (end) => {
      const result = await runVerify(this.context, {
        task: task ?? null,
        run: flags.run === true,
        topic: flags.topic ?? null,
        session: flags.session ?? null,
        onRun: (command) => {
          end();
          this.context.stderr.write(`passdown: ${words.messages.running}: ${neutraliseTerminal(command)}\n`);
        },
      });
      return {
        exit: result.verdict === "passed" ? exitCode.yes : exitCode.no,
        result,
        text: (style) => renderVerify(result, style),
        remarks: ({ messages }) => (result.report === null ? [`${messages.notKept}: verification`] : []),
      };
    }),
  );
}
