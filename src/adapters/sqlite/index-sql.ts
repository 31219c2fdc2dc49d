import type { KeyTerm } from "./column-sql.ts";
import { foldName, tokensOf } from "./sql-tokens.ts";
import type { Column } from "./table-sql.ts";
import { UnknownForm } from "./unknown-form.ts";

/**
 * The first term of an index that holds every row, where it is a plain name. Null for all else: an index is a short
 * cut, and a scan is right without it.
 */
export function indexTerm(sql: string): KeyTerm | null {
  try {
    return readIndex(sql);
  } catch (error) {
    if (error instanceof UnknownForm) return null;
    throw error;
  }
}

function readIndex(sql: string): KeyTerm | null {
  const tokens = tokensOf(sql);
  if (!tokens.word("create", "index") && !tokens.word("create", "unique", "index")) return null;
  tokens.name();
  if (!tokens.word("on")) return null;
  tokens.name();
  if (!tokens.sign("(") || !["word", "name"].includes(tokens.peek()?.kind ?? "")) return null;
  const column = foldName(tokens.name());
  const collation = tokens.word("collate") ? foldName(tokens.name()) : null;
  const descending = tokens.word("desc");
  if (!descending) tokens.word("asc");
  if (!tokens.isSign(",", ")")) return null;
  let terms = 1;
  while (!tokens.sign(")")) {
    if (tokens.sign(",")) terms++;
    else if (tokens.isSign("(")) tokens.group();
    else tokens.any();
  }
  // After `WHERE` it holds only some rows.
  return tokens.isAtEnd() ? { column, collation, descending, terms } : null;
}

/** The index is in the order of the column's bytes: only then what is looked for is found in it. */
export function isInByteOrder(term: KeyTerm, column: Column): boolean {
  return (
    term.column === column.name && !term.descending && (term.collation ?? column.collation ?? "binary") === "binary"
  );
}
