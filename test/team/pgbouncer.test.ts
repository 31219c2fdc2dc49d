import { writeSync } from "node:fs";
import { afterAll, beforeAll, describe, test } from "vitest";
import { contract } from "./contract.ts";
import { hasPgbouncer, startPgbouncer } from "./pgbouncer.ts";
import { postgresSubject } from "./postgres-subject.ts";
import { makeTeamDatabase, type TeamDatabase } from "./team-database.ts";

if (hasPgbouncer()) {
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
  describe("PostgreSQL behind PgBouncer in transaction mode", () =>
    contract(
      postgresSubject(
        () => database,
        () => pooler.address,
      ),
    ));
} else {
  writeSync(2, "\nSKIPPED: the team store behind PgBouncer was not tested, pgbouncer is not installed\n");
  test.skip("PostgreSQL behind PgBouncer (not installed)", () => {});
}
