import { execCommand } from "../../app/exec.ts";
import { execPorts } from "../../app/exec-ports.ts";
import { neutraliseTerminal } from "../../domain/text/neutralise-terminal.ts";
import type { CliContext } from "../cli-context.ts";
import { reportFailure } from "../report-failure.ts";
import type { ExecFlags } from "../routes.ts";

export async function exec(this: CliContext, flags: ExecFlags, ...argv: readonly string[]): Promise<void> {
  const { context } = this;
  try {
    const ports = await execPorts(context, {
      topic: flags.topic ?? null,
      session: flags.session ?? null,
      quiet: false,
    });
    const { status, record } = await execCommand(ports, {
      argv,
      note: flags.note ?? null,
      timeoutMs: flags.timeout === undefined ? null : Math.round(flags.timeout * 1000),
    });
    if (record.error !== null) context.stderr.write(`passdown: ${neutraliseTerminal(record.error)}\n`);
    this.process.exitCode = status;
  } catch (error) {
    this.process.exitCode = await reportFailure({ context, json: false, error });
  }
}
