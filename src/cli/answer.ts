import { escapeJsonControls } from "../domain/text/escape-json-controls.ts";
import { neutraliseTerminal } from "../domain/text/neutralise-terminal.ts";
import type { TerminalStyle } from "../render/terminal/style.ts";
import { pickLanguage } from "../render/words/pick-language.ts";
import type { Words } from "../render/words/words.ts";
import type { CliContext } from "./cli-context.ts";
import { terminalStyle } from "./terminal-style.ts";

/** What a command has to say: the exit code, the JSON document, and the same for people. */
export interface Answer {
  readonly exit: number;
  readonly result: object;
  readonly text: (style: TerminalStyle) => string;
  /** Beside the result, for stderr: what was not kept, for example. */
  readonly remarks?: (words: Words) => readonly string[];
}

/** Runs a command's work and prints its answer in the form asked for; failures become one clear line and a code. */
export async function answer(cli: CliContext, json: boolean, work: () => Promise<Answer>): Promise<void> {
  const { context } = cli;
  try {
    const { exit, result, text, remarks } = await work();
    const style = await terminalStyle(context, context.stdout);
    context.stdout.write(json ? toJson(result) : withNewline(text(style)));
    for (const remark of remarks?.(style.words) ?? []) {
      context.stderr.write(`passdown: ${neutraliseTerminal(remark)}\n`);
    }
    cli.process.exitCode = exit;
  } catch (error) {
    const { reportFailure } = await import("./report-failure.ts");
    cli.process.exitCode = await reportFailure({ context, json, error });
  }
}

function toJson(result: object): string {
  return `${escapeJsonControls(JSON.stringify({ schema_version: 1, ...result }, null, 2))}\n`;
}

function withNewline(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** The brief follows the locale on a terminal; in a JSON document it does not. The configuration overrules both. */
export function briefLanguage({ context }: CliContext, json: boolean): "en" | "zh" {
  return json ? "en" : pickLanguage(context.env, null);
}
