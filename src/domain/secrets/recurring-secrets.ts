import { couldRecur, isDistinctive } from "./is-distinctive.ts";
import type { Finding } from "./finding.ts";
import { digitsOf, placeholder, type SecretKind, splitPlaceholders } from "./placeholder.ts";

/** Secrets that were recognised somewhere, to be masked where the same value stands without anything that says so. */
export interface RecurringSecrets {
  /** A value that was recognised. Short and common ones are not taken up. */
  readonly learn: (value: string, kind: SecretKind) => void;
  /** What a text says of secrets that another process recognised: its placeholders. */
  readonly recall: (text: string) => void;
  readonly mask: (text: string) => string;
  readonly knows: () => boolean;
}

/** More than these are not looked for: a text of nothing but secrets must not make all others slow. */
const mostValues = 1_000;
/** A word is masked for another's sake once in 65,536 / `mostRecalled` of the words that look like a secret. */
const mostRecalled = 64;

const word = /[^\s"'`<>(){}[\],|\\]{8,200}/g;
const parts = /[^=:@;&/，。；：、！？（）“”]{8,}/g;
const endOfSentence = /[.,:;!?]+$/;

export function createRecurringSecrets(): RecurringSecrets {
  const values = new Map<string, SecretKind>();
  /** Values by the low five bits of their first three characters; one look at each character of a text tells. */
  const byTriple = new Map<number, string[]>();
  const mayBegin = new Uint8Array(1 << 15);
  const recalled = new Map<string, SecretKind>();

  function add(value: string, kind: SecretKind): void {
    if (values.has(value) || values.size >= mostValues || !isDistinctive(value)) return;
    values.set(value, kind);
    const triple = tripleAt(value, 0);
    mayBegin[triple] = 1;
    byTriple.set(
      triple,
      [...(byTriple.get(triple) ?? []), value].toSorted((a, b) => b.length - a.length),
    );
  }

  function maskValues(text: string): string {
    let out = "";
    let from = 0;
    let triple = 0;
    for (let at = 0; at < text.length; at += 1) {
      triple = ((triple << 5) | (text.charCodeAt(at) & 31)) & 0x7fff;
      if (mayBegin[triple] === 0 || at - 2 < from) continue;
      const start = at - 2;
      const value = byTriple.get(triple)?.find((one) => text.startsWith(one, start) && standsFree(text, start, one));
      if (value === undefined) continue;
      out += text.slice(from, start) + placeholder(values.get(value) ?? "pass", value);
      from = start + value.length;
      at = from - 1;
    }
    return from === 0 ? text : out + text.slice(from);
  }

  function maskRecalled(text: string): string {
    let out = "";
    let from = 0;
    for (const match of text.matchAll(word)) {
      if (!/\d/.test(match[0])) continue;
      for (const { start, end } of candidatesIn(match[0])) {
        const content = match[0].slice(start, end);
        const kind = couldRecur(content) ? recalled.get(digitsOf(content)) : undefined;
        if (kind === undefined) continue;
        out += text.slice(from, match.index + start) + placeholder(kind, content);
        from = match.index + end;
        break;
      }
    }
    return from === 0 ? text : out + text.slice(from);
  }

  return {
    learn: (value, kind) => {
      add(value, kind);
      if (/%[0-9A-Fa-f]{2}/.test(value)) add(decoded(value), kind);
    },
    recall: (text) => {
      for (const { kind, digits } of splitPlaceholders(text)) {
        if (recalled.size < mostRecalled && !recalled.has(digits)) recalled.set(digits, kind);
      }
    },
    knows: () => values.size + recalled.size > 0,
    mask: (text) => {
      const known = values.size === 0 ? text : maskValues(text);
      return recalled.size === 0 ? known : maskRecalled(known);
    },
  };
}

function tripleAt(text: string, at: number): number {
  return ((text.charCodeAt(at) & 31) << 10) | ((text.charCodeAt(at + 1) & 31) << 5) | (text.charCodeAt(at + 2) & 31);
}

/** Hex digits inside longer ones are a part of another id. */
function standsFree(text: string, start: number, value: string): boolean {
  if (!/^[0-9a-f]+$/i.test(value)) return true;
  return !/[0-9A-Za-z]/.test(text.charAt(start - 1)) && !/[0-9A-Za-z]/.test(text.charAt(start + value.length));
}

/** The word, without the signs of its sentence; its parts between signs; and these without the ending of a file's name. */
function candidatesIn(whole: string): readonly Pick<Finding, "start" | "end">[] {
  const trimmed = whole.replace(endOfSentence, "").length;
  const spans = [{ start: 0, end: whole.length }];
  if (trimmed < whole.length) spans.push({ start: 0, end: trimmed });
  for (const { 0: part, index } of whole.matchAll(parts)) {
    const end = index + part.replace(endOfSentence, "").length;
    const ending = /\.[A-Za-z]{1,5}$/.exec(whole.slice(index, end))?.[0].length ?? 0;
    if (end - index < trimmed) spans.push({ start: index, end });
    if (ending > 0) spans.push({ start: index, end: end - ending });
  }
  return spans;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
