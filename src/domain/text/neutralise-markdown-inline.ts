import { neutraliseTerminal } from "./neutralise-terminal.ts";

/**
 * Text as a part of one Markdown paragraph line: it opens no heading, list, quote, fence, rule, table, HTML, link, image,
 * reference, emphasis or hard break, and its words stay readable. Line breaks become blanks.
 */
export function neutraliseMarkdownInline(text: string): string {
  const line = neutraliseTerminal(text).replace(/\s+/gu, " ").trim();
  const escaped = line
    .replace(/[\\`*[\]<>|~#&$]/g, "\\$&")
    // Inside a word an underscore is no emphasis, and names are full of them.
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    // Bare addresses become links in many readers.
    .replace(/(?<=[A-Za-z]):(?=\/\/)/g, "\\:")
    .replace(/\bwww\.(?=\S)/gi, (www) => `${www.slice(0, 3)}\\.`);
  return escaped.replace(/^(\d{1,9})([.)])/, "$1\\$2").replace(/^[-+=:](?=[\s:=+-]|$)/, "\\$&");
}
