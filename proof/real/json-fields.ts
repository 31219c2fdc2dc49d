/** A JSON object of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

export function fields(value: unknown): Fields {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Fields) : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A text, or the texts of a list of parts. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return list(value)
    .map((part) => (typeof part === "string" ? part : text(fields(part)["text"])))
    .filter((part) => part !== "")
    .join("\n");
}

/** The number in the first group of a match. */
export function numberOf(match: RegExpExecArray | null): number | null {
  return match?.[1] === undefined ? null : Number(match[1]);
}

/** The object that a text is the JSON of; null for anything else. */
export function parsed(json: string): Fields | null {
  try {
    const value: unknown = JSON.parse(json);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** Milliseconds since 1970 from what clients write as a time: ISO text, seconds or milliseconds. */
export function timeOf(value: unknown): number | null {
  if (typeof value === "number") return value < 1e11 ? Math.round(value * 1000) : value;
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
