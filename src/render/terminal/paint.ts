import type { Tone } from "../document/inline.ts";

/** Colour, injected: a view never decides whether there is any. It only adds to what text and symbols say already. */
export type Paint = Readonly<Record<Tone, (text: string) => string>>;

const same = (text: string): string => text;

export const plainPaint: Paint = { good: same, bad: same, warn: same, dim: same, strong: same };

const escape = "\u001b[";
const between =
  (open: number, close: number) =>
  (text: string): string =>
    text === "" ? "" : `${escape}${open}m${text}${escape}${close}m`;

export const colourPaint: Paint = {
  good: between(32, 39),
  bad: between(31, 39),
  warn: between(33, 39),
  dim: between(2, 22),
  strong: between(1, 22),
};
