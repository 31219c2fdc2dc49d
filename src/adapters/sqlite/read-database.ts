import { BrokenTree, findRow, scanIndex, scanTable, type TreeRow } from "./btree.ts";
import { damaged, openPageFile, type PageFile } from "./page-file.ts";
import { compareFirst, decodeRecord, encodeText, type SqliteValue } from "./row.ts";
import { type Column, columnsOf, indexedColumn } from "./table-sql.ts";

export type Row = Readonly<Record<string, SqliteValue>>;

export interface Table {
  /** All rows, in the order in which they are stored. */
  readonly rows: () => Iterable<Row>;
  /** Rows whose column holds this text: by an index in its order where there is one. */
  readonly where: (column: string, text: string) => Iterable<Row>;
}

/** A SQLite database as it is at one moment, its write-ahead log included. */
export interface Database {
  /** Null where there is no such table, or none that can be read. */
  readonly table: (name: string) => Table | null;
  /** Somebody wrote where the pages lie that are read from here: open it anew. */
  readonly changed: () => boolean;
  readonly close: () => void;
}

/**
 * Opens a database for reading without SQLite. SQLite itself cannot do it: in the mode of a write-ahead log it creates
 * and changes the shared-memory file beside the database, or leaves the log out, or needs a copy of it all. The format
 * is fixed for good: https://www.sqlite.org/fileformat2.html
 */
export function openDatabase(path: string): Database {
  const pages = openPageFile(path);
  try {
    const schema = [...guarded(path, () => readSchema(pages))];
    const tables = new Map<string, Table | null>();
    return {
      table: (name) => {
        const known = tables.get(name);
        const table = known === undefined ? tableOf({ pages, path, schema }, name) : known;
        tables.set(name, table);
        return table;
      },
      changed: pages.changed,
      close: pages.close,
    };
  } catch (error) {
    pages.close();
    throw error;
  }
}

interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly root: number;
  readonly sql: string | null;
}

interface Opened {
  readonly pages: PageFile;
  readonly path: string;
  readonly schema: readonly SchemaEntry[];
}

function* readSchema(pages: PageFile): Iterable<SchemaEntry> {
  for (const row of scanTable(pages, 1)) {
    const [type, name, table, root, sql] = decodeRecord(row.payload(), pages.encoding);
    if (typeof type !== "string" || typeof name !== "string" || typeof table !== "string") continue;
    if (typeof root === "number") yield { type, name, table, root, sql: typeof sql === "string" ? sql : null };
  }
}

function tableOf(opened: Opened, name: string): Table | null {
  const { pages, path, schema } = opened;
  const entry = schema.find((one) => one.type === "table" && one.name === name);
  const columns = entry?.sql == null ? null : columnsOf(entry.sql);
  if (entry === undefined || columns === null) return null;
  const rowOf = (row: TreeRow): Row => decodeRow(row, columns, pages.encoding);

  function* rows(): Iterable<Row> {
    for (const row of scanTable(pages, entry?.root ?? 0)) yield rowOf(row);
  }

  function* where(column: string, text: string): Iterable<Row> {
    const index = indexOn(opened, name, columns ?? [], column);
    if (index === null) {
      for (const row of rows()) if (row[column] === text) yield row;
      return;
    }
    const key = encodeText(text, pages.encoding);
    for (const payload of scanIndex({ pages, root: index.root, compare: (held) => compareFirst(held, key) })) {
      const rowid = decodeRecord(payload, pages.encoding).at(-1);
      const row = typeof rowid === "number" ? findRow(pages, entry?.root ?? 0, rowid) : null;
      if (row === null) throw new BrokenTree();
      yield rowOf(row);
    }
  }

  return { rows: () => guarded(path, rows), where: (column, text) => guarded(path, () => where(column, text)) };
}

function decodeRow(row: TreeRow, columns: readonly Column[], encoding: PageFile["encoding"]): Row {
  const values = decodeRecord(row.payload(), encoding);
  return Object.fromEntries(
    columns.map(({ name, isRowid }, index) => [name, isRowid ? row.rowid : (values[index] ?? null)]),
  );
}

function indexOn({ schema }: Opened, table: string, columns: readonly Column[], column: string): SchemaEntry | null {
  const indexes = schema.filter((one) => one.type === "index" && one.table === table);
  const declared = indexes.find((one) => one.sql !== null && indexedColumn(one.sql) === column);
  if (declared !== undefined) return declared;
  // The first column that is unique by itself is held by the first index that SQLite made on its own.
  const first = columns.find((one) => one.unique && !one.isRowid);
  return first?.name === column ? (indexes.find((one) => one.name === `sqlite_autoindex_${table}_1`) ?? null) : null;
}

function* guarded<T>(path: string, read: () => Iterable<T>): Iterable<T> {
  try {
    yield* read();
  } catch (error) {
    if (error instanceof BrokenTree || error instanceof RangeError) throw damaged(path);
    throw error;
  }
}
