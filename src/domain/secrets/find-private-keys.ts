import type { Finding } from "./finding.ts";

const marker = /-{4,5} ?(BEGIN|END) (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?[^-\n]{0,20}-{4,5}/g;
/** Marks that diffs, quotes and numbered listings put before a line. */
const linePrefix = "(?:[ \\t]|\\d{1,5}[:|→\\t]|[>+|│*#-])";
/** One line of a key's body, real or escaped. */
const bodyLine = new RegExp(
  `${linePrefix}{0,12}[A-Za-z0-9+/]{1,100}={0,2}(?:[ \\t]*\\\\?\\r?(?:\\n|$)|\\\\r\\\\n|\\\\n|["'\`,+ ]{1,6}\\n|(?=["'\`]))`,
  "y",
);
const headerLine =
  /[ \t]*(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): [^\n\\]{0,200}(?:\n|\\n)|[ \t]*(?:\r?\n|(?:\\r)?\\n)/y;
/** A body in one line: long runs with a blank between them at most. */
const flatBody = /(?:[ \t]{0,4}[A-Za-z0-9+/]{40,}={0,2}){1,}(?:[ \t]{1,4}[A-Za-z0-9+/]{1,100}={0,2})?/y;
/** From one line back to the end of the one before. */
const gapBefore = /=*[ \t"'`,+\\]*(?:\r?\n|(?:\\r)?\\n)?[ \t"'`,+]*$/;
const startBefore = new RegExp(`(?:^|\\n|\\\\n)${linePrefix}{0,12}$`);
/** A key is not longer than this. */
const furthest = 64_000;

/** PEM and PGP private keys; also when the first or the last line is cut away, and the bare lines themselves. */
export function findPrivateKeys(text: string): Finding[] {
  if (!text.includes("PRIVATE KEY")) return [];
  const found: Finding[] = [];
  const markers = [...text.matchAll(marker)].map((match) => ({
    begins: match[1] === "BEGIN",
    start: match.index,
    end: match.index + match[0].length,
  }));
  let last = 0;
  for (const [index, { begins, start, end }] of markers.entries()) {
    const next = markers[index + 1];
    if (begins) {
      const closed = next !== undefined && !next.begins && isBody(text, end, next.start);
      last = closed ? next.end : followBody(text, end);
      found.push({ start, end: last, kind: "pem" });
    } else if (start >= last) {
      found.push({ start: leadBody(text, start, last), end, kind: "pem" });
      last = end;
    }
  }
  return found;
}

/** Mostly long runs of base64: not the code or prose that mentions both lines. */
function isBody(text: string, from: number, to: number): boolean {
  if (to - from > furthest) return false;
  const runs = text.slice(from, to).match(/[A-Za-z0-9+/]{20,}/g) ?? [];
  return runs.reduce((sum, run) => sum + run.length, 0) > 0.4 * (to - from);
}

/** Where the body after a BEGIN line ends. */
function followBody(text: string, from: number): number {
  let at = from;
  for (;;) {
    const step = [flatBody, bodyLine, headerLine].find((pattern) => {
      pattern.lastIndex = at;
      return pattern.test(text);
    });
    if (step === undefined || step.lastIndex === at) return at;
    at = step.lastIndex;
  }
}

/** Where the body before an END line begins. */
function leadBody(text: string, end: number, floor: number): number {
  let at = end;
  for (;;) {
    const gap = gapBefore.exec(text.slice(Math.max(floor, at - 24), at))?.[0].length ?? 0;
    const to = at - gap;
    let from = to;
    while (from > floor && isBase64(text.charCodeAt(from - 1))) from -= 1;
    // The letter of an escaped line break is no part of the line.
    if (text[from - 1] === "\\" && from < to) from += 1;
    if (from === to) return at;
    const before = text.slice(Math.max(floor, from - 24), from);
    if (to - from < 40 && from > floor && !startBefore.test(before)) return at;
    at = from;
  }
}

function isBase64(code: number): boolean {
  const letter = code | 32;
  return (letter > 96 && letter < 123) || (code > 46 && code < 58) || code === 43;
}
