const usual = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * A text before which all usual times lie that are before this one: texts of one form are compared much faster than they
 * are read. null where there is none.
 */
export function timeText(milliseconds: number): string | null {
  const time = new Date(milliseconds);
  if (Number.isNaN(time.getTime())) return null;
  const text = time.toISOString();
  return usual.test(text) ? text : null;
}

/** UTC ISO 8601 with milliseconds and a year of four digits, as every recorder here writes it. */
export function isUsualTime(text: string): boolean {
  return text.length === 24 && text.charCodeAt(0) >= 0x30 && text.charCodeAt(0) <= 0x39 && text.endsWith("Z");
}
