import { decodeBase64 } from "./decode-base64.ts";
import type { Finding } from "./finding.ts";

const isBase64 = new Uint8Array(128);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_")
  isBase64[char.charCodeAt(0)] = 1;
const shortest = 16;
/** Longer encodings are files, not secrets: only their beginning is looked at. */
const longest = 64_000;

/** `textEnd`: how far what is encoded is text. */
export interface EncodedFinding extends Finding {
  readonly textEnd: number;
}

/** Base64 or hex that hides one of the other shapes. `search` looks into the decoded text. */
export function findEncoded(text: string, search: (decoded: string) => readonly Finding[]): EncodedFinding[] {
  const found: EncodedFinding[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127 || isBase64[code] === 0) continue;
    const start = at;
    while (at < text.length && isRun(text.charCodeAt(at))) at += 1;
    if (at - start < shortest) continue;
    const glued = text[start - 1] === "\\" && /[nrt]/.test(text.charAt(start)) ? 1 : 0;
    const from = start + glued;
    const { text: decoded, end: textEnd } = decodeRun(text, from, Math.min(at, from + longest));
    if (decoded === "" || search(decoded).length === 0) continue;
    found.push({ start: from, end: endOfPadding(text, at), textEnd, kind: "base" });
  }
  return found;
}

function isRun(code: number): boolean {
  return code < 128 && isBase64[code] === 1;
}

function decodeRun(text: string, from: number, to: number): { text: string; end: number } {
  const hex = decodeHex(text, from, to);
  if (hex !== "") return { text: hex, end: to };
  // Six bytes that are all text are rare enough in what is no encoded text.
  if (decodeBase64(text, from, from + 8).end < from + 7) return { text: "", end: from };
  return decodeBase64(text, from, to);
}

/** The ASCII text that hex digits spell; "" when a byte is no text, as in every digest. */
function decodeHex(text: string, from: number, to: number): string {
  let decoded = "";
  for (let at = from; at + 1 < to; at += 2) {
    const byte = nibble(text.charCodeAt(at)) * 16 + nibble(text.charCodeAt(at + 1));
    if (!(byte === 10 || byte === 13 || (byte > 31 && byte < 127))) return "";
    decoded += String.fromCharCode(byte);
  }
  return decoded;
}

/** Far out of range when the character is no hex digit. */
function nibble(code: number): number {
  if (code > 47 && code < 58) return code - 48;
  const lower = code | 32;
  return lower > 96 && lower < 103 ? lower - 87 : 1000;
}

function endOfPadding(text: string, at: number): number {
  let end = at;
  while (text[end] === "=" && end - at < 2) end += 1;
  return end;
}
