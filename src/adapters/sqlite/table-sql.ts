import { type Affinity, affinityOf, defaultValue } from "./column-default.ts";
import type { SqliteValue } from "./row.ts";
import { type Declared, type Key, type KeyTerm, readColumn } from "./column-sql.ts";
import { isTableConstraint, readTableConstraint } from "./constraint-sql.ts";
import { type Tokens, tokensOf } from "./sql-tokens.ts";
import { UnknownForm } from "./unknown-form.ts";

/** A column as `CREATE TABLE` declares it. */
export interface Column {
  /** In lower case, as `foldName` has it. */
  readonly name: string;
  /** False for a generated column that is computed when it is asked for: rows have no place for it. */
  readonly stored: boolean;
  /** The row id under another name: its place in the row is empty. */
  readonly isRowid: boolean;
  /** In lower case; null where none is declared. */
  readonly collation: string | null;
  /** What rows hold that are older than the column; undefined where that is not known. */
  readonly whenMissing: SqliteValue | undefined;
}

export interface TableForm {
  /** In the order of the record. */
  readonly columns: readonly Column[];
  /** The key that the first index which SQLite made on its own holds. */
  readonly firstKey: KeyTerm | null;
}

/** Reads `CREATE TABLE` as the schema keeps it. Throws `UnknownForm` at anything else. */
export function tableForm(sql: string): TableForm {
  const tokens = tokensOf(sql);
  if (!tokens.word("create", "table")) throw new UnknownForm("it is no plain table");
  tokens.name();
  if (!tokens.sign("(")) throw tokens.unknown();
  const declared: Declared[] = [];
  const keys: Key[] = [];
  do {
    if (isTableConstraint(tokens)) break;
    declared.push(readColumn(tokens, keys));
  } while (tokens.sign(","));
  // Commas between constraints of the table may be left out.
  while (isTableConstraint(tokens)) {
    readTableConstraint(tokens, keys);
    tokens.sign(",");
  }
  if (!tokens.sign(")")) throw tokens.unknown();
  const strict = readOptions(tokens);
  const rowid = rowidKey(keys, declared);
  return {
    columns: declared.map((one) => columnOf(one, one.name === rowid?.column, strict)),
    firstKey: keys.find((one) => one !== rowid) ?? null,
  };
}

function columnOf(
  { name, type, collation, stored, defaultTokens }: Declared,
  isRowid: boolean,
  strict: boolean,
): Column {
  const affinity: Affinity = affinityOf(type, strict);
  const missing = defaultTokens === undefined ? null : defaultTokens && defaultValue(defaultTokens, affinity);
  return { name, stored, isRowid, collation, whenMissing: defaultTokens === null ? undefined : missing };
}

/** `INTEGER` and nothing else. `PRIMARY KEY DESC` beside the column, by an old mistake that stays, is no row id. */
function rowidKey(keys: readonly Key[], declared: readonly Declared[]): Key | null {
  const key = keys.find((one) => one.primary);
  if (key === undefined || key.terms > 1 || (key.beside && key.descending)) return null;
  const column = declared.find((one) => one.name === key.column);
  if (column === undefined) throw new UnknownForm(`its key ${key.column} is no column`);
  const type = column.type.toLowerCase();
  // Whether quotes make it another type is written nowhere.
  if (type === '"integer"') throw new UnknownForm(`the type of its key ${key.column} is quoted`);
  return type === "integer" ? key : null;
}

function readOptions(tokens: Tokens): boolean {
  let strict = false;
  for (let more = !tokens.isAtEnd(); more; more = tokens.sign(",")) {
    if (tokens.word("strict")) strict = true;
    else if (tokens.word("without", "rowid")) throw new UnknownForm("it is kept without row ids");
    else throw tokens.unknown();
  }
  if (!tokens.isAtEnd()) throw tokens.unknown();
  return strict;
}
