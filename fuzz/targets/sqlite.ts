import { rmSync } from "node:fs";
import { openDatabase } from "../../src/adapters/sqlite/read-database.ts";
import { listOpencodeSessions, readOpencodeSession } from "../../src/adapters/transcripts/opencode-database.ts";
import { indexTerm } from "../../src/adapters/sqlite/index-sql.ts";
import { tableForm } from "../../src/adapters/sqlite/table-sql.ts";
import { UnknownForm } from "../../src/adapters/sqlite/unknown-form.ts";
import { fileOf } from "../scratch.ts";
import { fixtures } from "../seeds/files.ts";
import { bytesOf, mustHold, type Target } from "../target.ts";

/** A database and its log in one input: the length of the first, then both. */
function joined(database: Uint8Array, log: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(database.length);
  return Buffer.concat([length, database, log]);
}

const mostRows = 2000;

const files: Target = {
  name: "sqlite",
  shape: "bytes",
  seeds: () => {
    const [database = new Uint8Array(), log = new Uint8Array()] = fixtures("transcripts/opencode");
    return [joined(database, log), joined(database, new Uint8Array())];
  },
  run: async (input) => {
    const length = input.length < 4 ? 0 : input.readUInt32BE(0);
    const path = fileOf("some.db", input.subarray(4, 4 + length));
    const log = input.subarray(4 + length);
    if (log.length === 0) rmSync(`${path}-wal`, { force: true });
    else fileOf("some.db-wal", log);
    const outcomes: unknown[] = [];
    const database = openDatabase(path);
    try {
      const rows = database.table("session")?.rows() ?? [];
      for (const row of rows) {
        outcomes.push(Object.keys(row).length);
        mustHold(outcomes.length <= mostRows, "no more rows than a file of that size can hold");
      }
    } finally {
      database.close();
    }
    for (const { id } of listOpencodeSessions(path).slice(0, 3)) {
      let records = 0;
      for await (const _record of readOpencodeSession({ path, sessionId: id })) {
        records += 1;
        mustHold(records <= mostRows, "no more records than a file of that size can hold");
      }
      outcomes.push(records);
    }
    return outcomes;
  },
};

const sql: Target = {
  name: "sqlite-sql",
  shape: "text",
  words: [
    "PRIMARY KEY",
    "AUTOINCREMENT",
    "DEFAULT",
    "CHECK",
    "REFERENCES",
    "GENERATED ALWAYS AS",
    "WITHOUT ROWID",
    "STRICT",
    "COLLATE",
    "ON CONFLICT",
    "FOREIGN KEY",
  ],
  seeds: () =>
    bytesOf(
      'CREATE TABLE `session` (`id` text PRIMARY KEY, `n` integer DEFAULT -1 NOT NULL, "t" text COLLATE NOCASE, FOREIGN KEY (`id`) REFERENCES `p`(`id`) ON DELETE cascade)',
      "CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT, b DEFAULT (1+2), c AS (a) STORED, UNIQUE(b, c) ON CONFLICT REPLACE) STRICT",
      "CREATE UNIQUE INDEX i ON t (a COLLATE BINARY DESC) WHERE b IS NOT NULL",
    ),
  run: (input) => {
    const text = input.toString("utf8");
    return [known(() => tableForm(text)), known(() => indexTerm(text))];
  },
};

/** A form that is not known is an answer of this reader. */
function known(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnknownForm) return { unknown: error.message };
    throw error;
  }
}

export const sqliteTargets: readonly Target[] = [files, sql];
