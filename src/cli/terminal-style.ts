import { findLanguage } from "../app/find-language.ts";
import type { Context, Output } from "../context.ts";
import { colourPaint, plainPaint } from "../render/terminal/paint.ts";
import { unbroken, type TerminalStyle } from "../render/terminal/style.ts";
import { pickLanguage } from "../render/words/pick-language.ts";
import { wordsOf } from "../render/words/words-of.ts";

/** How a stream is written to. Colour only on a terminal and without NO_COLOR (https://no-color.org: set, not empty). */
export async function terminalStyle({ env, cwd }: Context, output: Output): Promise<TerminalStyle> {
  const noColor = env["NO_COLOR"] ?? "";
  return {
    words: wordsOf(pickLanguage(env, await findLanguage(cwd))),
    paint: output.isTTY && noColor === "" && env["TERM"] !== "dumb" ? colourPaint : plainPaint,
    columns: columnsOf(output, env),
  };
}

/** As wide as the terminal, within reason; elsewhere nothing is wrapped, unless COLUMNS asks for it. */
export function columnsOf(output: Output, env: Context["env"]): number {
  const asked = /^[1-9]\d{0,5}$/.test(env["COLUMNS"] ?? "") ? Number(env["COLUMNS"]) : null;
  const columns = output.isTTY ? output.columns : asked;
  return columns === null ? unbroken : Math.max(40, Math.min(columns, 100));
}
