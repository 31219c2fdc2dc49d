import type { Finding } from "./finding.ts";
import { isKeyLabel, judgeKey, type KeyJudgement, keyPatterns } from "./judge-key.ts";
import { judgePair, type Pair, type PairForm } from "./judge-pair.ts";
import { isPhrase } from "./judge-value.ts";
import { followWrapped, readBare, readOn, readQuoted, type Value } from "./read-value.ts";
import { readGenerated, widen } from "./widen-value.ts";

const maxKey = 80;
/** What can follow a key that has a value; most words that look like keys are followed by something else. */
const afterKey = /[\s=:"'`[\]!?(|│<>\\%,;＝：是为為]/;

/** Values of keys that name a secret: in env files, JSON, YAML, INI, code, queries, flags, tables, labels. */
export function findPairs(text: string): Finding[] {
  const findings: Finding[] = [];
  const judgements = new Map<string, KeyJudgement | null>();
  for (const pattern of keyPatterns) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const key = readKey(text, match.index, pattern.lastIndex);
      pattern.lastIndex = Math.max(pattern.lastIndex, key.end);
      if (!afterKey.test(text.charAt(key.end)) && !/[A-Za-z0-9]/.test(text.charAt(key.end))) continue;
      let judgement = judgements.get(key.name);
      if (judgement === undefined) judgements.set(key.name, (judgement = judgeKey(key.name)));
      if (judgement === null || text.startsWith("[redacted:", key.start - 10)) continue;
      const value = findValue(text, key, judgement);
      if (value === null) continue;
      findings.push({ start: value.start, end: value.end, kind: judgement.kind });
      pattern.lastIndex = Math.max(pattern.lastIndex, value.end);
    }
  }
  return findings;
}

/** Latin and Cyrillic letters, digits, `_`, `-`, `.` */
function isKeyCharacter(code: number): boolean {
  if (code < 128) {
    const letter = code | 32;
    return (letter > 96 && letter < 123) || (code > 47 && code < 58) || code === 95 || code === 45 || code === 46;
  }
  return (code >= 0xc0 && code <= 0x24f) || (code >= 0x400 && code <= 0x4ff);
}

interface Key {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  /** 2: a long flag of a command line. */
  readonly dashes: number;
}

/** The whole key around a word of it. `API key` and `secret access key` are keys with blanks. */
function readKey(text: string, from: number, to: number): Key {
  let start = from;
  while (start > 0 && from - start < maxKey && isKeyCharacter(text.charCodeAt(start - 1))) start -= 1;
  if (text[start - 1] === "\\" && /[nrt]/.test(text.charAt(start)) && start < from) start += 1;
  let end = to;
  // 密码VALUE
  const glued = text.charCodeAt(from) > 0x2e80 && /^[A-Za-z0-9][\x21-\x7e]{7}/.test(text.slice(to, to + 8));
  const furthest = glued ? to : Math.min(text.length, to + maxKey);
  while (end < furthest && isKeyCharacter(text.charCodeAt(end))) end += 1;
  while (end > to && /[.-]/.test(text.charAt(end - 1))) end -= 1;
  const dashes = /^-*/.exec(text.slice(start, end))?.[0].length ?? 0;
  let name = text.slice(start + dashes, end);
  if (/^keys?$/i.test(name)) {
    const label = /(?:\\[nrt])?((?:[A-Za-z]{2,12} ){1,2})$/.exec(text.slice(Math.max(0, start - 26), start));
    const words = (label?.[1] ?? "").trim().split(" ");
    if (isKeyLabel(words.at(-1) ?? "")) name = [...words.slice(isKeyLabel(words[0] ?? "") ? 0 : 1), name].join(" ");
  }
  return { start, end, name, dashes };
}

