import { createView, type Stretch, type View } from "./view.ts";

/** Colour and cursor sequences, real or as an escape in JSON or a shell, and characters without width. */
const invisible =
  /(?:\x1b|\\u001[bB]|\\x1[bB]|\\033|\\e)(?:\[[0-9;:?]{0,40}[@-~]|\][^\x07\x1b\n]{0,400}(?:\x07|\x1b\\)|[()][A-Z0-9])|[\x00\xad\u200b-\u200f\u2060-\u2064\ufeff]/g;

/** The lines that hold something invisible, without it: a highlighted word of a search is one word again. */
export function viewVisible(text: string): View | null {
  const groups: Stretch[][] = [];
  let lineEnd = -1;
  let from = 0;
  for (const match of text.matchAll(invisible)) {
    if (match.index >= lineEnd) {
      // Lines that follow one another stay together: a key may have many.
      const lineStart = text.lastIndexOf("\n", match.index - 1) + 1;
      if (groups.length === 0 || lineStart > lineEnd + 1) {
        groups.at(-1)?.push({ start: from, end: lineEnd });
        groups.push([]);
        from = lineStart;
      }
      const next = text.indexOf("\n", match.index);
      lineEnd = next < 0 ? text.length : next;
    }
    groups.at(-1)?.push({ start: from, end: match.index });
    from = match.index + match[0].length;
  }
  groups.at(-1)?.push({ start: from, end: lineEnd });
  return groups.length === 0 ? null : createView(text, groups);
}
