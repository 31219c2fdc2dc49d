import { UnknownForm } from "./unknown-form.ts";

export interface Token {
  /** `word` is bare; `name` stands in double quotes, backticks or brackets; `text` in single quotes. */
  readonly kind: "word" | "name" | "text" | "blob" | "number" | "sign";
  /** Without its quotes. */
  readonly value: string;
}

/** Tokens of one statement, taken one after the other. Words are compared without regard to case. */
export interface Tokens {
  readonly peek: () => Token | undefined;
  /** The next token is one of these words. */
  readonly isWord: (...words: readonly string[]) => boolean;
  /** Takes these words where they come next, all of them. */
  readonly word: (...words: readonly string[]) => boolean;
  readonly isSign: (...signs: readonly string[]) => boolean;
  readonly sign: (sign: string) => boolean;
  /** Takes whatever comes next. */
  readonly any: () => Token;
  /** Takes a name, quoted or not. */
  readonly name: () => string;
  /** Takes what stands between parentheses, which come next. */
  readonly group: () => readonly Token[];
  readonly isAtEnd: () => boolean;
  /** What comes next is understood by nobody. */
  readonly unknown: () => UnknownForm;
}

// White space is what SQLite takes for it: a no-break space is part of a name.
const skipped = /(?:[ \t\n\f\r]+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))+/y;
const forms: readonly (readonly [Token["kind"], RegExp, string])[] = [
  ["blob", /[xX]'([0-9a-fA-F]*)'/y, ""],
  ["text", /'((?:[^']|'')*)'/y, "'"],
  ["name", /"((?:[^"]|"")*)"/y, '"'],
  ["name", /`((?:[^`]|``)*)`/y, "`"],
  ["name", /\[([^\]]*)\]/y, ""],
  ["number", /((?:\d|\.\d)[\w.]*(?:(?<=[eE])[+-]\d+)?)/y, ""],
  ["word", /([A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*)/y, ""],
  ["sign", /([^'"`[])/y, ""],
];

export function tokensOf(sql: string): Tokens {
  const tokens = tokenise(sql);
  let at = 0;

  function isWordAt(index: number, words: readonly string[]): boolean {
    const token = tokens[index];
    return token?.kind === "word" && words.includes(token.value.toLowerCase());
  }

  function isSign(...signs: readonly string[]): boolean {
    const token = tokens[at];
    return token?.kind === "sign" && signs.includes(token.value);
  }

  function sign(wanted: string): boolean {
    const found = isSign(wanted);
    if (found) at++;
    return found;
  }

  function unknown(): UnknownForm {
    return new UnknownForm(`'${tokens[at]?.value ?? "its end"}' is not expected there`);
  }

  function name(): string {
    const token = tokens[at];
    if (token === undefined || !["word", "name", "text"].includes(token.kind)) throw unknown();
    at++;
    return token.value;
  }

  function any(): Token {
    const token = tokens[at];
    if (token === undefined) throw unknown();
    at++;
    return token;
  }

  function group(): readonly Token[] {
    if (!sign("(")) throw unknown();
    const from = at;
    for (let depth = 1; depth > 0;) {
      if (at >= tokens.length) throw unknown();
      if (sign("(")) depth++;
      else if (sign(")")) depth--;
      else at++;
    }
    return tokens.slice(from, at - 1);
  }

  return {
    peek: () => tokens[at],
    isWord: (...words) => isWordAt(at, words),
    word: (...words) => {
      const found = words.every((word, index) => isWordAt(at + index, [word]));
      if (found) at += words.length;
      return found;
    },
    isSign,
    sign,
    any,
    name,
    group,
    isAtEnd: () => at >= tokens.length,
    unknown,
  };
}

function tokenise(sql: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length;) {
    skipped.lastIndex = at;
    if (skipped.test(sql)) at = skipped.lastIndex;
    else {
      const { token, end } = tokenAt(sql, at);
      tokens.push(token);
      at = end;
    }
  }
  return tokens;
}

function tokenAt(sql: string, at: number): { token: Token; end: number } {
  for (const [kind, form, quote] of forms) {
    form.lastIndex = at;
    const found = form.exec(sql)?.[1];
    if (found === undefined) continue;
    return {
      token: { kind, value: quote === "" ? found : found.replaceAll(quote + quote, quote) },
      end: form.lastIndex,
    };
  }
  throw new UnknownForm("a quote has no end");
}

/** SQLite tells names apart without regard to the case of the letters A to Z, and of these alone. */
export function foldName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
