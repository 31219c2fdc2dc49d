import { createView, type View } from "./view.ts";

/** Colour and cursor sequences, real or as an escape in JSON or a shell, and characters without width. */
const invisible =
  /(?:\x1b|\\u001[bB]|\\x1[bB]|\\033|\\e)(?:\[[0-9;:?]{0,40}[@-~]|\][^\x07\x1b\n]{0,400}(?:\x07|\x1b\\)|[()][A-Z0-9])|[\x00\xad\u200b-\u200f\u2060-\u2064\ufeff]/g;

/** The lines that hold something invisible, without it: a highlighted word of a search is one word again. */
export function viewVisible(text: string): View[] {
  const views: View[] = [];
  let stretches: { start: number; end: number }[] = [];
  let lineEnd = -1;
  let from = 0;
  const close = (): void => {
    if (stretches.length > 0)
      views.push(createView(text, [...stretches, { start: from, end: lineEnd }].filter(isFilled)));
    stretches = [];
  };
  for (const match of text.matchAll(invisible)) {
    if (match.index >= lineEnd) {
      // Lines that follow one another stay together: a key may have many.
      const lineStart = text.lastIndexOf("\n", match.index - 1) + 1;
      if (lineStart > lineEnd + 1 || stretches.length === 0) {
        close();
        from = lineStart;
      }
      const next = text.indexOf("\n", match.index);
      lineEnd = next < 0 ? text.length : next;
    }
    stretches.push({ start: from, end: match.index });
    from = match.index + match[0].length;
  }
  close();
  return views;
}

function isFilled({ start, end }: { readonly start: number; readonly end: number }): boolean {
  return end > start;
}
