import { openTeamStore } from "../../src/adapters/team/open-team-store.ts";
import { ownIdentity } from "../../src/adapters/process/process-identity.ts";
import process from "node:process";
import { runSql } from "./postgres-server.ts";
import type { Subject } from "./subject.ts";
import type { TeamDatabase } from "./team-database.ts";

/** `address` may lead through a pooler; what is done from outside goes to the database itself. */
export function postgresSubject(database: () => TeamDatabase, address: () => string): Subject {
  return {
    name: "postgres",
    open: (repository) => openTeamStore({ address: address(), repository, holder: ownIdentity(process.pid) }),
    lapse: async (_store, repository, claim) => {
      const where = `repository = '${repository}' and id = '${claim.id}'`;
      await runSql(
        database().superuser,
        `update passdown.claims set until = now() - interval '1 second' where ${where}`,
      );
    },
    damage: async (repository, seq) => {
      await runSql(
        database().superuser,
        "alter table passdown.events disable trigger events_only_added",
        `update passdown.events set body = replace(body, 'ann@', 'eve@') where repository = '${repository}' and seq = ${seq}`,
        "alter table passdown.events enable trigger events_only_added",
      );
    },
  };
}
