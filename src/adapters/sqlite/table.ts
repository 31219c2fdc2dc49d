import { BrokenTree, findRow, scanIndex, scanTable, type TreeRow } from "./btree.ts";
import type { KeyTerm } from "./column-sql.ts";
import { guarded, unsupported } from "./guarded.ts";
import { indexTerm, isInByteOrder } from "./index-sql.ts";
import type { PageFile } from "./page-file.ts";
import { compareFirst, decodeRecord, encodeText, type SqliteValue } from "./row.ts";
import { foldName } from "./sql-tokens.ts";
import { type Column, tableForm, type TableForm } from "./table-sql.ts";
import { UnknownForm } from "./unknown-form.ts";

/** Values by column, in lower case. A generated column that is not stored is left out. */
export type Row = Readonly<Record<string, SqliteValue>>;

export interface Table {
  /** All rows, in the order in which they are stored. */
  readonly rows: () => Iterable<Row>;
  /** Rows whose column holds this text, byte for byte: by an index in its order where there is one. */
  readonly where: (column: string, text: string) => Iterable<Row>;
}

export interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly root: number;
  readonly sql: string | null;
}

export interface Opened {
  readonly pages: PageFile;
  readonly path: string;
  readonly schema: readonly SchemaEntry[];
}

/** Null where there is no such table. */
export function tableOf(opened: Opened, name: string): Table | null {
  const wanted = foldName(name);
  const entry = opened.schema.find(
    (one) => (one.type === "table" || one.type === "view") && foldName(one.name) === wanted,
  );
  return entry === undefined ? null : readerOf(opened, entry);
}

function readerOf(opened: Opened, entry: SchemaEntry): Table {
  const { pages, path } = opened;
  const { root } = entry;
  const form = formOf(entry, path);
  const rowOf = (row: TreeRow): Row => decodeRow(row, form.columns, pages.encoding);

  function* rows(): Iterable<Row> {
    for (const row of scanTable(pages, root)) yield rowOf(row);
  }

  function* where(wantedColumn: string, text: string): Iterable<Row> {
    const column = form.columns.find((one) => one.name === foldName(wantedColumn));
    if (column?.stored !== true) throw new UnknownForm(`it keeps no column ${wantedColumn}`);
    const index = indexOn(opened, { entry, form, column });
    if (index === null) {
      for (const row of rows()) if (row[column.name] === text) yield row;
      return;
    }
    const key = encodeText(text, pages.encoding);
    for (const payload of scanIndex({ pages, root: index.root, compare: (entryKey) => compareFirst(entryKey, key) })) {
      const rowid = decodeRecord(payload, pages.encoding).at(-1);
      if (!Number.isSafeInteger(rowid)) throw new UnknownForm("its row ids are beyond 2^53");
      const held = findRow(pages, root, Number(rowid));
      const row = held === null ? null : rowOf(held);
      if (row?.[column.name] !== text) throw new BrokenTree();
      yield row;
    }
  }

  const of = { path, table: entry.name };
  return { rows: () => guarded(of, rows), where: (column, text) => guarded(of, () => where(column, text)) };
}

function formOf({ type, sql, name, root }: SchemaEntry, path: string): TableForm {
  try {
    if (type !== "table" || sql === null || root < 1) throw new UnknownForm("it is no plain table");
    return tableForm(sql);
  } catch (error) {
    throw error instanceof UnknownForm ? unsupported({ path, table: name }, error.message) : error;
  }
}

function decodeRow(row: TreeRow, columns: readonly Column[], encoding: PageFile["encoding"]): Row {
  const values = decodeRecord(row.payload(), encoding);
  let at = 0;
  const named = columns.flatMap((column): [string, SqliteValue][] => {
    if (!column.stored) return [];
    const value = values[at++];
    if (column.isRowid) return [[column.name, row.rowid]];
    if (value !== undefined) return [[column.name, value]];
    if (column.whenMissing === undefined)
      throw new UnknownForm(`it has rows older than its column ${column.name}, whose default is no plain constant`);
    return [[column.name, column.whenMissing]];
  });
  if (at < values.length) throw new UnknownForm("its rows hold more than its columns");
  return Object.fromEntries(named);
}

interface Wanted {
  readonly entry: SchemaEntry;
  readonly form: TableForm;
  readonly column: Column;
}

function indexOn({ schema }: Opened, { entry, form, column }: Wanted): SchemaEntry | null {
  const indexes = schema.filter((one) => one.type === "index" && foldName(one.table) === foldName(entry.name));
  const own = `sqlite_autoindex_${entry.name}_1`;
  const termOf = ({ sql, name }: SchemaEntry): KeyTerm | null =>
    sql !== null ? indexTerm(sql) : name === own ? form.firstKey : null;
  return (
    indexes.find((one) => {
      const term = termOf(one);
      return term !== null && isInByteOrder(term, column);
    }) ?? null
  );
}
