import { isInert } from "./judge-value.ts";
import { looksLikeName } from "./looks-like-name.ts";
import { holdsPlaceholder } from "./placeholder.ts";
import type { Value } from "./read-value.ts";

/** What follows a value that ends where it seems to: closing signs, the next member or argument, a tag, an escape. */
const structure = new RegExp(
  [
    `[)\\]}>"'\`.,;:!?/]*(?:\\s|\\\\[nrt]|$)`,
    `\\\\{0,31}["'\`]?[,;&|()[\\]{}]{1,6}\\s*\\\\{0,31}["'\`]?[\\w.$-]*\\\\{0,31}["'\`]?\\s*[=:(),\\]}]`,
    `\\\\{0,31}["'\`]\\s*(?:[+?:)]|/?>)`,
    `</?[A-Za-z!]`,
    `\\\\{1,31}["'\`nrtu]`,
  ].join("|"),
  "y",
);
const word = /\S{1,400}/y;

/** A secret goes on to the next blank, when what follows it is not the structure around it. */
export function widen(text: string, value: Value): Value {
  structure.lastIndex = value.end;
  if (value.end >= text.length || structure.test(text)) return value;
  return { ...value, end: wordEnd(text, value.end) };
}

/**
 * A password of letters, digits and every sign there is, where quotes and brackets are characters like others; null when
 * the word looks like code or stands inside a string.
 */
export function readGenerated(text: string, value: Value): Value | null {
  const start = value.quoted ? value.start - 1 : value.start;
  const content = text.slice(start, wordEnd(text, start));
  if (content.length < 8 || !/[A-Za-z]/.test(content) || isInString(text, start)) return null;
  if (isInert(text.slice(value.start, value.end)) || holdsPlaceholder(content)) return null;
  const signs = new Set(content.replace(/[A-Za-z0-9_./-]/g, ""));
  const name = /^[A-Za-z_$][\w$]{2,}/.exec(content)?.[0] ?? "";
  if (signs.size < (/\d/.test(content) ? 3 : 4) || looksLikeName(name) || hasMembers(content)) return null;
  return { start, end: start + content.length, quoted: false };
}

function wordEnd(text: string, from: number): number {
  word.lastIndex = from;
  return word.test(text) ? word.lastIndex : from;
}

/** `a,token:b}`: members of an object or arguments of a call. */
function hasMembers(content: string): boolean {
  return /[,;{(&][A-Za-z_]{3,}[:=(]/.test(content) || /\$\{|\{\{|=>|\(\)/.test(content);
}

/** Is a quote open on this line before `at`? */
function isInString(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 300), at);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return ['"', "'", "`"].some((quote) => line.split(quote).length % 2 === 0);
}
