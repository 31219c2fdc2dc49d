import { readConflict, readRule } from "./constraint-sql.ts";
import { foldName, type Token, type Tokens } from "./sql-tokens.ts";

/** The first term of a key or an index, and how many there are. */
export interface KeyTerm {
  readonly column: string;
  readonly collation: string | null;
  readonly descending: boolean;
  readonly terms: number;
}

export interface Key extends KeyTerm {
  readonly primary: boolean;
  /** `PRIMARY KEY` beside its column, not in a line of its own. */
  readonly beside: boolean;
}

/** What the words of a column say. */
export interface Declared {
  readonly name: string;
  readonly type: string;
  collation: string | null;
  stored: boolean;
  /** Tokens after `DEFAULT`; null where they are two. */
  defaultTokens: readonly Token[] | null | undefined;
}

/** Reads a column with all that stands beside it; its keys are added to those of the table. */
export function readColumn(tokens: Tokens, keys: Key[]): Declared {
  const name = foldName(tokens.name());
  const column: Declared = { name, type: readType(tokens), collation: null, stored: true, defaultTokens: undefined };
  while (tokens.peek() !== undefined && !tokens.isSign(",", ")")) {
    if (!readRule(tokens)) readConstraint(tokens, column, keys);
  }
  return column;
}

const constraintWords = ["constraint", "primary", "unique", "check", "default", "collate", "references"] as const;

/** Any names, and numbers between parentheses. `GENERATED ALWAYS` is no part of it, though it could be. */
function readType(tokens: Tokens): string {
  const words: string[] = [];
  while (!tokens.isWord(...constraintWords, "not", "null", "deferrable", "as")) {
    const kind = tokens.peek()?.kind;
    if (kind !== "word" && kind !== "name" && kind !== "text") break;
    if (tokens.word("generated", "always")) break;
    // A quoted type keeps its quotes: whether it is the same type is asked elsewhere.
    words.push(kind === "word" ? tokens.name() : `"${tokens.name()}"`);
  }
  if (words.length > 0 && tokens.isSign("(")) words.push(`(${tokens.group().length})`);
  return words.join(" ");
}

function readConstraint(tokens: Tokens, column: Declared, keys: Key[]): void {
  const key = { column: column.name, collation: null, terms: 1, beside: true };
  if (tokens.word("primary", "key")) {
    const descending = tokens.word("desc");
    if (!descending) tokens.word("asc");
    readConflict(tokens);
    tokens.word("autoincrement");
    keys.push({ ...key, primary: true, descending });
  } else if (tokens.word("unique")) {
    readConflict(tokens);
    keys.push({ ...key, primary: false, descending: false });
  } else if (tokens.word("collate")) column.collation = foldName(tokens.name());
  else if (tokens.word("default")) {
    const value = readDefault(tokens);
    column.defaultTokens = column.defaultTokens === undefined ? value : null;
  } else if (tokens.word("generated", "always", "as") || tokens.word("as")) {
    tokens.group();
    column.stored = tokens.word("stored");
    if (!column.stored) tokens.word("virtual");
  } else throw tokens.unknown();
}

function readDefault(tokens: Tokens): readonly Token[] {
  const parenthesis = (value: string): Token => ({ kind: "sign", value });
  if (tokens.isSign("(")) return [parenthesis("("), ...tokens.group(), parenthesis(")")];
  const sign = tokens.sign("-") ? [parenthesis("-")] : tokens.sign("+") ? [parenthesis("+")] : [];
  if (tokens.isSign(",", ")", "(")) throw tokens.unknown();
  return [...sign, tokens.any()];
}
