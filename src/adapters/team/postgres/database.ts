import { createRequire } from "node:module";
import type Pg from "pg";
import type { Pool, PoolClient } from "pg";
import { AppError } from "../../../domain/errors.ts";
import { databaseError } from "./database-error.ts";

/** One connection inside a transaction. */
export interface Connection {
  /** Any number of statements, without parameters. */
  readonly run: (sql: string) => Promise<void>;
  readonly rows: <T extends object>(sql: string) => Promise<readonly T[]>;
}

/** A PostgreSQL database, perhaps behind a pooler that gives each transaction another session. */
export interface Database {
  /** One statement, which is one transaction, and may be sent again when two of them got in each other's way. */
  readonly call: <T extends object>(sql: string, values: readonly Value[]) => Promise<readonly T[]>;
  readonly transaction: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export type Value = string | number | boolean | Uint8Array | null;

export interface DatabaseOptions {
  /** postgres:// with everything that a connection string may say, TLS included. */
  readonly address: string;
  readonly connections?: number;
  readonly connectMs?: number;
  /** How long an answer may take; after it nobody knows whether the write was made. */
  readonly answerMs?: number;
}

// 40001 and 40P01: the database rolled one of two back, and says so. XX000 is not among them: nothing is known then.
const collided: ReadonlySet<unknown> = new Set(["40001", "40P01"]);
const tries = 6;

export function openDatabase(options: DatabaseOptions): Database {
  const pg = loadClient();
  const pool = new pg.Pool({
    connectionString: options.address,
    max: options.connections ?? 4,
    connectionTimeoutMillis: options.connectMs ?? 10_000,
    // Client side: as a setting of the session a pooler would refuse it, or hand it to somebody else.
    query_timeout: options.answerMs ?? 60_000,
    idleTimeoutMillis: 10_000,
    // A program that has nothing else to do may end, and need not close what idles.
    allowExitOnIdle: true,
    keepAlive: true,
    application_name: "passdown",
  });
  // A connection that breaks is replaced by the pool, and a call that was under way hears of it by its own promise.
  // Without these listeners the break would end the process as well, idle or not.
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  return {
    call: async <T extends object>(sql: string, values: readonly Value[]) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await callOnce<T>(pool, sql, values);
        } catch (error) {
          if (attempt === tries || !collided.has(sqlStateOf(error))) throw databaseError(error, "sent");
        }
      }
    },
    transaction: (work) => transaction(pool, work),
    close: () => pool.end(),
  };
}

/** Synchronously: the command line's one file is compiled code, in which `import()` has nobody to answer it. */
function loadClient(): typeof Pg {
  try {
    return createRequire(import.meta.url)("pg") as typeof Pg;
  } catch (cause) {
    throw new AppError({
      kind: "environment",
      code: "store_client_missing",
      message: "cannot load the package pg, which speaks to PostgreSQL",
      hint: "install passdown again",
      cause,
    });
  }
}

/** No name: a prepared statement with one would belong to a session, and a pooler has none for us. */
async function callOnce<T extends object>(pool: Pool, sql: string, values: readonly Value[]): Promise<readonly T[]> {
  const client = await connect(pool);
  let failure: unknown;
  try {
    return (await client.query<T>(sql, [...values])).rows;
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // A connection that answered is good; one that broke, or has not answered yet, is thrown away.
    client.release(failure !== undefined && !isOfServer(failure));
  }
}

async function transaction<T>(pool: Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  let done = false;
  try {
    await client.query("begin");
    const result = await work({
      run: async (sql) => void (await client.query(sql)),
      rows: async <R extends object>(sql: string) => (await client.query<R>(sql)).rows,
    });
    await client.query("commit");
    done = true;
    return result;
  } catch (error) {
    throw databaseError(error, "sent");
  } finally {
    // The end of the connection is the end of a transaction that was not committed.
    client.release(!done);
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw databaseError(error, "not_sent");
  }
}

function sqlStateOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : null;
}

/** An error that the server told about a statement leaves the connection as it was, unless it ended the session. */
function isOfServer(error: unknown): boolean {
  return error instanceof Error && "severity" in error && error.severity === "ERROR";
}
