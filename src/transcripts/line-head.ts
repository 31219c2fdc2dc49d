import type { RawLine } from "./client-format.ts";

/** What the beginning of a line tells of the record's own keys, up to the first object or array. */
export interface LineHead {
  /** Strings and literals of the record itself, as Latin-1 characters with their escapes. */
  readonly values: ReadonlyMap<string, string>;
  /** The key whose value is the first object or array; null when the head ended before. */
  readonly nested: string | null;
}

const headLength = 1200;

/** Reads the keys of a JSON object without parsing it: nested types must never be taken for the record's own. */
export function lineHead(line: RawLine): LineHead {
  const text = line.slice(0, Math.min(line.length, headLength));
  const values = new Map<string, string>();
  let at = text.charCodeAt(0) === openBrace ? 1 : text.length;
  while (text.charCodeAt(at) === quote) {
    const keyEnd = closingQuote(text, at + 1);
    if (keyEnd < 0 || text.charCodeAt(keyEnd + 1) !== colon) break;
    const key = text.slice(at + 1, keyEnd);
    const from = keyEnd + 2;
    const first = text.charCodeAt(from);
    if (first === openBrace || first === openBracket) return { values, nested: key };
    const end = first === quote ? closingQuote(text, from + 1) + 1 : literalEnd(text, from);
    if (end <= 0) break;
    values.set(key, first === quote ? text.slice(from + 1, end - 1) : text.slice(from, end));
    if (text.charCodeAt(end) !== comma) break;
    at = end + 1;
  }
  return { values, nested: null };
}

/** The string that begins after a marker like `"uuid":"`; null when it is not there or has escapes. */
export function stringAfter(line: RawLine, marker: string, from?: number): string | null {
  const found = line.find(marker, from);
  if (found < 0) return null;
  const begin = found + marker.length;
  const text = line.slice(begin, Math.min(line.length, begin + 256));
  const end = text.indexOf('"');
  if (end < 0) return null;
  const value = text.slice(0, end);
  return value.includes("\\") ? null : value;
}

const quote = 34;
const comma = 44;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const openBrace = 123;

function closingQuote(text: string, from: number): number {
  for (let at = from; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return -1;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return at;
  }
}

function literalEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[-+.\w]/.test(text.charAt(at))) at++;
  return at === from || at === text.length ? -1 : at;
}
