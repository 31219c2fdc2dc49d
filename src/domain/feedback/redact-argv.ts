/**
 * Redacts each word of an argv, and once more all of them together: `--password` and the word behind it are only a
 * secret as a pair. The number of words stays the same.
 */
export function redactArgv(argv: readonly string[], redact: (text: string) => string): readonly string[] {
  const single = argv.map(redact);
  const together = parseWords(redact(JSON.stringify(single)));
  return together !== null && together.length === single.length ? together : single;
}

function parseWords(json: string): readonly string[] | null {
  try {
    const words: unknown = JSON.parse(json);
    return Array.isArray(words) && words.every((word) => typeof word === "string") ? words : null;
  } catch {
    return null; // A placeholder took a quote with it: the words redacted one by one stand.
  }
}
