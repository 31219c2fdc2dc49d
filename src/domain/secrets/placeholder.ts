import { sha256 } from "../digest.ts";

/**
 * What a placeholder says a secret was. Kinds are short and share no run of six characters with the fixed part of any
 * token format, so that a placeholder never repeats a piece of what it replaces.
 */
export type SecretKind = string;

const exact = "\\[redacted:[a-z]{2,12}:[0-9a-f]{4}\\]";
const anywhere = new RegExp(exact);
const whole = new RegExp(`^(?:${exact})+$`);

/** `[redacted:KIND:hhhh]`: four hex digits tell two secrets apart and are too few to search for one. */
export function placeholder(kind: SecretKind, secret: string): string {
  return `[redacted:${kind}:${digitsOf(secret)}]`;
}

export function digitsOf(secret: string): string {
  return sha256(secret).slice(0, 4);
}

/** Kind and digits of each placeholder in a text. */
export function splitPlaceholders(text: string): { kind: SecretKind; digits: string }[] {
  if (!text.includes("[redacted:")) return [];
  return [...text.matchAll(/\[redacted:([a-z]{2,12}):([0-9a-f]{4})\]/g)].map(([, kind = "", digits = ""]) => ({
    kind,
    digits,
  }));
}

/** Each different placeholder of a text once, as it stands. */
export function listPlaceholders(text: string): readonly string[] {
  if (!text.includes("[redacted:")) return [];
  return [...new Set(findPlaceholders(text).map(({ start, end }) => text.slice(start, end)))];
}

export function findPlaceholders(text: string): { start: number; end: number }[] {
  return [...text.matchAll(new RegExp(exact, "g"))].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

export function holdsPlaceholder(text: string): boolean {
  return anywhere.test(text);
}

export function isPlaceholder(text: string): boolean {
  return whole.test(text);
}
