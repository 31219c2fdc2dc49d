import type { Random } from "./random.ts";

/** Characters that readers of text are wrong about. */
const oddTexts: readonly string[] = [
  "\0",
  "\t",
  "\r",
  "\r\n",
  "\n",
  "\n\n",
  " ",
  "\u001b[31m",
  "\u001b]8;;",
  "\u0007",
  "\u007f",
  "\u0085",
  "\u00a0",
  "\u200b",
  "\u202e",
  "\u2028",
  "\ufeff",
  "\ufffd",
  "é",
  "e\u0301",
  "支付",
  "🙂",
  "İ",
  "ß",
  '"',
  "'",
  "`",
  "```",
  "\\",
  "\\\\",
  "\\u0000",
  "\\ud800",
  "$(",
  "${",
  "<<EOF",
  "|",
  "||",
  "&&",
  ";",
  "&",
  "(",
  ")",
  "{",
  "}",
  "[",
  "]",
  "#",
  "//",
  "/*",
  "*/",
  "..",
  "../",
  "*",
  "**/",
  "-",
  "--",
  "=",
  ":",
  "://",
  "@",
  ",",
  "__proto__",
  "constructor",
  "toString",
];
const oddNumbers: readonly string[] = [
  "0",
  "-0",
  "-1",
  "00",
  "1",
  "126",
  "127",
  "137",
  "255",
  "256",
  "2147483648",
  "4294967296",
  "9007199254740993",
  "99999999999999999999",
  "1e9",
  "1e400",
  "0.1",
  "NaN",
];

/** A change of text: words, numbers, lines, and characters that are seldom thought of. */
export function mutateText(input: Buffer, random: Random, words: readonly string[]): Buffer {
  const text = input.toString("latin1");
  const insert = (piece: string): Buffer => {
    const at = random.below(input.length + 1);
    return Buffer.concat([input.subarray(0, at), Buffer.from(piece), input.subarray(at)]);
  };
  switch (random.below(6)) {
    case 0:
      return insert(random.pick(oddTexts));
    case 1:
      return words.length === 0 ? insert(random.pick(oddTexts)) : insert(random.pick(words));
    case 2:
      return replaceOne(text, /\d+/g, random.pick(oddNumbers), random);
    case 3:
      return words.length === 0 ? input : replaceOne(text, /[\w.-]+/g, latin(random.pick(words)), random);
    case 4:
      return replaceOne(text, /[^\w\s]/g, latin(random.pick(oddTexts)), random);
    default:
      return mutateParts(input, "\n", random, (line) => line);
  }
}

/** A change of the parts of an input: one is dropped, doubled, moved, cut, or changed by `change`. */
export function mutateParts(
  input: Buffer,
  separator: string,
  random: Random,
  change: (part: string) => string,
): Buffer {
  const parts = input.toString("latin1").split(separator);
  const at = random.below(parts.length);
  const part = parts[at] ?? "";
  const other = random.below(parts.length);
  switch (random.below(8)) {
    case 0:
      parts.splice(at, 1);
      break;
    case 1:
      parts.splice(other, 0, part);
      break;
    case 2:
      parts[at] = parts[other] ?? "";
      parts[other] = part;
      break;
    case 3:
      parts[at] = part.slice(0, random.below(part.length + 1));
      break;
    case 4:
      parts.splice(at, 2, part + (parts[at + 1] ?? ""));
      break;
    default:
      parts[at] = change(part);
  }
  return Buffer.from(parts.join(separator), "latin1");
}

function replaceOne(text: string, pattern: RegExp, by: string, random: Random): Buffer {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return Buffer.from(text, "latin1");
  const one = random.pick(found);
  return Buffer.from(text.slice(0, one.index) + by + text.slice(one.index + one[0].length), "latin1");
}

function latin(text: string): string {
  return Buffer.from(text).toString("latin1");
}
