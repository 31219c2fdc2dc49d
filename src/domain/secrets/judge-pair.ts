import { couldRecur } from "./is-distinctive.ts";
import { isCode, isHash, isInert, isMixed, isPhrase, isQuantity, isVersion, looksRandom } from "./judge-value.ts";
import { looksLikeName } from "./looks-like-name.ts";
import type { KeyJudgement } from "./judge-key.ts";
import type { Value } from "./read-value.ts";

/**
 * How a value is bound to its key: `k=v`, `k = v`, `k: v`, `k: T = v`, `k == v`, `k("v")`, `| k | v |`, `k is v`,
 * `k v`, `--k v`, and the line below `k:`.
 */
export type PairForm =
  | "tight"
  | "spaced"
  | "colon"
  | "typed"
  | "compare"
  | "call"
  | "cell"
  | "prose"
  | "mention"
  | "flag"
  | "below";

export interface Pair {
  readonly text: string;
  readonly value: Value;
  readonly form: PairForm;
  readonly key: { readonly start: number; readonly name: string; readonly dashes: number };
  readonly judgement: KeyJudgement;
}

/** No judgement looks further into a value than this. */
const enough = 160;

/** Is this value a secret, given what its key says and how it is written? */
export function judgePair(pair: Pair): boolean {
  const { text, value, form, judgement } = pair;
  const content = text.slice(value.start, Math.min(value.end, value.start + enough));
  // What stands in the user information of a URL is judged there.
  if (isInert(content) || text.startsWith("//", pair.key.start - 2)) return false;
  if (form === "compare" || form === "call" || form === "prose" || form === "cell" || form === "mention")
    return judgeLoose(pair, content);
  if (form === "below") return judgeBelow(pair, content);
  if (value.quoted) return judgeQuoted(pair, content);
  const rest = text.slice(value.end, value.end + 200);
  const password = judgement.kind === "pass" && judgement.strength === "strong";
  // `password=123456` is one, `token: 5` and `password:42` (a line number) are none.
  const pin = judgement.strength === "strong" && /^\d{6,}$/.test(content) && (form === "tight" || isAlone(pair, rest));
  if (isQuantity(content) && !pin && (!password || (form === "colon" && text[value.start - 1] === ":"))) return false;
  if (form === "flag") return judgeFlag(pair, content, rest);
  const environment = form === "tight" && judgement.upper;
  if (!environment && (isCode(content, rest) || sameAsKey(content, pair.key.name))) return false;
  if (judgement.kind === "auth" && isUserAndPassword(content)) return true;
  if (judgement.strength === "weak")
    return isMixed(content) ? !looksLikeName(content) || judgement.kind === "pass" : looksRandom(content);
  if (environment) return !isPath(content);
  if (isPath(content) || isArgument(content, rest)) return false;
  if (form === "tight") return content.length > 2;
  if (form === "colon") return judgeColon(pair, content, rest);
  return (
    isMixed(content) ||
    looksRandom(content) ||
    isSymbolic(content) ||
    isHexKey(content) ||
    isPhrase(content) ||
    (judgement.strength === "strong" && isPlainWord(content, rest))
  );
}

function judgeQuoted({ form, key, judgement }: Pair, content: string): boolean {
  if (sameAsKey(content, key.name) || isVersion(content)) return false;
  if (judgement.kind !== "pass" && (!/[\p{L}\p{N}]/u.test(content) || /\(\)|=>/.test(content))) return false;
  if (judgement.strength === "strong") return !isPath(content);
  if (/\s/.test(content)) return judgement.kind === "pass" && /\d/.test(content);
  if (judgement.kind === "auth" && isUserAndPassword(content)) return true;
  const assigned = judgement.strength === "plain" && form !== "colon";
  return isMixed(content) || looksRandom(content) || isHexKey(content, assigned ? 7 : 16);
}

/** `admin:hunter2` */
function isUserAndPassword(content: string): boolean {
  return isMixed(/^[\w.@-]{1,80}:(.+)$/.exec(content)?.[1] ?? "");
}

/** Forms that also occur in prose and code: the value has to look like a secret by itself. */
function judgeLoose({ text, value, form, key, judgement }: Pair, content: string): boolean {
  if (judgement.strength === "weak" || /\s/.test(content)) return false;
  switch (form) {
    case "call":
      return (
        /^(?:.*\.)?(?:set|with)?_?[a-z]+(?:_?(?:key|token))?$/i.test(key.name) &&
        !/^create/i.test(key.name) &&
        isMixed(content)
      );
    case "cell":
      return /(?:^|[\n|│][ \t]*)$/.test(text.slice(Math.max(0, key.start - 20), key.start)) && isMixed(content);
    case "prose":
      if (value.quoted && judgement.upper) return true;
      if (!value.quoted && judgement.kind !== "pass") return couldRecur(content);
      return isMixed(content) || looksRandom(content) || /^\d{6,}$/.test(content);
    case "mention":
      return couldRecur(content);
    default:
      return value.quoted && (isMixed(content) || looksRandom(content));
  }
}

