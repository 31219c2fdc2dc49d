import { openDatabase } from "../../src/adapters/sqlite/read-database.ts";
import type { SqliteValue } from "../../src/adapters/sqlite/row.ts";
import type { Told } from "./real-sqlite.ts";

export type ToldRow = Readonly<Record<string, Told>>;

function told(value: SqliteValue): Told {
  return value instanceof Uint8Array ? { blob: Buffer.from(value).toString("hex") } : value;
}

/** Rows of the table `t` as our reader tells them, in the form in which SQLite's are told. */
export function readTable(path: string, where?: readonly [column: string, text: string]): ToldRow[] {
  const database = openDatabase(path);
  try {
    const table = database.table("t");
    const rows = where === undefined ? table?.rows() : table?.where(...where);
    return [...(rows ?? [])].map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, told(value)])),
    );
  } finally {
    database.close();
  }
}
