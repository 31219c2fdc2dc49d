import { AppError } from "../../../domain/errors.ts";
import type { Connection, Database } from "./database.ts";
import { innerSql } from "./inner-sql.ts";
import { grantSql, readSql } from "./read-sql.ts";
import { schemaVersion, tooNew } from "./schema-version.ts";
import { tablesSql } from "./tables-sql.ts";
import { writeSql } from "./write-sql.ts";

interface Migration {
  readonly version: number;
  readonly sql: string;
}

const migrations: readonly Migration[] = [
  { version: 1, sql: tablesSql },
  { version: 2, sql: `${innerSql}${writeSql}${readSql}` },
];

/**
 * Brings the schema to this version, or to the one named. All of it is one transaction: a crash leaves what was there.
 * Any number may do it at once; the lock ends with the transaction, so no pooler can keep it.
 */
export async function migrate(database: Database, to: number = schemaVersion): Promise<{ readonly applied: number }> {
  return database.transaction(async (connection) => {
    await connection.run("select pg_advisory_xact_lock(7267483021)");
    const [encoding] = await connection.rows<{ encoding: string }>(
      "select current_setting('server_encoding') as encoding",
    );
    if (encoding?.encoding !== "UTF8") throw wrongEncoding(encoding?.encoding ?? "unknown");
    const before = await prepare(connection);
    const missing = migrations.filter(({ version }) => version > before && version <= to);
    for (const { version, sql } of missing) {
      await connection.run(sql);
      await connection.run(`insert into passdown.migrations (version) values (${version})`);
    }
    if (missing.length > 0 && to === schemaVersion) await connection.run(grantSql);
    return { applied: missing.length };
  });
}

/** Makes the table of versions; the newest version that is applied. */
async function prepare(connection: Connection): Promise<number> {
  const [there] = await connection.rows<{ there: boolean }>(
    "select to_regclass('passdown.migrations') is not null as there",
  );
  if (there?.there !== true) {
    await connection.run("create schema if not exists passdown");
    await connection.run(
      "create table passdown.migrations (version int primary key, at timestamptz not null default now())",
    );
  }
  const [row] = await connection.rows<{ version: number | null }>(
    "select max(version) as version from passdown.migrations",
  );
  const version = row?.version ?? 0;
  if (version > schemaVersion) throw tooNew(version);
  return version;
}

function wrongEncoding(encoding: string): AppError {
  return new AppError({
    kind: "environment",
    code: "store_refused",
    message: `cannot use this database as a team store: its encoding is ${encoding}`,
    hint: "create one with encoding UTF8",
  });
}
