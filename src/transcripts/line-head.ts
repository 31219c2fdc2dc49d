import type { RawLine } from "./client-format.ts";

/** What the beginning of a line tells of the record's own keys, before its first object or array. */
export interface LineHead {
  /** The characters that were looked at, as Latin-1. */
  readonly text: string;
  /** The record's own type, where it comes first; else null. */
  readonly type: string | null;
  /** The key of the first object or array, where that comes first; else null. */
  readonly nested: string | null;
  /** Where the type, or the key, ends. */
  readonly end: number;
}

const headLength = 1000;

/** Pairs of keys and plain values, then the type or the first key that holds more. */
const head = /^\{(?:"\w+":(?:"(?:[^"\\]|\\.)*"|[\w.+-]+),)*?"(?:type":"([\w.-]+)"|(\w+)":[{[])/;

/** Reads the keys of a JSON object without parsing it: nested types must never be taken for the record's own. */
export function lineHead(line: RawLine): LineHead | null {
  const text = line.slice(0, Math.min(line.length, headLength));
  const found = head.exec(text);
  if (found === null) return null;
  return { text, type: found[1] ?? null, nested: found[2] ?? null, end: found[0].length };
}

/** The string that begins at a place in the line; null when it is too long or has escapes. */
function stringAt(line: RawLine, begin: number): string | null {
  const text = line.slice(begin, Math.min(line.length, begin + 256));
  const end = text.indexOf('"');
  if (end < 0) return null;
  const value = text.slice(0, end);
  return value.includes("\\") ? null : value;
}

/** The string that begins after a marker like `"uuid":"`; null when it is not there. */
export function stringAfter(line: RawLine, marker: string, from?: number): string | null {
  const found = line.find(marker, from);
  return found < 0 ? null : stringAt(line, found + marker.length);
}
