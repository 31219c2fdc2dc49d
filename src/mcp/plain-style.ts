import { findLanguage } from "../app/find-language.ts";
import type { Context } from "../context.ts";
import { plainPaint } from "../render/terminal/paint.ts";
import { unbroken, type TerminalStyle } from "../render/terminal/style.ts";
import { wordsWithCalls } from "./as-calls.ts";
import { wordsOf } from "../render/words/words-of.ts";

/** The views of the terminal without its colours, naming tools instead of commands. The language is the configuration's: no locale reaches a model. */
export async function plainStyle({ cwd }: Context): Promise<TerminalStyle> {
  return { words: wordsWithCalls(wordsOf((await findLanguage(cwd)) ?? "en")), paint: plainPaint, columns: unbroken };
}
