import { rememberedText } from "../../remember.ts";
/**
 * A small reader of POSIX shell text with the usual bash additions. It knows quotes, escapes, comments, operators,
 * redirections, nested substitutions and heredocs (skipped). It expands nothing: a word that depends on anything
 * but the text has no value. Text that it cannot read gives null, and null must never count as understood.
 */
export interface Word {
  readonly kind: "word";
  /** What the shell would pass on; null when an expansion decides it. */
  readonly value: string | null;
  /** As written. */
  readonly raw: string;
  /** It, or the heredoc that it delimits, holds `$( )`, backticks or a process substitution: a command runs inside. */
  readonly substitutes: boolean;
  /** An unquoted tilde or brace expansion would change it. Globs stay: without a match a shell keeps them. */
  readonly expands: boolean;
}

type Operator = "&&" | "||" | "|" | "|&" | ";" | "&" | "(" | ")" | "\n" | ";;";

export type Token = Word | { readonly kind: "operator"; readonly text: Operator } | { readonly kind: "redirect" };

const operators: readonly Operator[] = ["&&", "||", "|&", ";;", "|", ";", "&", "(", ")", "\n"];
const redirects = ["&>>", "<<<", "<<-", "<<", "<>", ">>", ">|", ">&", "<&", "&>", ">", "<"] as const;
const maxLength = 100_000;

/** The words, operators and redirections of a shell text; null where it cannot be read. */
export const readTokens: (text: string) => readonly Token[] | null = rememberedText(tokenise);

function tokenise(text: string): readonly Token[] | null {
  if (text.length > maxLength || text.includes("\0")) return null;
  const tokens: Token[] = [];
  const heredocs: Heredoc[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === " " || char === "\t") {
      at += 1;
    } else if (text.startsWith("\\\n", at)) {
      at += 2;
    } else if (char === "#") {
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end;
    } else if (char === "\n") {
      tokens.push({ kind: "operator", text: "\n" });
      const begun = heredocs.splice(0);
      at = skipHeredocs(text, at + 1, begun);
      for (const { at: index, substitutes } of begun) {
        const delimiter = tokens[index];
        if (substitutes && delimiter?.kind === "word") tokens[index] = { ...delimiter, substitutes };
      }
    } else {
      const next = readRedirect(text, at) ?? readOperator(text, at) ?? readWord(text, at);
      if (next === null) return null;
      tokens.push(next.token);
      at = next.end;
      if (next.heredoc === true) {
        const delimiter = readWord(text, skipBlanks(text, at));
        if (delimiter === null || delimiter.token.value === null) return null;
        const { value, raw } = delimiter.token;
        heredocs.push({ delimiter: value, quoted: raw !== value, at: tokens.length, substitutes: false });
      }
    }
  }
  return tokens;
}

interface Heredoc {
  readonly delimiter: string;
  readonly quoted: boolean;
  /** Where the delimiter stands among the tokens. */
  readonly at: number;
  substitutes: boolean;
}

interface Read<T extends Token> {
  readonly token: T;
  readonly end: number;
  readonly heredoc?: boolean;
}

function readOperator(text: string, at: number): Read<Token> | null {
  const found = operators.find((operator) => text.startsWith(operator, at));
  return found === undefined ? null : { token: { kind: "operator", text: found }, end: at + found.length };
}

function readRedirect(text: string, at: number): Read<Token> | null {
  const digits = /^\d*/.exec(text.slice(at, at + 4))?.[0].length ?? 0;
  const found = redirects.find((redirect) => text.startsWith(redirect, at + digits));
  if (found === undefined || (digits > 0 && found.startsWith("&"))) return null;
  const end = at + digits + found.length;
  // `<(…)` and `>(…)` are words: a process substitution.
  if (text.charAt(end) === "(" && (found === "<" || found === ">")) return null;
  return { token: { kind: "redirect" }, end, heredoc: found === "<<" || found === "<<-" };
}

function skipBlanks(text: string, at: number): number {
  let end = at;
  while (text.charAt(end) === " " || text.charAt(end) === "\t") end += 1;
  return end;
}

