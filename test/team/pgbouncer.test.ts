import { writeSync } from "node:fs";
import { afterAll, beforeAll, describe } from "vitest";
import { contract } from "./contract.ts";
import { hasPgbouncer, startPgbouncer } from "./pgbouncer.ts";
import { postgresSubject } from "./postgres-subject.ts";
import { makeTeamDatabase, type TeamDatabase } from "./team-database.ts";

const here = hasPgbouncer();
if (!here) writeSync(2, "\nSKIPPED: the team store behind PgBouncer was not tested, pgbouncer is not installed\n");

describe.runIf(here)("PostgreSQL behind PgBouncer in transaction mode", () => {
  let database: TeamDatabase;
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
  beforeAll(async () => {
    database = await makeTeamDatabase();
    pooler = await startPgbouncer(new URL(database.agent));
  });
  afterAll(async () => {
    await pooler?.stop();
    await database?.drop();
  });
  contract(
    postgresSubject(
      () => database,
      () => pooler.address,
    ),
  );
});
