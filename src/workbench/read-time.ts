/** Beyond this a number of seconds lies in the year 5138: it is taken for milliseconds. */
const millisecondsFrom = 100_000_000_000;
const withZone = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * Epoch seconds (the workbench's own form, a JSON float) or ISO 8601 text with a zone, as UTC ISO 8601 with milliseconds.
 * Text without a zone is null: what it means depends on the machine that wrote it.
 */
export function readTime(value: unknown): string | null {
  const milliseconds = toMilliseconds(value);
  if (milliseconds === null) return null;
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return null;
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? date.toISOString() : null;
}

function toMilliseconds(value: unknown): number | null {
  if (typeof value === "number") return fromEpoch(value);
  if (typeof value !== "string") return null;
  const text = value.trim();
  if (/^\d{1,16}(?:\.\d{1,12})?$/.test(text)) return fromEpoch(Number(text));
  return withZone.test(text) ? Date.parse(text.replace(" ", "T")) : null;
}

function fromEpoch(value: number): number | null {
  if (!Number.isFinite(value) || value < 0) return null;
  return Math.round(value >= millisecondsFrom ? value : value * 1000);
}
