/**
 * Whether a text names this command: its words, whatever the white space, and not as a part of another command
 * (`npm test` is not in `pnpm test` nor in `npm test:unit`).
 */
export function namesCommand(text: string, command: string): boolean {
  const haystack = collapse(text);
  const needle = collapse(command);
  if (needle === "") return false;
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + 1)) {
    const before = haystack.slice(0, at);
    const after = haystack.slice(at + needle.length);
    if (!/[A-Za-z0-9_/.:@-]$/.test(before) && !/^(?:[A-Za-z0-9_/@-]|[.:]\S)/.test(after)) return true;
  }
  return false;
}

function collapse(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}
