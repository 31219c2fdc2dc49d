import { escapeJsonControls } from "../domain/text/escape-json-controls.ts";
import type { TerminalStyle } from "../render/terminal/style.ts";
import type { CliContext } from "./cli-context.ts";
import { terminalStyle } from "./terminal-style.ts";

export interface LineAnswer {
  readonly exit: number;
  /** stdout: one compact JSON line, its keys in this order; null: nothing. */
  readonly line: object | null;
  /** stderr: the same for people; "": nothing. */
  readonly says: (style: TerminalStyle) => string;
}

/** For commands whose result is one JSON line with or without `--json`. Failures become one clear line and a code. */
export async function answerLine(cli: CliContext, json: boolean, work: () => Promise<LineAnswer>): Promise<void> {
  const { context } = cli;
  try {
    const { exit, line, says } = await work();
    const text = says(await terminalStyle(context, context.stderr));
    if (text !== "") context.stderr.write(`${text}\n`);
    if (line !== null) context.stdout.write(`${escapeJsonControls(JSON.stringify(line))}\n`);
    cli.process.exitCode = exit;
  } catch (error) {
    const { reportFailure } = await import("./report-failure.ts");
    cli.process.exitCode = await reportFailure({ context, json, error });
  }
}
