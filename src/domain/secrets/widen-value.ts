import { isCode, isInert } from "./judge-value.ts";
import { looksLikeName } from "./looks-like-name.ts";
import { holdsPlaceholder } from "./placeholder.ts";
import type { Value } from "./read-value.ts";

/** What follows a value that ends where it seems to: closing signs, the next member or argument, a tag, an escape. */
const structure = new RegExp(
  [
    `[)\\]}>"'\`.,;:!?/]*(?:\\s|\\\\[nrt]|$)`,
    `\\\\{0,31}["'\`]?[)\\]}]*[,;&|][\\s{[(]*\\\\{0,31}["'\`]?[\\w.$-]+\\\\{0,31}["'\`]?\\s*[=:(),\\]}]`,
    `\\\\{0,31}["'\`](?:[)\\]}]{0,8}[,;:)\\]}]|\\s*[+?:]|\\s*/?>)`,
    `</[A-Za-z]|<[A-Za-z][\\w-]{0,20}(?:\\s|/?>)`,
    `\\\\{1,31}["'\`nrtu]`,
  ].join("|"),
  "y",
);
const word = /\S{1,400}/y;

/** A secret goes on to the next blank, when what follows it is not the structure around it. */
export function widen(text: string, value: Value): Value {
  return endsAt(text, value.end) ? value : { ...value, end: wordEnd(text, value.end) };
}

function endsAt(text: string, at: number): boolean {
  structure.lastIndex = at;
  return at >= text.length || structure.test(text);
}

/**
 * A password of letters, digits and every sign there is, where quotes and brackets are characters like others; null when
 * the word looks like code or stands inside a string.
 */
export function readGenerated(text: string, value: Value): Value | null {
  // What is quoted properly was judged as what it is.
  if (value.quoted && !/[A-Za-z0-9]/.test(text.charAt(value.end + 1))) return null;
  const start = value.quoted ? value.start - 1 : value.start;
  const content = text.slice(start, wordEnd(text, start));
  if (content.length < 8 || !/[A-Za-z]/.test(content) || isInString(text, start)) return null;
  const seen = text.slice(value.start, value.end);
  if (holdsPlaceholder(content) || (isInert(seen) && endsAt(text, value.end))) return null;
  const signs = new Set(content.replace(/[A-Za-z0-9_./-]/g, ""));
  if (signs.size < (/\d/.test(content) ? 3 : 4) || isCode(seen, text.slice(value.end, value.end + 200))) return null;
  const words = content.match(/[A-Za-z]{6,}/g) ?? [];
  return words.some(looksLikeName) || hasMembers(content)
    ? null
    : { start, end: start + content.length, quoted: false };
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
