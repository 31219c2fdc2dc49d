import { looksLikeName } from "./looks-like-name.ts";
import { holdsPlaceholder, isPlaceholder } from "./placeholder.ts";

/** Words of a sentence about a secret. */
const sentenceWords = new Set(
  (
    "not is are was were be been must should shall can cannot may has have will and or of for from with without to in by on " +
    "if when a an the this that your my least characters required optional missing invalid expired field value please"
  ).split(" "),
);
/** What stands where a secret could stand: the absence of one, a type, a state, the name of the thing. */
const inertWords = new Set(
  (
    "null none nil undefined true false yes no off ok string str text number int integer float double boolean bool " +
    "bytes byte buffer char varchar any unknown never void object array list dict map file path url email empty unset " +
    "hidden masked redacted omitted filtered removed default valid verified incorrect wrong correct unauthorized denied " +
    "rejected refused accepted changed updated reset enabled disabled present absent found option flag argument values " +
    "input param parameter variable env environment password passwd passphrase pwd secret token tokens key apikey api_key " +
    "api-key credential credentials example placeholder dummy todo tbd n/a na name username user mandatory needed " +
    "uint8array base64 sha1 sha256 sha512 md5 utf8 utf-8 hs256 rs256 es256 oauth oauth2 jwt bearer basic digest " +
    "configured provided supplied generated type title label description encrypted plaintext prompt ask"
  ).split(" "),
);

export function isSentenceWord(word: string): boolean {
  return sentenceWords.has(word.toLowerCase());
}

/** Four words or more that are no sentence about passwords. */
export function isPhrase(content: string): boolean {
  return /^[a-z]{3,}(?: [a-z]{3,}){3,11}$/.test(content) && !content.split(" ").some(isSentenceWord);
}

/**
 * Stands for a secret without being one: nothing, a mask, a variable, a template, a reference, a type name or a word
 * such as `required`.
 */
