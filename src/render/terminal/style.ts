import type { Words } from "../words/words.ts";
import type { Paint } from "./paint.ts";

/** Columns of what is no terminal: a program, a model or a log reads each statement as one line. */
export const unbroken: number = Number.MAX_SAFE_INTEGER;

/** How a terminal view speaks: which language, which colours, how wide. */
export interface TerminalStyle {
  readonly words: Words;
  readonly paint: Paint;
  readonly columns: number;
}
