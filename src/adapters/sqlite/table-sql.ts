/** A column as `CREATE TABLE` declares it. */
export interface Column {
  readonly name: string;
  /** The row id under another name: it is not stored in the row. */
  readonly isRowid: boolean;
  /** `PRIMARY KEY` or `UNIQUE` beside the column itself. */
  readonly unique: boolean;
}

const tableConstraint = /^(?:constraint|primary|unique|check|foreign)\b/i;

/** Columns in the order of the record. Null for forms that are stored differently (`WITHOUT ROWID`, virtual tables). */
export function columnsOf(sql: string): Column[] | null {
  const open = sql.indexOf("(");
  const close = sql.lastIndexOf(")");
  if (!/^\s*create\s+(?:temp\w*\s+)?table\b/i.test(sql) || open < 0 || /\bwithout\s+rowid\b/i.test(sql.slice(close)))
    return null;
  const columns: Column[] = [];
  for (const part of splitTopLevel(sql.slice(open + 1, close))) {
    const [name, rest] = nameOf(part);
    if (name === null || (tableConstraint.test(part) && !/^["'`[]/.test(part))) continue;
    const primary = /\bprimary\s+key\b/i.test(rest);
    columns.push({
      name,
      isRowid: primary && /^\s*integer\s+primary\s+key\b(?!\s+desc)/i.test(rest),
      unique: primary || /\bunique\b/i.test(rest),
    });
  }
  return columns;
}

/** The first column of an index, where the index holds every row in the order of that column's bytes. */
export function indexedColumn(sql: string): string | null {
  const open = sql.indexOf("(");
  const close = sql.lastIndexOf(")");
  if (open < 0 || /\bwhere\b/i.test(sql.slice(close))) return null;
  const [first] = splitTopLevel(sql.slice(open + 1, close));
  const [name, rest] = nameOf(first ?? "");
  return rest.trim() === "" || /^asc$/i.test(rest.trim()) ? name : null;
}

function nameOf(part: string): [string | null, string] {
  const found = /^(?:"((?:[^"]|"")+)"|`((?:[^`]|``)+)`|\[([^\]]+)\]|([^\s(),]+))/.exec(part);
  if (found === null) return [null, ""];
  const name = found[1]?.replaceAll('""', '"') ?? found[2]?.replaceAll("``", "`") ?? found[3] ?? found[4] ?? null;
  return [name, part.slice(found[0].length)];
}

/** Parts between commas that stand in no parentheses, quotes or comments. */
function splitTopLevel(text: string): string[] {
  const bare = text.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ");
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let from = 0;
  for (let at = 0; at < bare.length; at++) {
    const character = bare.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === "'" || character === '"' || character === "`") quote = character;
    else if (character === "[") quote = "]";
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth === 0) {
      parts.push(bare.slice(from, at).trim());
      from = at + 1;
    }
  }
  parts.push(bare.slice(from).trim());
  return parts.filter((part) => part !== "");
}