const forms: readonly { readonly form: PairForm; readonly pattern: RegExp }[] = [
  { form: "typed", pattern: /[!?]?:[ \t]{0,4}[A-Za-z_][\w.[\]|<>?, *&]{0,40}[ \t]{1,4}=(?![=>])[ \t]{0,20}/y },
  { form: "spaced", pattern: /(?:\\{0,31}["'`])?\]?[ \t]{0,20}=>[ \t]{0,20}(?=\\{0,31}["'`])/y },
  { form: "compare", pattern: /(?:\\{0,31}["'`])?\]?[ \t]{0,20}(?:[=!]==?|=~|=>|<=>)[ \t]{0,20}/y },
  { form: "tight", pattern: /(?:\\{0,31}["'`])?\]?(?:=|%3[Dd]|\\u003[Dd]|＝)(?=\S)/y },
  { form: "spaced", pattern: /(?:\\{0,31}["'`])?\]?[ \t]{0,40}(?::=|\?\?=|\|\|=|\+=|=|＝)[ \t]{0,40}/y },
  { form: "colon", pattern: /\\{0,31}["'`]\]?[ \t]{0,20}[:：]\s{0,40}(?=\\{0,31}["'`])/y },
  {
    form: "colon",
    pattern: /(?:\\{0,31}["'`])?\]?[!?]?(?:[ \t]?\[[^\]\n]{0,40}\])?[ \t]{0,20}(?:[:：]|%3[Aa])[ \t]{0,40}/y,
  },
  { form: "call", pattern: /\(\s{0,20}(?=\\{0,31}["'`])/y },
  { form: "cell", pattern: /[ \t]{0,40}(?:\|+|│|\t)[ \t]{0,40}/y },
  { form: "prose", pattern: /[ \t]for[ \t][^\s:]{1,60}:[ \t]{1,4}/y },
  {
    form: "prose",
    pattern:
      /[ \t]{1,4}(?:(?:is|was|to|of|=|ist|lautet|es)[ \t]{1,4}(?:now[ \t]{1,4})?|(?=\\{0,31}["'`]))|(?:是|为|為)[ \t]{0,4}/y,
  },
  // Of what merely follows a word, only what can be nothing else is taken.
  { form: "mention", pattern: /(?:[ \t]{1,2}|(?<=[\u4e00-\u9fff]))(?=[\x21-\x7e]{8})(?=[^\s\d]{0,80}\d)/y },
];
/** Nothing behind the key: the value is the next line, also as an item of a diff, a quotation or JSON. */
const lineBelow =
  /(?:\\{0,31}["'`])?\]?[ \t]{0,20}(?::=|[:：=＝])[ \t]{0,20}(?:\r?\n|(?:\\{1,8}r)?\\{1,8}n)[ \t]{0,40}(?:[+>|│][ \t]{0,20})?(?=\S{6})/y;
const flagForms: readonly { readonly form: PairForm; readonly pattern: RegExp }[] = [
  { form: "flag", pattern: /(?:=|[ \t]{1,20}(?:\\\r?\n[ \t]*)?)/y },
  { form: "flag", pattern: /\\{0,31}["'`],\s{0,40}(?=\\{0,31}["'`])/y },
];
const namedValue =
  /\\{0,31}["'`]?[ \t]{0,20}[,;]?(?:[\s|>+│]|\\{1,31}[nrt]){0,40}(?:-[ \t]{1,4})?\\{0,31}["'`]?(?:value|content|val|default|plaintext)\\{0,31}["'`]?[ \t]{0,20}[:=][ \t]{0,20}/iy;
/** Commands that take a name and its value as two words. */
const setBefore =
  /(?:(?:\b|\\[nrt])(?:ENV|setx|setenv|set -gx|config set(?: --?\w{1,20})?|secret set|config:set))[ \t]{1,4}\S{0,60}$/;
const nameBefore = /(?:name|key|id|field|variable|var)\\{0,31}["'`]?[ \t]{0,20}[:=][ \t]{0,20}\\{0,31}["'`]?$/i;

function findValue(text: string, key: Key, judgement: KeyJudgement): Value | null {
  if (text[key.start - 1] === "<" || (text[key.start - 1] === ":" && text[key.start - 2] !== ":")) {
    const inside = readElement(text, key, judgement);
    if (inside !== null) return inside;
  }
  if (key.dashes > 0 || setBefore.test(text.slice(Math.max(0, key.start - 80), key.start))) {
    for (const { form, pattern } of flagForms) {
      const value = readForm(text, key, pattern);
      if (value !== null) return accept({ text, value, form, key, judgement });
    }
  }
  namedValue.lastIndex = key.end;
  if (namedValue.test(text) && nameBefore.test(text.slice(Math.max(0, key.start - 60), key.start))) {
    return accept({ text, value: readValue(text, namedValue.lastIndex), form: "tight", key, judgement });
  }
  const below = readForm(text, key, lineBelow);
  const accepted = below === null ? null : accept({ text, value: below, form: "below", key, judgement });
  if (accepted !== null) return accepted;
  for (const { form, pattern } of forms) {
    const value = readForm(text, key, pattern);
    if (value !== null) return accept({ text, value, form, key, judgement });
  }
  return null;
}

/** The value to its real end, if it is a secret. */
function accept(pair: Pair): Value | null {
  const { text, value, form, judgement } = pair;
  if (judgePair(pair)) return widen(text, readOn(text, value));
  const bound = form === "tight" || form === "spaced" || form === "colon" || form === "flag";
  const likely = judgement.strength !== "weak" && (bound || (form === "prose" && judgement.kind === "pass"));
  return likely ? readGenerated(text, value) : null;
}

/** `passphrase: correct horse battery staple` */
function readPhrase(text: string, bare: Value): Value | null {
  const words =
    /^[a-z]+(?: [a-z]+){3,11}(?=\r?\n|\\|["'`]|$)/.exec(text.slice(bare.start, bare.start + 200))?.[0] ?? "";
  return isPhrase(words) ? { ...bare, end: bare.start + words.length } : null;
}

function readForm(text: string, key: Key, pattern: RegExp): Value | null {
  pattern.lastIndex = key.end;
  return pattern.test(text) ? readValue(text, pattern.lastIndex) : null;
}

function readValue(text: string, at: number): Value {
  const quoted = readQuoted(text, at);
  if (quoted !== null) return quoted;
  const bare = readBlockScalar(text, at) ?? readBare(text, at);
  return readField(text, bare) ?? readPhrase(text, bare) ?? followWrapped(text, bare);
}

/** A value with blanks in a connection string: it ends at the semicolon before the next key. */
function readField(text: string, bare: Value): Value | null {
  const rest = /^ [^;"'`\n=]{1,80}(?=;[A-Za-z][\w .]{0,30}=)/.exec(text.slice(bare.end, bare.end + 120));
  return rest === null || text[bare.start - 1] !== "=" ? null : { ...bare, end: bare.end + rest[0].length };
}

/** YAML `key: |`: the value is the indented line below. */
function readBlockScalar(text: string, at: number): Value | null {
  const match = /^[|>][+-]?[ \t]*(?:\r?\n|\\{1,7}n)[ \t|>+│]+(?=\S)/.exec(text.slice(at, at + 80));
  return match === null ? null : readBare(text, at + match[0].length);
}

/** `<password>…</password>` */
function readElement(text: string, key: Key, judgement: KeyJudgement): Value | null {
  const open = /^[^<>]{0,200}>/.exec(text.slice(key.end, key.end + 201));
  if (open === null || text[key.end + open[0].length - 2] === "/") return null;
  const start = key.end + open[0].length;
  const length = text.slice(start, start + 4000).indexOf("<");
  const end = start + length;
  if (length <= 0 || text[end + 1] !== "/") return null;
  const value: Value = { start, end, quoted: true };
  return judgePair({ text, value, form: "tight", key, judgement }) ? value : null;
}