function skipHeredocs(text: string, at: number, heredocs: readonly Heredoc[]): number {
  let position = at;
  for (const heredoc of heredocs) {
    while (position < text.length) {
      const end = text.indexOf("\n", position);
      const line = text.slice(position, end === -1 ? text.length : end);
      position = end === -1 ? text.length : end + 1;
      if (line.replace(/^\t+/, "") === heredoc.delimiter) break;
      if (!heredoc.quoted && /\$\(|`/.test(line)) heredoc.substitutes = true;
    }
  }
  return position;
}

/** Word being put together: `value` becomes null with the first expansion. */
interface Building {
  value: string | null;
  substitutes: boolean;
  /** The unquoted characters alone. */
  bare: string;
  /** How many substitutions surround it. */
  readonly depth: number;
}

const maxDepth = 40;

function readWord(text: string, start: number): Read<Word> | null {
  const word: Building = { value: "", substitutes: false, bare: "", depth: 0 };
  let at = start;
  while (at < text.length) {
    const char = text.charAt(at);
    if ((char === "<" || char === ">") && text.charAt(at + 1) === "(") {
      const end = skipParentheses(text, at + 2, word);
      if (end === null) return null;
      word.value = null;
      word.substitutes = true;
      at = end;
    } else if (/[ \t\n;&|()<>]/.test(char)) {
      break;
    } else {
      const end = readPart(text, at, word);
      if (end === null) return null;
      at = end;
    }
  }
  if (at === start) return null;
  const raw = text.slice(start, at);
  const expands = word.bare.startsWith("~") || /\{[^{}]*(?:,|\.\.)[^{}]*\}/.test(word.bare);
  return { token: { kind: "word", value: word.value, raw, substitutes: word.substitutes, expands }, end: at };
}

function append(word: Building, text: string): void {
  if (word.value !== null) word.value += text;
}

/** One quoted piece, expansion, escape or plain character; returns where it ends. */
function readPart(text: string, at: number, word: Building): number | null {
  const char = text.charAt(at);
  if (char === "'") {
    word.bare += char;
    const end = text.indexOf("'", at + 1);
    if (end === -1) return null;
    append(word, text.slice(at + 1, end));
    return end + 1;
  }
  if (char === '"') return readDoubleQuoted(text, at + 1, word);
  if (char === "$" && text.charAt(at + 1) === "'") return skipAnsiQuoted(text, at + 2, word);
  if (char === "$" || char === "`") return readExpansion(text, at, word);
  if (char === "\\") {
    if (at + 1 >= text.length) return null;
    word.bare += char;
    if (text.charAt(at + 1) !== "\n") append(word, text.charAt(at + 1));
    return at + 2;
  }
  append(word, char);
  word.bare += char;
  return at + 1;
}

function readDoubleQuoted(text: string, start: number, word: Building): number | null {
  word.bare += '"';
  let at = start;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"') return at + 1;
    if (char === "\\" && at + 1 < text.length) {
      const next = text.charAt(at + 1);
      if (next !== "\n") append(word, /[$`"\\]/.test(next) ? next : `\\${next}`);
      at += 2;
    } else if (char === "$" || char === "`") {
      const end = readExpansion(text, at, word);
      if (end === null) return null;
      at = end;
    } else {
      append(word, char);
      at += 1;
    }
  }
  return null;
}

function skipAnsiQuoted(text: string, start: number, word: Building): number | null {
  word.value = null;
  for (let at = start; at < text.length; at += 1) {
    if (text.charAt(at) === "\\") at += 1;
    else if (text.charAt(at) === "'") return at + 1;
  }
  return null;
}

function readExpansion(text: string, at: number, word: Building): number | null {
  const next = text.charAt(at + 1);
  if (text.charAt(at) === "$" && !/[\w({?!#$@*-]/.test(next)) {
    append(word, "$");
    return at + 1;
  }
  word.value = null;
  if (text.charAt(at) === "`") {
    word.substitutes = true;
    for (let end = at + 1; end < text.length; end += 1) {
      if (text.charAt(end) === "\\") end += 1;
      else if (text.charAt(end) === "`") return end + 1;
    }
    return null;
  }
  if (next === "(") {
    if (text.charAt(at + 2) === "(") {
      // `$((…))` is arithmetic and runs nothing of its own; `$((a); b)` is a command.
      const inner = skipParentheses(text, at + 3, word);
      if (inner === null) return null;
      if (text.charAt(inner) === ")") return inner + 1;
    }
    word.substitutes = true;
    return skipParentheses(text, at + 2, word);
  }
  if (next === "{") return skipBraces(text, at + 2, word);
  return at + (/^(?:[A-Za-z_]\w*|.)/s.exec(text.slice(at + 1))?.[0].length ?? 0) + 1;
}

/** From behind `(` to behind its `)`. A `case` pattern inside would end it too early: such text is then not understood. */
function skipParentheses(text: string, start: number, word: Building): number | null {
  const scratch = scratchIn(word);
  if (scratch === null) return null;
  let at = start;
  let open = 1;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === "(" || char === ")") {
      open += char === "(" ? 1 : -1;
      at += 1;
      if (open > 0) continue;
      word.substitutes ||= scratch.substitutes;
      return at;
    } else {
      const end = readPart(text, at, scratch);
      if (end === null) return null;
      at = end;
    }
  }
  return null;
}

/** What is read inside an expansion is no part of the word; null when it is too deep. */
function scratchIn({ depth }: Building): Building | null {
  return depth >= maxDepth ? null : { value: null, substitutes: false, bare: "", depth: depth + 1 };
}

function skipBraces(text: string, start: number, word: Building): number | null {
  const scratch = scratchIn(word);
  if (scratch === null) return null;
  let at = start;
  while (at < text.length) {
    if (text.charAt(at) === "}") {
      word.substitutes ||= scratch.substitutes;
      return at + 1;
    }
    const end = readPart(text, at, scratch);
    if (end === null) return null;
    at = end;
  }
  return null;
}
