import { excerptOf } from "../domain/feedback/collect-excerpt.ts";
import { wellFormed } from "../domain/text/well-formed.ts";
import type { OutputExcerpt } from "../domain/workbench.ts";
import type { Reading } from "./reading.ts";

/** Output up to this length is kept as it is. */
const maxPlain = 16_000;
/** Of a very long stream only two ends of this length are looked at: far more than is kept of them, so that secrets are whole. */
const maxEnd = 256_000;

/**
 * The recorded output of one stream, redacted as a whole before anything is cut. The runner's line
 * `...truncated N lines...` parts head and tail; when the record counts no cut lines, such a line is the program's own.
 * Short plain output, which is nearly all there is, stays as it is; the rest is cut as output of our own is.
 */
export function readExcerpt(value: unknown, cutLines: number | null, reading: Reading): OutputExcerpt {
  if (typeof value !== "string" || value === "") {
    return { head: "", tail: "", omittedLines: cutLines ?? 0, errorLines: [] };
  }
  const { text, lost } = redactEnds(value, reading);
  const cut = findMarker(text, cutLines);
  const omitted = (cut?.lines ?? cutLines ?? 0) + lost;
  const before = cut === null ? text : text.slice(0, cut.start);
  const after = cut === null ? "" : text.slice(cut.end);
  if (lost === 0 && text.length <= maxPlain && !/[\u001B\r]/.test(text)) {
    return { head: withoutEnd(before), tail: withoutEnd(after), omittedLines: omitted, errorLines: [] };
  }
  const excerpt = excerptOf(before + after);
  return { ...excerpt, omittedLines: excerpt.omittedLines + omitted };
}

function withoutEnd(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}

function redactEnds(value: string, reading: Reading): { readonly text: string; readonly lost: number } {
  if (value.length <= 2 * maxEnd) return { text: reading.redact(wellFormed(value)), lost: 0 };
  const head = reading.redact(wellFormed(value.slice(0, maxEnd)));
  const tail = reading.redact(wellFormed(value.slice(-maxEnd)));
  return { text: `${head}\n${tail}`, lost: Math.max(1, countLines(value.slice(maxEnd, -maxEnd))) };
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly lines: number;
}

/** The line with the number that the record names, or the first such line when it names none. */
function findMarker(text: string, cutLines: number | null): Cut | null {
  for (const match of text.matchAll(/^\.\.\.truncated (\d{1,9}) lines\.\.\.(?:\r?\n|$)/gm)) {
    const lines = Number(match[1]);
    if (cutLines === null || lines === cutLines)
      return { start: match.index, end: match.index + match[0].length, lines };
  }
  return null;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
