import type { Words } from "../words/words.ts";
import type { Paint } from "./paint.ts";

/** How a terminal view speaks: which language, which colours, how wide. */
export interface TerminalStyle {
  readonly words: Words;
  readonly paint: Paint;
  readonly columns: number;
}
