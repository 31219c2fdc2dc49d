import { show as readPacket } from "../../app/show.ts";
import { AppError } from "../../domain/errors.ts";
import { renderOrigin } from "../../render/terminal/share.ts";
import { renderShow } from "../../render/terminal/show.ts";
import { reportFailure } from "../report-failure.ts";
import { answer } from "../answer.ts";
import type { CliContext } from "../cli-context.ts";
import { exitCode } from "../exit-codes.ts";
import type { ShowFlags } from "../routes.ts";

export async function show(this: CliContext, flags: ShowFlags, id?: string): Promise<void> {
  const choice = { id: id ?? null, branch: flags.branch ?? null, topic: flags.topic ?? null };
  if (flags.json !== true && flags.markdown !== true) {
    await answer(this, false, async () => {
      const { packet, altered, origin } = await readPacket(this.context, choice);
      return {
        exit: exitCode.yes,
        result: packet,
        text: (style) =>
          [renderShow(packet, style), ...(origin === null ? [] : ["", renderOrigin(origin, style)])].join("\n"),
        remarks: ({ reasons }) => (altered ? [reasons.packet_altered.says] : []),
      };
    });
    return;
  }
  // Both files are printed exactly as they lie there.
  try {
    const { text, markdown } = await readPacket(this.context, choice);
    if (flags.json !== true && markdown === null) {
      throw new AppError({
        kind: "input",
        code: "markdown_missing",
        message: "this packet has no handoff.md any more",
        hint: "its content is in handoff.json: passdown show, or passdown show --json",
      });
    }
    this.context.stdout.write(flags.json === true ? text : (markdown ?? ""));
    this.process.exitCode = exitCode.yes;
  } catch (error) {
    this.process.exitCode = await reportFailure({ context: this.context, json: flags.json === true, error });
  }
}
