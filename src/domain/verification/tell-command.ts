import { readTokens, type Token } from "../feedback/shell/read-tokens.ts";
import { closingWords, plainTools, proseWords, scriptRunners, verbTools, wordTools, wrappers } from "./known-tools.ts";

/**
 * The command in an acceptance text, or null for a sentence. Judged by the form of the words alone; whatever is in
 * doubt is a sentence, because a sentence is shown to a person while a command is run.
 */
export function tellCommand(text: string): string | null {
  const bare = unwrap(text.trim());
  if (bare === "" || bare.length > 2000 || /[\n\r]/.test(bare)) return null;
  if (isCompound(bare)) return bare;
  const tokens = readTokens(protectBrackets(bare));
  if (tokens === null) return null;
  const parts = splitParts(tokens);
  return parts !== null && parts.every(isSimpleCommand) ? bare : null;
}

/** Documents write a command as `` `npm test` `` or `$ npm test`. */
function unwrap(text: string): string {
  const ticked = /^`([^`]+)`$/.exec(text);
  return (ticked?.[1] ?? text).replace(/^\$\s+/, "").trim();
}

/** `for … ; do … ; done` and its kind: no sentence has that frame. */
function isCompound(text: string): boolean {
  return (
    readTokens(text) !== null &&
    (/^(?:for|while|until)\s.+;\s*do\s.+;\s*done$/.test(text) || /^if\s.+;\s*then\s.+;\s*fi$/.test(text))
  );
}

/** A bracket in mid-word (`print(1)`) is no shell, but recorders join words with blanks, and it is no prose either. */
function protectBrackets(text: string): string {
  return text.replace(/(?<=[\w.])\([^()\s'"]*\)/g, "'$&'");
}

interface Word {
  readonly text: string;
  /** Quoted or expanded, at least in part. */
  readonly quoted: boolean;
}

/** The simple commands between the operators; null when an operator stands where a command should. */
function splitParts(tokens: readonly Token[]): readonly (readonly Word[])[] | null {
  const parts: Word[][] = [[]];
  let depth = 0;
  let closed = false;
  for (const token of tokens) {
    const part = parts.at(-1) ?? [];
    if (token.kind === "redirect") continue;
    if (token.kind === "word") {
      if (closed) return null;
      part.push({ text: token.raw, quoted: token.raw !== token.value });
    } else if (token.text === "(") {
      if (part.length > 0 || closed) return null;
      depth += 1;
    } else if (token.text === ")") {
      if (part.length === 0 && !closed) return null;
      depth -= 1;
      closed = true;
    } else {
      if (part.length === 0) return null;
      parts.push([]);
      closed = false;
    }
  }
  if (parts.at(-1)?.length === 0 && mayEnd(tokens.at(-1))) parts.pop();
  return depth === 0 && parts.every((part) => part.length > 0) ? parts : null;
}

function mayEnd(token: Token | undefined): boolean {
  return token?.kind === "operator" && (token.text === ";" || token.text === "&");
}

function isSimpleCommand(part: readonly Word[]): boolean {
  const negated = part[0]?.text === "!" ? part.slice(1) : part;
  const start = negated.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word.text));
  const [head, ...rest] = start === -1 ? [] : negated.slice(start);
  if (head === undefined || isProse(head, rest)) return false;
  if (wrappers.has(head.text)) return isSimpleCommand(rest.slice(countWrapperOptions(rest)));
  if (plainTools.has(head.text)) return true;
  const verbs = verbTools.get(head.text);
  if (verbs !== undefined) return rest[0] !== undefined && (verbs.has(rest[0].text) || isShellLike(rest[0]));
  const given = wordTools.get(head.text);
  if (given !== undefined) return hasCommandShape(head.text, rest, given);
  return start > 0 ? /^[\w./-]+$/.test(head.text) : isScriptPath(head.text, rest);
}

function countWrapperOptions(words: readonly Word[]): number {
  const first = words.findIndex((word) => !/^-|^[\d.]+[smhd]?$/.test(word.text));
  return first === -1 ? words.length : first;
}

/** English: words that only sentences hold, or the punctuation of a sentence. Quoted arguments may say anything. */
function isProse(head: Word, rest: readonly Word[]): boolean {
  const last = rest.at(-1);
  if (last !== undefined && !last.quoted) {
    if (/[\p{L}\p{N})%][.!?:]$/u.test(last.text)) return true;
    if (closingWords.has(last.text) && !takesAnyWord(head, rest)) return true;
  }
  return rest.some((word, at) => !word.quoted && !isOptionValue(rest[at - 1]) && isProseWord(word.text));
}

/** `npm run clean`, `make ready`, `echo ok`: here the word is a name. */
function takesAnyWord(head: Word, rest: readonly Word[]): boolean {
  if (head.text === "npm") return rest[0]?.text.startsWith("run") === true;
  return scriptRunners.has(head.text) || head.text === "echo";
}

function isProseWord(text: string): boolean {
  if (proseWords.has(text.toLowerCase())) return true;
  if (/[\p{L}\p{N}][,:]$/u.test(text) || /[\u2010-\u2027\u2190-\u21ff\u3000-\u303f\uff00-\uffef]/.test(text))
    return true;
  // A word in another script, unless it is part of a path.
  return /[^\p{ASCII}]/u.test(text) && !/[/.\\]/.test(text);
}

/** Options of test runners that choose by name: their value may be any word. */
function isOptionValue(before: Word | undefined): boolean {
  return (
    before !== undefined &&
    /^(?:-[kmtgRE]|-run|--(?:grep|filter|tests|testNamePattern|test-name-pattern))$/.test(before.text)
  );
}

function hasCommandShape(tool: string, rest: readonly Word[], given: ReadonlySet<string>): boolean {
  if (rest.length === 0) return tool === "make";
  if (rest.some((word) => isShellLike(word))) return true;
  if (rest.length === 1 && (tool === "make" || tool === "echo" || tool === "cd"))
    return !/^(?:sure|sense|it)$/.test(rest[0]?.text ?? "");
  return rest.every((word) => given.has(word.text));
}

/** An option, a path, a file name, an assignment, a variable, a pattern, a quotation: nothing of this is a plain word. */
function isShellLike(word: Word): boolean {
  if (word.quoted) return true;
  return /^--?\w|^\.{1,2}$|[=*$@_[\]]\w|\w[=*$@_[\]]|::|^\d?[<>]{1,2}&?\w|^\.{0,2}\/|\/.*[./]|[A-Za-z]\.[A-Za-z]|\/$/.test(
    word.text,
  );
}

const scriptSuffix = /\.(?:sh|bash|zsh|py|rb|pl|php|[cm]?[jt]s|ps1|bat|cmd|exe|lua|jl|r)$/i;
const programFolder = /(?:^|\/)\.?(?:bin|sbin|scripts?|tools|libexec|ci|hack|dev)\//;

/** A path to run: below the work tree with `./`, in a folder of programs, or with the suffix of a script. */
function isScriptPath(path: string, rest: readonly Word[]): boolean {
  if (!/^[\w./~@+-]+$/.test(path) || path.endsWith("/") || !/\w$/.test(path)) return false;
  const plainWords = rest.filter((word) => !isShellLike(word)).length;
  if (!path.includes("/")) return scriptSuffix.test(path) && plainWords === 0;
  if (/\.\w+$/.test(path) && !scriptSuffix.test(path)) return false;
  if (/^\.{1,2}\//.test(path)) return true;
  return (scriptSuffix.test(path) || programFolder.test(path)) && plainWords < 2;
}
