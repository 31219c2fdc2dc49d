/** Looks into JSON values of any shape: whatever is missing or of another type is null, never an error. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that is not empty. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** An exit code as clients record it. */
export function codeOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

/** UTC ISO 8601 with milliseconds, from such a text or from milliseconds since the epoch. */
export function instantOf(value: unknown): string | null {
  if (typeof value === "number") return instant(value);
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return null;
  // A time without a zone is taken as UTC: what is told must not depend on where it is read.
  return instant(Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`));
}

function instant(milliseconds: number): string | null {
  return Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : null;
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

/** Arguments of a call: an object, or its JSON text. */
export function argumentsOf(value: unknown): Fields | null {
  if (typeof value !== "string") return fieldsOf(value);
  try {
    return fieldsOf(JSON.parse(value));
  } catch {
    return null;
  }
}
