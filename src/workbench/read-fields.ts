import { cleanText } from "./clean-text.ts";
import { describeType, isObject, own } from "./json-value.ts";
import { report, type Reading } from "./reading.ts";
import { isSafeId } from "./safe-id.ts";

/** Entries kept of one list. */
const maxEntries = 10_000;

/** Text of a field; numbers and truth values count as text, blanks and everything else as null. */
export function readText(value: unknown, reading: Reading): string | null {
  const text = plainText(value);
  if (text === null || text.trim() === "") return null;
  return cleanText(text, reading);
}

/**
 * A list of texts. One text alone is a list of one (never a list of its letters), null and missing are empty.
 * Entries without text are left out, and that is said.
 */
export function readTexts(value: unknown, reading: Reading, place: string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    if (isObject(value)) report(reading, "wrong_shape", place, "expected a list of text, found an object");
    const text = readText(value, reading);
    return text === null ? [] : [text];
  }
  if (value.length > maxEntries) report(reading, "too_many", place, `${value.length} entries, ${maxEntries} are read`);
  const texts: string[] = [];
  value.slice(0, maxEntries).forEach((entry: unknown, index) => {
    const text = readText(isObject(entry) ? (own(entry, "detail") ?? own(entry, "text")) : entry, reading);
    if (text !== null) texts.push(text);
    else if (isObject(entry) || Array.isArray(entry)) {
      report(reading, "wrong_shape", `${place}[${index}]`, `expected text, found ${describeType(entry)}`);
    }
  });
  return texts;
}

/** A list of objects; a single object is a list of one. What is no object is left out, and that is said. */
export function readObjects(value: unknown, reading: Reading, place: string): readonly Entry[] {
  if (value === undefined || value === null) return [];
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (entries.length > maxEntries) {
    report(reading, "too_many", place, `${entries.length} entries, ${maxEntries} are read`);
  }
  const objects: Entry[] = [];
  entries.slice(0, maxEntries).forEach((entry, index) => {
    const at = Array.isArray(value) ? `${place}[${index}]` : place;
    if (isObject(entry)) objects.push({ object: entry, place: at });
    else report(reading, "wrong_shape", at, `expected an object, found ${describeType(entry)}`);
  });
  return objects;
}

export interface Entry {
  readonly object: Readonly<Record<string, unknown>>;
  readonly place: string;
}

/** A finite number, also when it was written as text. */
export function readNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || !/^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** An id that is safe as a single path segment. Blank, null and missing are null; anything else is damage. */
export function readId(value: unknown, reading: Reading, place: string): string | null {
  if (value === undefined || value === null) return null;
  const id = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof id === "string" && id.trim() === "") return null;
  if (typeof id === "string" && isSafeId(id) && reading.redact(id) === id) return id;
  const found = typeof id === "string" ? JSON.stringify(cleanText(id, reading).slice(0, 80)) : describeType(id);
  report(reading, "unsafe_id", place, `not usable as an id: ${found}`);
  return null;
}

/** true or false as written; null when missing, and when it is anything else (text "false" is not false). */
export function readFlag(value: unknown, reading: Reading, place: string): boolean | null {
  if (typeof value === "boolean") return value;
  if (value !== undefined && value !== null) {
    report(reading, "wrong_value", place, `expected true or false, found ${describeType(value)}`);
  }
  return null;
}

function plainText(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  return typeof value === "number" && Number.isFinite(value) ? String(value) : null;
}
