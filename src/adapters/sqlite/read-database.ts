import { scanTable } from "./btree.ts";
import { guarded } from "./guarded.ts";
import { openPageFile, type PageFile } from "./page-file.ts";
import { decodeRecord } from "./row.ts";
import { type SchemaEntry, type Table, tableOf } from "./table.ts";

export type { Row, Table } from "./table.ts";

/** A SQLite database as it is at one moment, its write-ahead log included. */
export interface Database {
  /** Null where there is no such table. One whose form is not known for sure is refused. */
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
    const schema = [...guarded({ path, table: "sqlite_schema" }, () => readSchema(pages))];
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

function* readSchema(pages: PageFile): Iterable<SchemaEntry> {
  for (const row of scanTable(pages, 1)) {
    const [type, name, table, root, sql] = decodeRecord(row.payload(), pages.encoding);
    if (typeof type !== "string" || typeof name !== "string" || typeof table !== "string") continue;
    if (typeof root === "number") yield { type, name, table, root, sql: typeof sql === "string" ? sql : null };
  }
}
