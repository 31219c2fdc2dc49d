/** A JSON object whose fields nobody has looked at yet. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object itself; an empty one for every other value, so that reading on finds nothing instead of failing. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that says something; null for an empty one and for every other value. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A whole number, as an exit code is. */
export function integerOf(value: unknown): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null;
}

/** The first of the fields that is a text. */
export function firstText(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOf(fields[name]);
    if (text !== null) return text;
  }
  return null;
}

/** A folder or file that does not depend on where one stands; null for every other value. */
export function absoluteOf(value: unknown): string | null {
  const path = textOf(value);
  return path !== null && /^(?:\/|\\\\|[A-Za-z]:[\\/])/.test(path) ? path : null;
}

const utc = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const zoned = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;
// Seconds up to the year 5138, milliseconds from March 1973 on: no client's time lies in both.
const secondsBelow = 1e11;

/** UTC ISO 8601 with milliseconds from an ISO text with its zone, or from seconds or milliseconds since the epoch. */
export function timeOf(value: unknown): string | null {
  if (typeof value === "string") {
    // As nearly every client writes it: nothing to convert.
    if (utc.test(value)) return value;
    return zoned.test(value) ? isoOf(new Date(value)) : null;
  }
  const number = numberOf(value);
  if (number === null || number <= 0) return null;
  return isoOf(new Date(number < secondsBelow ? number * 1000 : number));
}

function isoOf(date: Date): string | null {
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
