/** Reading values whose shape nobody vouches for: what does not fit is null, never an exception. */

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields | null {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Fields) : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A string that says something. */
export function nameOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** An exit code as a shell knows it; Codex also keeps negative ones for signals. */
export function codeOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

/** UTC ISO 8601 with milliseconds, from any ISO time with a zone; null for everything else. */
export function timeOf(value: unknown): string | null {
  if (typeof value !== "string") return null;
  if (!/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(value)) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** A JSON object that a client keeps as a string (or as it is). */
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
