import { closeSync, readSync } from "node:fs";
import { openIfThere } from "./open-file.ts";

const magic = "d9d505f920a163d7";

/**
 * A transaction has begun to change the database and did not end: the journal beside it holds what stood there before.
 * Its first bytes stay 0 until that is surely on the disk, and until then the database is not touched.
 * Format: https://www.sqlite.org/fileformat2.html#the_rollback_journal
 */
export function isTransactionOpen(database: string): boolean {
  const fd = openIfThere(`${database}-journal`);
  if (fd === null) return false;
  try {
    const header = Buffer.alloc(8);
    readSync(fd, header, 0, 8, 0);
    return header.toString("hex") === magic;
  } finally {
    closeSync(fd);
  }
}
