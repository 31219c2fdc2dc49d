/** Looks into JSON values of any shape: whatever is missing or of another type is null, never an error. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields | null {
  return isFields(value) ? value : null;
}

/** The object itself; an empty one for every other value, so that reading on finds nothing instead of failing. */
export function objectOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that says something; null for an empty one. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Any text, also an empty one. */
export function anyTextOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The first of the fields that is a text and says something. */
export function firstText(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const text = textOf(fields[name]);
    if (text !== null) return text;
  }
  return null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** An exit code as clients record it; some keep negative ones for signals. */
export function codeOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

/** A folder or file that does not depend on where one stands. */
export function absoluteOf(value: unknown): string | null {
  const path = textOf(value);
  return path !== null && /^(?:\/|\\\\|[A-Za-z]:[\\/])/.test(path) ? path : null;
}

const told = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const zone = /(?:Z|[+-]\d\d:?\d\d)$/i;
/** Seconds up to the year 5138, milliseconds from March 1973 on: no client's time lies in both. */
const secondsBelow = 1e11;
/** Years of four digits. */
const lastInstant = 253402300799999;
let second = Number.NaN;
let secondText = "";

/** UTC ISO 8601 with milliseconds, from such a text or from seconds or milliseconds since the epoch. */
export function timeOf(value: unknown): string | null {
  if (typeof value === "number") return instant(value < secondsBelow ? value * 1000 : value);
  if (typeof value !== "string") return null;
  // As nearly every client writes it: nothing to convert.
  if (told.test(value)) return value;
  if (!iso.test(value)) return null;
  // A time without a zone is taken as UTC: what is told must not depend on where it is read.
  return instant(Date.parse(zone.test(value) ? value : `${value}Z`));
}

/** Records of one file follow each other closely: the text of the last second is kept, for making one is slow. */
function instant(milliseconds: number): string | null {
  if (!(milliseconds > 0 && milliseconds <= lastInstant)) return null;
  const whole = Math.floor(milliseconds / 1000);
  if (whole !== second) {
    second = whole;
    secondText = new Date(whole * 1000).toISOString().slice(0, 20);
  }
  return `${secondText}${String(Math.floor(milliseconds) - whole * 1000).padStart(3, "0")}Z`;
}

/** The text of a message: a string, or the text blocks of a list, joined by line ends. */
export function contentText(content: unknown): string | null {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const texts: string[] = [];
  for (const block of content as unknown[]) {
    const fields = fieldsOf(block);
    if (fields !== null && fields["type"] === "text" && typeof fields["text"] === "string") texts.push(fields["text"]);
  }
  return texts.length === 0 ? null : texts.join("\n");
}

/** An object, or the JSON text of one: many clients keep a call's arguments so. */
export function parsedFields(value: unknown): Fields | null {
  if (typeof value !== "string") return fieldsOf(value);
  try {
    return fieldsOf(JSON.parse(value));
  } catch {
    return null;
  }
}

/** What `save` gave, of a map from names to values. */
export function savedMap<T>(value: unknown, take: (entry: unknown) => T | null): Map<string, T> {
  const map = new Map<string, T>();
  for (const pair of listOf(value)) {
    const [key, entry] = listOf(pair);
    const taken = take(entry);
    if (typeof key === "string" && taken !== null) map.set(key, taken);
  }
  return map;
}

/** A value as a word; nothing of an object: its `toString` may be a field of the record. */
export function wordOf(value: unknown): string {
  return typeof value === "object" && value !== null ? "" : String(value);
}
