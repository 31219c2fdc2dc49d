import type { Language } from "./languages.ts";

/** One line with its code and its comment apart. */
export interface MaskedLine {
  readonly original: string;
  /** As long as the original; the content of strings and comments is blank, the quotes stay. */
  readonly code: string;
  /** Text of the comment on this line without its marker; null when there is none. */
  readonly comment: string | null;
  /** `doc`: a comment that documents (slash-star-star, ///, leading star). */
  readonly kind: "line" | "block" | "doc" | null;
}

/**
 * Splits consecutive lines of a file into code and comments. The first line is taken to begin outside of strings and
 * comments: a run of added lines has no more context. Regular expressions and here-documents are not recognised.
 */
export function maskLines(lines: readonly string[], language: Language): readonly MaskedLine[] {
  const opening = openingOf(language);
  let open: Open | null = null;
  return lines.map((original) => {
    const masked = maskLine({ original, language, opening, openBefore: open });
    open = masked.open;
    return masked.line;
  });
}

/** What a line leaves open for the next one. */
type Open =
  | { readonly kind: "comment"; readonly doc: boolean; readonly close: "*/" }
  | { readonly kind: "string"; readonly close: string };

interface LineToMask {
  readonly original: string;
  readonly language: Language;
  /** Finds the next character at which a comment or a string may begin. */
  readonly opening: RegExp;
  readonly openBefore: Open | null;
}

function maskLine({ original, language, opening, openBefore }: LineToMask): {
  readonly line: MaskedLine;
  readonly open: Open | null;
} {
  if (openBefore === null && !hasMatch(opening, original)) {
    return { line: { original, code: original, comment: null, kind: null }, open: null };
  }
  let open = openBefore;
  let code = "";
  // A blank line within a comment belongs to it.
  let comment: string | null = openBefore?.kind === "comment" ? "" : null;
  let kind: MaskedLine["kind"] = openBefore?.kind === "comment" ? kindOf(openBefore, original) : null;
  let at = 0;
  while (at < original.length) {
    if (open !== null) {
      const close: number = findClose(original, at, open);
      const inner: string = original.slice(at, close === -1 ? original.length : close);
      if (open.kind === "comment") comment = (comment ?? "") + inner;
      code += " ".repeat(inner.length);
      at += inner.length;
      if (close === -1) break;
      code += open.kind === "comment" ? "  " : open.close;
      at += open.close.length;
      open = null;
      continue;
    }
    opening.lastIndex = at;
    const next = opening.exec(original)?.index ?? original.length;
    code += original.slice(at, next);
    at = next;
    const begun = at < original.length ? beginsAt(original, at, language) : null;
    if (begun === null) {
      code += original.slice(at, at + 1);
      at += 1;
    } else if (begun.kind === "line comment") {
      comment = (comment ?? "") + original.slice(at + begun.marker.length);
      kind = begun.doc ? "doc" : "line";
      code += " ".repeat(original.length - at);
      break;
    } else {
      open = begun;
      code += begun.kind === "comment" ? "  " : begun.close;
      at += begun.close.length;
      if (begun.kind === "comment") {
        comment ??= "";
        kind = begun.doc ? "doc" : "block";
      }
    }
  }
  // A string that has to end on its line and did not was none: an apostrophe, a regular expression.
  if (open?.kind === "string" && !language.longQuotes.includes(open.close)) open = null;
  return { line: { original, code, comment, kind }, open };
}

function hasMatch(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

/** Comments in the style of documentation lead each line with a star. */
function kindOf(open: Open & { readonly kind: "comment" }, line: string): MaskedLine["kind"] {
  return open.doc || /^\s*\*(?!\/)/.test(line) ? "doc" : "block";
}

type LineComment = { readonly kind: "line comment"; readonly marker: string; readonly doc: boolean };

function beginsAt(line: string, at: number, language: Language): Open | LineComment | null {
  const marker = language.lineComments.find((one) => opensComment(line, at, one));
  if (marker !== undefined) {
    return {
      kind: "line comment",
      marker,
      doc: isDocText(marker, line.slice(at + marker.length, at + marker.length + 1)),
    };
  }
  if (language.blockComments && line.startsWith("/*", at)) {
    // Behind code it ends on its line; otherwise it is more likely a piece of a regular expression.
    if (line.slice(0, at).trim() !== "" && line.indexOf("*/", at + 2) === -1) return null;
    return { kind: "comment", doc: /^[*!]/.test(line.slice(at + 2, at + 3)), close: "*/" };
  }
  const quote = language.longQuotes.find((one) => line.startsWith(one, at));
  if (quote !== undefined) return { kind: "string", close: quote };
  const char = line.charAt(at);
  return language.quotes.includes(char) ? { kind: "string", close: char } : null;
}

function opensComment(line: string, at: number, marker: string): boolean {
  if (!line.startsWith(marker, at)) return false;
  // `#` within a word is no comment ($#, a#b), and `//` behind a colon is an address.
  const before = line.charAt(at - 1);
  return marker === "#" ? before === "" || /[\s;){}]/.test(before) : before !== ":";
}

/** `///`, `//!`, `##`, `#'`, `#!`, `---`: documentation and interpreter lines. */
function isDocText(marker: string, next: string): boolean {
  return next === marker.slice(-1) || next === "!" || (marker === "#" && (next === "'" || next === ":"));
}

function findClose(line: string, from: number, open: Open): number {
  if (open.kind === "comment") return line.indexOf("*/", from);
  for (let at = from; at < line.length; at += 1) {
    if (line[at] === "\\") at += 1;
    else if (line.startsWith(open.close, at)) return at;
  }
  return -1;
}

const openings = new Map<Language, RegExp>();

function openingOf(language: Language): RegExp {
  const opening = openings.get(language) ?? makeOpening(language);
  openings.set(language, opening);
  return opening;
}

function makeOpening(language: Language): RegExp {
  const starts = [
    ...language.lineComments,
    language.blockComments ? "/*" : "",
    language.quotes,
    ...language.longQuotes,
  ];
  const firsts = new Set(
    starts.flatMap((start, at) => (at === starts.indexOf(language.quotes) ? [...start] : start.slice(0, 1))),
  );
  return new RegExp(`[${[...firsts].join("").replace("-", "\\-")}]`, "g");
}