export function isInert(value: string): boolean {
  const text = value.trim();
  if (text === "" || isPlaceholder(text)) return true;
  if (inertWords.has(text.toLowerCase()) || isSentenceWord(text)) return true;
  if (/^[^\p{L}\p{N}]*$/u.test(text)) return /^(.)\1*$/su.test(text) || text.length < 4;
  return (
    /^(?:x+|X+|#+|y+|0+|[xX*•.#-]{3,})$/.test(text) ||
    /^(?:[A-Za-z]{1,8}\d?[-_.]){0,3}(?:\*{3,}|•{3,}|\.{3,}|…|[xX]{4,})[\w-]{0,4}$/.test(text) ||
    /^[[(<]?(?:redacted|filtered|hidden|masked|secret|removed|omitted|protected)[\])>]?$/i.test(text) ||
    isReference(text) ||
    /^<?your[-_ ][-_ a-z]{2,60}>?$/i.test(text) ||
    /^(?:insert|enter|put|paste|replace)[-_ ][-_ a-z]{0,60}(?:here|with|me|this|it)$/i.test(text)
  );
}

/** A variable, a template, or a pointer into a secret store, in the notation of some shell, CI or template language. */
function isReference(text: string): boolean {
  const variables =
    /\$\{[^{}]{1,120}\}|\$\{\{[^{}]{1,120}\}\}|\$\([^()]{1,120}\)|\$(?:[A-Z_][A-Z0-9_]{0,60}|[A-Za-z_]{2,60})(?![A-Za-z0-9_])/g;
  const literal = text.replace(variables, "");
  if (literal.length < text.length && !/[\p{L}\p{N}]/u.test(literal.replace(/\b(?:bearer|basic|token)\b/i, "")))
    return true;
  return (
    /^\$env:[A-Za-z_]\w*$/i.test(text) ||
    /^[#@%]?\{{1,3}[\w.$: |()'"-]{0,120}\}{1,3}$/.test(text) ||
    /^<[A-Za-z_][^<>]{0,60}>$/.test(text) ||
    /^%[A-Za-z_]\w*%$/.test(text) ||
    /^%(?:\(\w+\))?[sdvqr]$/.test(text) ||
    /^(?:op|vault|env|ssm|secretsmanager|keyring|awssm|gcpsm|ref\+[a-z]+):(?:\/\/)?[\w./#:-]+$/.test(text) ||
    text.startsWith("ENC[") ||
    /^!(?:vault|secret|env|ref|sub|getatt|importvalue|join|encrypted|reference)\b/i.test(text) ||
    /^(?:process\.env|import\.meta\.env|os\.environ|Deno\.env)\b/.test(text)
  );
}

/** A counted or measured thing: `5`, `4096`, `30d`, `15 min`, `12/40`, `1.5k`. */
export function isQuantity(value: string): boolean {
  return /^0x[0-9a-f]{1,8}$|^[-+~<>]?\d{1,9}(?:[.,/:]\d{1,9})*(?:ms|s|m|h|d|w|k|kb|mb|gb|kib|mib|x|px|%|min|sec)?$/i.test(
    value.trim(),
  );
}

/** Ids that other statements rest on: commit ids, digests, integrity strings, UUIDs, our own `p-` and `n-` ids. */
export function isHash(value: string): boolean {
  return (
    /^[0-9a-f]{7,128}$/i.test(value) ||
    /^(?:sha(?:1|224|256|384|512)|md5)[-:][A-Za-z0-9+/=_-]+$/i.test(value) ||
    /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value) ||
    /^[a-z]{1,3}-[0-9a-f]{8,64}$/.test(value)
  );
}

/** An expression instead of a literal: a call, a member, an index, an operator. `rest` is the text that follows. */
export function isCode(value: string, rest: string): boolean {
  const generated = value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value);
  if (/^(?:[=<>([{)\]},;]|!=|&&|\|\||\+=|\?[.?])/.test(value) && !generated) return true;
  if (/[!=]==|&&\(|=>|\?\./.test(value)) return true;
  if (/^\/.+\/[dgimsuvy]{0,4}[;,)]?$/.test(value)) return true;
  if (/^(?:await|new|async|function|lambda|typeof|void|yield|throw|not|return|const|let|var)$/.test(value)) return true;
  const open = /^[A-Za-z_$][\w$.:?!>-]*([([<])/.exec(value + rest.slice(0, 1));
  if (open !== null) {
    const line = /^[^\n]*/.exec(value.slice(open[0].length) + rest)?.[0] ?? "";
    const close = open[1] === "(" ? ")" : open[1] === "[" ? "]" : ">";
    if (line.includes(close) || /[([{,<]\s*$/.test(line === "" ? value : line)) return true;
  }
  return isMember(value);
}

/** `user.password`, `row->token`, `Secrets::KEY` */
function isMember(value: string): boolean {
  const parts = value.split(/\?\.|\.|->|::/);
  return (
    parts.length > 1 &&
    parts.every((part) => /^[A-Za-z_$]{1,30}\d?[A-Za-z_$]{0,30}$/.test(part)) &&
    !/\d.*\d.*\d/.test(value)
  );
}

/** A version, as package lists give it. */
export function isVersion(value: string): boolean {
  return /^(?:[v^~=]|[<>]=?\s?)?\d+(?:\.\d+)+(?:[-+][\w.+-]+)?$/.test(value);
}

/** Letters and digits, at least six: what a person or a generator makes, not a word of a sentence. */
export function isMixed(value: string): boolean {
  return value.length >= 6 && /[0-9]/.test(value) && /[A-Za-z]/.test(value) && !isHash(value) && !isOrdinary(value);
}

/** Long and without the structure of a word, a name, a path, an id or a version. */
export function looksRandom(value: string): boolean {
  return (
    value.length >= 8 && /^[\x21-\x7e]+$/.test(value) && !isHash(value) && !isOrdinary(value) && !looksLikeName(value)
  );
}

/** Versions, times, paths, addresses, file names. */
function isOrdinary(value: string): boolean {
  return (
    holdsPlaceholder(value) ||
    isQuantity(value) ||
    isVersion(value) ||
    /^#[0-9a-f]{3,8}$/i.test(value) ||
    /^\d{4}-\d{2}-\d{2}/.test(value) ||
    (/^(?:[a-z][a-z0-9+.-]*:)?\/\/?[\w.~@-]*(?:\/|$)/i.test(value) && looksLikeName(value)) ||
    /^(?:\.{1,2}|~|[A-Za-z]:)[/\\]/.test(value) ||
    /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(value) ||
    /^[\w@./-]+\.[a-z]{1,4}(?::\d+){0,2}$/.test(value)
  );
}
