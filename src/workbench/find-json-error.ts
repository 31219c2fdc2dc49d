/** Where a text stops being JSON (RFC 8259). Line and column from 1, the column counted in UTF-16 units. */
export interface JsonError {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const space = /[ \t\n\r]*/y;
const word = /true|false|null/y;

/**
 * The first syntax error, or null for valid JSON. The engine's own messages carry no reliable place and differ
 * between versions. Iterative: the nesting depth of the text does not matter.
 */
export function findJsonError(text: string): JsonError | null {
  const open: string[] = [];
  let at = skip(space, text, 0);
  if (at === text.length) return errorAt(text, at, "the file is empty");
  for (;;) {
    // A value is due at `at`.
    const char = text[at];
    if (char === "{" || char === "[") {
      open.push(char);
      at = skip(space, text, at + 1);
      if (text[at] === (char === "{" ? "}" : "]")) {
        open.pop();
        at += 1;
      } else if (char === "[") continue;
      else {
        const key = readKey(text, at);
        if (typeof key !== "number") return key;
        at = key;
        continue;
      }
    } else {
      const end = scalarEnd(text, at);
      if (typeof end !== "number") return end;
      at = end;
    }
    // A value has ended: close what closes, go on after a comma.
    for (;;) {
      at = skip(space, text, at);
      const holder = open.at(-1);
      if (holder === undefined) {
        return at === text.length ? null : errorAt(text, at, `unexpected ${show(text, at)} after the end of the value`);
      }
      if (text[at] === (holder === "{" ? "}" : "]")) {
        open.pop();
        at += 1;
        continue;
      }
      if (text[at] !== ",") {
        return errorAt(text, at, `expected "," or "${holder === "{" ? "}" : "]"}", found ${show(text, at)}`);
      }
      at = skip(space, text, at + 1);
      if (text[at] === "}" || text[at] === "]") return errorAt(text, at, "a comma before the closing bracket");
      if (holder === "{") {
        const key = readKey(text, at);
        if (typeof key !== "number") return key;
        at = key;
      }
      break;
    }
  }
}

/** End of `"key":` and the white space after it. */
function readKey(text: string, at: number): number | JsonError {
  if (text[at] !== '"') return errorAt(text, at, `expected a key in double quotes, found ${show(text, at)}`);
  const end = stringEnd(text, at);
  if (typeof end !== "number") return end;
  const colon = skip(space, text, end);
  if (text[colon] !== ":") return errorAt(text, colon, `expected ":" after the key, found ${show(text, colon)}`);
  return skip(space, text, colon + 1);
}

function scalarEnd(text: string, at: number): number | JsonError {
  const char = text[at];
  if (char === '"') return stringEnd(text, at);
  const end = char === "-" || (char !== undefined && char >= "0" && char <= "9") ? number : word;
  const next = skip(end, text, at);
  if (next > at) return next;
  if (text.startsWith("//", at) || text.startsWith("/*", at)) {
    return errorAt(text, at, "JSON has no comments");
  }
  return errorAt(text, at, `expected a value, found ${show(text, at)}`);
}

function stringEnd(text: string, at: number): number | JsonError {
  for (let index = at + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) return index + 1;
    if (code < 0x20) return errorAt(text, index, "a line break or control character inside a text");
    if (code !== 0x5c) continue;
    const escape = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;
    const end = skip(escape, text, index + 1);
    if (end === index + 1) return errorAt(text, index, "an unknown escape sequence inside a text");
    index = end - 1;
  }
  return errorAt(text, at, "a text without its closing quote");
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function show(text: string, at: number): string {
  const point = text.codePointAt(at);
  if (point === undefined) return "the end of the file";
  return point > 0x20 && point < 0x7f
    ? JSON.stringify(String.fromCodePoint(point))
    : `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}

function errorAt(text: string, at: number, message: string): JsonError {
  const before = text.slice(0, at);
  const lastBreak = before.lastIndexOf("\n");
  const line = before.split("\n").length;
  return { line, column: at - lastBreak, message };
}
