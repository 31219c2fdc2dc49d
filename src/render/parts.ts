import type { Verdict } from "../domain/verification.ts";
import { code, data, tone, word, type Foreign, type Inline, type Tone } from "./document/inline.ts";
import { say } from "./document/say.ts";
import type { Words } from "./words/words.ts";

/** Small pieces that the Markdown, the brief and the terminal share. */

/** Commits and trees: enough digits to be unambiguous, few enough to be read. */
export function shortId(id: string): Foreign {
  return code(id.slice(0, 12));
}

export function idOrNone(id: string | null, words: Words): Inline {
  return id === null ? word(words.common.none) : code(id);
}

const verdictMarks: Readonly<Record<Verdict, readonly [symbol: string, tone: Tone]>> = {
  passed: ["✓", "good"],
  failed: ["✗", "bad"],
  stale: ["!", "warn"],
  not_run: ["!", "warn"],
  weak: ["!", "warn"],
  unknown: ["?", "warn"],
  absent: ["–", "dim"],
};

/** Symbol and word, so that neither colour nor shape alone says it. */
export function verdictMark(verdict: Verdict, words: Words): Inline {
  const [symbol, name] = verdictMarks[verdict];
  return tone(name, word(`${symbol} ${words.verdicts[verdict]}`));
}

export function attribution(author: string, at: string | null): Inline[] {
  return at === null ? [data(author)] : [data(author), word(" · "), time(at)];
}

/** Times come from files of others too: only the shape of a time passes as a word of ours. */
export function time(at: string): Inline {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/.test(at) ? word(at) : data(at);
}

/** In brackets, with the blank before them that the language wants. */
export function aside(inlines: readonly Inline[], words: Words): Inline[] {
  return say(words.common.aside, { text: inlines });
}
