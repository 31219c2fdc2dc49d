import type { Finding } from "./finding.ts";
import { looksLikeName } from "./looks-like-name.ts";
import { headlessShapes, type TokenShape, tokenShapes } from "./token-shapes.ts";

/** A found token; `length` and `hex` as in its shape. */
export interface TokenFinding extends Finding {
  readonly length: number | null;
  readonly hex: boolean;
}

interface Candidate {
  readonly head: string;
  readonly rest: RegExp;
  readonly shape: TokenShape;
}

/**
 * No repetition runs further than this, so that a place that looks like a token and is none costs a bounded step;
 * a real token that is longer is followed to its end afterwards.
 */
const cap = 250;
const tail = /[A-Za-z0-9_+/=-]*(?:\.[A-Za-z0-9_-]+)*/y;

function capped(source: string): string {
  return source.replaceAll(",}", `,${cap}}`);
}

/**
 * Candidates by the low five bits of the first three characters of their heads: one table look-up at each character of
 * a text tells whether a head can begin there.
 */
const byTriple = new Map<number, Candidate[]>();
const mayBegin = new Uint8Array(1 << 15);
for (const shape of tokenShapes) {
  for (const head of shape.heads.split(" ")) {
    const candidate = { head, rest: new RegExp(capped(shape.rest), "dy"), shape };
    const thirds = head.length > 2 ? [head.charCodeAt(2) & 31] : Array.from({ length: 32 }, (_, index) => index);
    for (const third of thirds) {
      const triple = ((head.charCodeAt(0) & 31) << 10) | ((head.charCodeAt(1) & 31) << 5) | third;
      byTriple.set(triple, [...(byTriple.get(triple) ?? []), candidate]);
      mayBegin[triple] = 1;
    }
  }
}

const headless = headlessShapes.map((shape) => ({ shape, pattern: new RegExp(capped(shape.rest), "dy") }));
const anyHeadless = new RegExp(headlessShapes.map((shape) => capped(shape.rest)).join("|"), "g");

/** Tokens whose own form gives them away, whatever stands around them. */
export function findTokens(text: string): TokenFinding[] {
  return [...findPrefixed(text), ...findHeadless(text)];
}

export function findPrefixed(text: string): TokenFinding[] {
  const found: TokenFinding[] = [];
  let triple = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    triple = ((triple << 5) | (text.charCodeAt(at) & 31)) & 0x7fff;
    if (mayBegin[triple] === 0 || at - 2 < from) continue;
    const finding = identify(text, at - 2, byTriple.get(triple) ?? []);
    if (finding === null) continue;
    found.push(finding);
    from = finding.end;
  }
  return found;
}

function findHeadless(text: string): TokenFinding[] {
  const found: TokenFinding[] = [];
  for (const { index } of text.matchAll(anyHeadless)) {
    for (const { shape, pattern } of headless) {
      pattern.lastIndex = index;
      const match = pattern.exec(text);
      const start = match?.indices?.[1]?.[0];
      if (match === null || start === undefined) continue;
      const end = index + match[0].length;
      if (shape.random === true && looksLikeName(text.slice(start, end))) continue;
      found.push({ start, end: followTail(text, start, end), kind: shape.kind, length: null, hex: false });
      break;
    }
  }
  return found;
}

function identify(text: string, at: number, candidates: readonly Candidate[]): TokenFinding | null {
  for (const { head, rest, shape } of candidates) {
    if (!text.startsWith(head, at)) continue;
    if (shape.bounded === true && !canBegin(text, at)) continue;
    rest.lastIndex = at + head.length;
    const match = rest.exec(text);
    if (match === null || isBlank(match[0]) || (shape.random === true && isName(match[0]))) continue;
    const start = match.indices?.[1]?.[0] ?? at;
    const end = match.indices?.[1]?.[1] ?? match.index + match[0].length;
    return {
      start,
      end: followTail(text, start, end),
      kind: shape.kind,
      length: shape.length ?? null,
      hex: shape.hex ?? false,
    };
  }
  return null;
}

/** Made of words, and with a sign between them or too short for any token. */
function isName(rest: string): boolean {
  return (rest.length < 24 || /[_.-]/.test(rest)) && looksLikeName(rest);
}

/** Where the token really ends. */
function followTail(text: string, start: number, end: number): number {
  let to = end;
  if (end - start >= cap) {
    tail.lastIndex = end;
    tail.test(text);
    to = Math.max(end, tail.lastIndex);
  }
  // A full stop after a token belongs to the sentence.
  while (text.charAt(to - 1) === ".") to -= 1;
  return to;
}

/** What may stand before a token and ends in a letter: `\n`, `\u003d`, `%3D`, the end of a colour code. */
const escapeBefore = /(?:\\[abefnrtv]|\\[ux][0-9a-fA-F]{2,4}|%[0-9A-Fa-f]{2}|\[\d{1,3}(?:;\d{1,3}){0,4}m)$/;

/** At the start, after anything but a letter, and after an escape that ends in a letter. */
export function canBegin(text: string, at: number): boolean {
  return !/[A-Za-z]/.test(text.charAt(at - 1)) || escapeBefore.test(text.slice(Math.max(0, at - 24), at));
}

/** A form to fill in: `ghp_xxxxxxxxxxxx`, `AKIAXXXXXXXXXXXXXXXX`, `sk-ant-...`. */
function isBlank(rest: string): boolean {
  return /^(?:[xX]{6,}|\*{6,}|0{10,}|\.{3,})[xX*0._-]*$/.test(rest) || /^[a-z0-9]{0,6}-(?:[xX]{6,}|\.{3,})$/.test(rest);
}
