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
  if (typeof value !== "string") return null;
  if (told.test(value)) return value;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return null;
  // A time without a zone is taken as UTC: what is told must not depend on where it is read.
  return instant(Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`));
}

const told = /^\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Years of four digits. */
const lastInstant = 253402300799999;
let second = Number.NaN;
let secondText = "";

/** Records of one file follow each other closely: the text of the last second is kept, for making one is slow. */
function instant(milliseconds: number): string | null {
  if (!(milliseconds >= 0 && milliseconds <= lastInstant)) return null;
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

/** Arguments of a call: an object, or its JSON text. */
export function argumentsOf(value: unknown): Fields | null {
  if (typeof value !== "string") return fieldsOf(value);
  try {
    return fieldsOf(JSON.parse(value));
  } catch {
    return null;
  }
}
