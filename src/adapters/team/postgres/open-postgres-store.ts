import { AppError } from "../../../domain/errors.ts";
import type { TeamStore } from "../../../domain/team/team-store.ts";
import { openDatabase, type Database, type DatabaseOptions } from "./database.ts";
import { migrate } from "./migrate.ts";
import { createPostgresStore } from "./postgres-store.ts";
import { refuseOtherVersion } from "./schema-version.ts";

export interface PostgresOptions extends DatabaseOptions {
  /** 64 hex digits, see `repositoryId`. */
  readonly repository: string;
}

/** Opens the store; where nothing is yet, and the role may, it makes the schema. A schema of another version is refused. */
export async function openPostgresStore(options: PostgresOptions): Promise<TeamStore> {
  const database = openDatabase(options);
  try {
    refuseOtherVersion(await findVersion(database));
    return createPostgresStore(database, options.repository);
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** For the owner of the schema: brings it to this passdown's version, and tells how many steps that took. */
export async function migratePostgresStore(options: DatabaseOptions): Promise<{ readonly applied: number }> {
  const database = openDatabase(options);
  try {
    return await migrate(database);
  } finally {
    await database.close();
  }
}

async function findVersion(database: Database): Promise<number> {
  const ask = async (): Promise<number> => {
    const [row] = await database.call<{ version: number }>("select passdown.version() as version", []);
    return row?.version ?? 0;
  };
  const [there] = await database.call<{ there: boolean }>(
    "select exists (select from pg_catalog.pg_namespace where nspname = 'passdown') as there",
    [],
  );
  if (there?.there === true) return ask();
  try {
    await migrate(database);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "store_refused") throw error;
    throw new AppError({
      kind: "environment",
      code: "store_too_old",
      message: `the database holds no schema of passdown, and it could not be made: ${error.message}`,
      hint: "let its owner open the store once, see docs/team.md",
      cause: error,
    });
  }
  return ask();
}
