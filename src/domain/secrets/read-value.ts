import { looksRandom } from "./judge-value.ts";

/** A value in a text: [start, end) without its quotes. */
export interface Value {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

const opening = /(?:[bBrRfFuUL@$]{1,2}(?=["'`]))?(\\{0,31})("""|'''|["'`])/y;
const lineContinuation = /\\\r?\n[ \t]*|\\\\\\n[ \t]*|\^\r?\n[ \t]*/y;

/** The quoted string that begins at `at`, at whatever depth of escaping; null when none does. */
export function readQuoted(text: string, at: number): Value | null {
  opening.lastIndex = at;
  const match = opening.exec(text);
  if (match === null) return null;
  const start = opening.lastIndex;
  const quote = match[2] ?? '"';
  return { start, end: findClosing(text, start, quote, (match[1] ?? "").length), quoted: true };
}

/** Where the closing quote stands; without one, the end of the line: what was cut off was part of the value. */
function findClosing(text: string, start: number, quote: string, depth: number): number {
  const manyLines = quote.length === 3 || quote === "`";
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === "\\") {
      let slashes = 1;
      while (text[at + slashes] === "\\") slashes += 1;
      if (depth > 0 && slashes <= depth && text.startsWith(quote, at + slashes)) return at;
      at += depth > 0 ? slashes - 1 : slashes - 1 + (slashes % 2);
    } else if (depth === 0 && text.startsWith(quote, at)) {
      // '' and "" inside stand for the quote itself.
      if (quote.length === 1 && at > start && text[at + 1] === quote && /\w/.test(text.charAt(at + 2))) at += 1;
      else return at;
    } else if (depth > 0 && text.startsWith(quote, at)) return at;
    else if (char === "\n" && !manyLines) return findWrapped(text, at, quote, start);
    else if (char === "\n" && at - start > 4000) return at;
  }
  return text.length;
}

/** A quoted value that was broken over two lines: its quote closes the next line's first words. */
function findWrapped(text: string, newline: number, quote: string, start: number): number {
  const next = text.slice(newline + 1, newline + 240);
  const end = next.search(/["'`=:\n]/);
  return newline > start && end > 0 && next[end] === quote ? newline + 1 + end : newline;
}

const plain = /[^\s"'`<>\\^;,&()[\]{}，。；、）】]{1,200}/y;
/** No judgement needs more of a word; what turns out to be a secret is read on to its end. */
const longestBare = 200;

/** The unquoted word that begins at `at`, over continued lines, up to what ends it in a shell, a query or a list. */
export function readBare(text: string, at: number, limit: number = longestBare): Value {
  const closers: string[] = [];
  let end = at;
  while (end < text.length && end - at < limit) {
    plain.lastIndex = end;
    if (plain.test(text)) {
      end = plain.lastIndex;
      continue;
    }
    const char = text.charAt(end);
    if (char === "\\" || char === "^") {
      lineContinuation.lastIndex = end;
      if (lineContinuation.test(text)) {
        end = lineContinuation.lastIndex;
        continue;
      }
      if (char === "\\" && /[nrtbfu"'`]|\\["'nrt]/.test(text.slice(end + 1, end + 3))) break;
    } else if (char === ";" || char === "," || char === "&") {
      if (endsWord(text, end)) break;
    } else if (char === "(" || char === "[" || char === "{") {
      closers.push(char === "(" ? ")" : char === "[" ? "]" : "}");
    } else if (closers.pop() !== char) break;
    end += 1;
  }
  return { start: at, end: trimStop(text, at, end), quoted: false };
}

/** A value that is a secret, to its real end. */
export function readOn(text: string, value: Value): Value {
  return value.quoted || value.end - value.start < longestBare - 3
    ? value
    : readBare(text, value.start, Number.POSITIVE_INFINITY);
}

const nextPair = /[;,&](?:amp;)?(?:\s|$|["'`]|[A-Za-z_][\w.%-]{0,60}(?:=|%3D|:)|&)/iy;

function endsWord(text: string, at: number): boolean {
  nextPair.lastIndex = at;
  return nextPair.test(text);
}

/** Full stops and the like at the end belong to the sentence. */
function trimStop(text: string, start: number, end: number): number {
  let to = end;
  if (text.startsWith("...", end - 3)) return end;
  while (to > start + 1 && /[.,;:]/.test(text.charAt(to - 1))) to -= 1;
  return to;
}

const nextLine = /(?:\r?\n|\\n)[ \t]*([A-Za-z0-9_+/.~-]{6,200}={0,2})(?=\s|\\n|["'`]|$)/y;

/**
 * A secret that a narrow window or a mailer broke in the middle goes on in the next line, if that line begins with
 * nothing a person would write.
 */
export function followWrapped(text: string, value: Value): Value {
  const content = text.slice(value.start, value.end);
  if (value.quoted || !looksRandom(content)) return value;
  let end = value.end;
  for (;;) {
    nextLine.lastIndex = end;
    const match = nextLine.exec(text);
    const piece = match?.[1] ?? "";
    if (match === null || !looksRandom(piece)) return { ...value, end };
    end = nextLine.lastIndex;
  }
}