/** Alone in its line, and no key, path or item of a list. */
function judgeBelow({ text, value, judgement }: Pair, content: string): boolean {
  if (judgement.strength === "weak" || content.length < 6 || /^[-[{(]|^[\w.-]+[:=]|\s/.test(content)) return false;
  if (!endsLine(text.slice(value.end, value.end + 200)) || isPath(content)) return false;
  if (judgement.kind === "pass" && isMixed(content)) return true;
  return couldRecur(content) || (judgement.strength === "strong" && isHexKey(content));
}

function judgeFlag({ text, key, value, judgement }: Pair, content: string, rest: string): boolean {
  if (/^[-|&;>]/.test(content) || /^[A-Z_]*(?:PASS|TOKEN|SECRET|KEY|PASSWORD)[A-Z_]*$/.test(content)) return false;
  if (judgement.strength === "weak" && judgement.kind !== "pass") return looksRandom(content);
  if (key.dashes === 1 && text[value.start - 1] !== "=") return isMixed(content) || looksRandom(content);
  // "use --password twice in a row" is a sentence.
  return !/^[a-z]+$/.test(content) || !/^[ \t][a-z]+[ \t][a-z]+/.test(rest);
}

/** `key: value` is YAML, a header, a type, a message or a sentence. */
function judgeColon(pair: Pair, content: string, rest: string): boolean {
  const { kind, strength } = pair.judgement;
  if (/^[A-Za-z_]{1,15}$/.test(content) && !isHexKey(content)) {
    // One word: alone in its line it is the value of a password, and of another key when it is no name.
    if (kind === "pass" && looksRandom(content)) return true;
    if (strength === "weak" || !isAlone(pair, rest)) return false;
    return kind === "pass" ? /^[a-z_]{3,}$|^(?![A-Z]?[a-z]+$)/.test(content) : looksRandom(content);
  }
  if (isMixed(content) || looksRandom(content) || isSymbolic(content) || isHexKey(content)) return true;
  if (/^\d{6,}$/.test(content)) return strength === "strong";
  return (
    strength === "strong" &&
    kind === "pass" &&
    (isPhrase(content) || (/^[\x21-\x7e]{3,}$/.test(content) && isAlone(pair, rest)))
  );
}

/** Nothing but indentation and marks before the key, and nothing but a comment after the value. */
function isAlone({ text, key }: Pair, rest: string): boolean {
  const before = text.slice(Math.max(0, key.start - 100), key.start);
  return /(?:^|\n|\\n)[ \t]*(?:(?:[-+>#*|│]|\d{1,5}[:→|])[ \t]*)*["'{]?[ \t]*$/.test(before) && endsLine(rest);
}

function endsLine(rest: string): boolean {
  return /^[ \t]*(?:#[^\n]*)?(?:\r?\n|\\{1,8}["'nr]|["'}]|[，。；]|$)/.test(rest);
}

/** One word, and nothing after it: not an identifier in code, not the beginning of a sentence. */
function isPlainWord(content: string, rest: string): boolean {
  return /^(?:[a-z]+[^A-Za-z.([]?|[^\p{L}]+)$/u.test(content) && content.length > 2 && endsLine(rest);
}

/** Letters with signs between them that neither words nor code have: `p@ss!word`. */
function isSymbolic(content: string): boolean {
  return (
    content.length >= 6 &&
    /[!@#%^&*+~?]/.test(content.slice(0, -1)) &&
    /[A-Za-z]/.test(content) &&
    !/^[\w.-]+@[\w.-]+$/.test(content)
  );
}

/** A key given as hex digits: the name of the key says what it is. */
function isHexKey(content: string, length: number = 16): boolean {
  return content.length >= length && isHash(content);
}

function isPath(content: string): boolean {
  return (
    /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/](?:[\w.@-]+[\\/])*[\w.@-]*$/.test(content) &&
    looksLikeName(content) &&
    content.length > 3
  );
}

/** `f(user=user, password=pw)` */
function isArgument(content: string, rest: string): boolean {
  return /^[A-Za-z_]+$/.test(content) && /^[ \t]*[,;)\]}]/.test(rest);
}

/** `password=password`, `self.token = token` */
function sameAsKey(content: string, key: string): boolean {
  if (!/^[A-Za-z_.$]{3,80}$/.test(content)) return false;
  const value = lettersOf(content);
  const name = lettersOf(key);
  return value.length > 2 && name.length > 2 && (name.endsWith(value) || value.endsWith(name));
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}
