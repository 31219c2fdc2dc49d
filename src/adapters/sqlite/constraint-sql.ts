import type { Key } from "./column-sql.ts";
import { foldName, type Tokens } from "./sql-tokens.ts";

export function isTableConstraint(tokens: Tokens): boolean {
  return tokens.isWord("constraint", "primary", "unique", "check", "foreign");
}

export function readTableConstraint(tokens: Tokens, keys: Key[]): void {
  if (tokens.word("constraint")) tokens.name();
  else if (tokens.word("foreign", "key")) {
    tokens.group();
    if (!tokens.isWord("references")) throw tokens.unknown();
    readRule(tokens);
  } else if (tokens.word("check")) {
    tokens.group();
    readConflict(tokens);
  } else {
    const primary = tokens.word("primary", "key");
    if (!primary && !tokens.word("unique")) throw tokens.unknown();
    keys.push({ ...readTerms(tokens), primary, beside: false });
    readConflict(tokens);
  }
}

function readTerms(tokens: Tokens): Omit<Key, "primary" | "beside"> {
  if (!tokens.sign("(")) throw tokens.unknown();
  const terms: Omit<Key, "primary" | "beside" | "terms">[] = [];
  do {
    const column = foldName(tokens.name());
    const collation = tokens.word("collate") ? foldName(tokens.name()) : null;
    const descending = tokens.word("desc");
    if (!descending) tokens.word("asc");
    tokens.word("autoincrement");
    terms.push({ column, collation, descending });
  } while (tokens.sign(","));
  const [first] = terms;
  if (first === undefined || !tokens.sign(")")) throw tokens.unknown();
  return { ...first, terms: terms.length };
}

/** Takes a rule that changes nothing about how rows are stored. False where none comes next. */
export function readRule(tokens: Tokens): boolean {
  if (tokens.word("constraint")) tokens.name();
  else if (tokens.word("not", "null") || tokens.word("null")) readConflict(tokens);
  else if (tokens.word("check")) tokens.group();
  else if (tokens.word("references")) {
    tokens.name();
    if (tokens.isSign("(")) tokens.group();
    while (tokens.isWord("on", "match")) readReaction(tokens);
    readDeferring(tokens);
  } else return readDeferring(tokens);
  return true;
}

function readReaction(tokens: Tokens): void {
  if (tokens.word("match")) tokens.name();
  else if (tokens.word("on", "delete") || tokens.word("on", "update") || tokens.word("on", "insert")) {
    const known = [["set", "null"], ["set", "default"], ["cascade"], ["restrict"], ["no", "action"]];
    if (!known.some((words) => tokens.word(...words))) throw tokens.unknown();
  } else throw tokens.unknown();
}

function readDeferring(tokens: Tokens): boolean {
  if (!tokens.word("not", "deferrable") && !tokens.word("deferrable")) return false;
  if (!tokens.word("initially", "deferred")) tokens.word("initially", "immediate");
  return true;
}

export function readConflict(tokens: Tokens): void {
  if (tokens.word("on", "conflict")) tokens.name();
}
