import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import process from "node:process";
import { migrateTeamStore } from "../../src/adapters/team/open-team-store.ts";
import { runSql, startPostgres, type PostgresServer } from "./postgres-server.ts";

/** A database set up by the very SQL of docs/team.md. */
export interface TeamDatabase {
  /** As an agent of the team, who may do what agents may. */
  readonly agent: string;
  readonly owner: string;
  readonly superuser: string;
  readonly name: string;
  /** null: somebody else's server, which is not ours to kill. */
  readonly server: PostgresServer | null;
  readonly drop: () => Promise<void>;
}

/** On a server of its own, or in a new database of the one that PASSDOWN_TEST_PG names, as its superuser. */
export async function makeTeamDatabase(options: { readonly own?: boolean } = {}): Promise<TeamDatabase> {
  const given = process.env["PASSDOWN_TEST_PG"];
  const server = given === undefined || options.own === true ? await startPostgres() : null;
  const base = new URL(server === null ? (given ?? "") : server.address("postgres", "postgres"));
  const name = server === null ? `passdown_${randomBytes(6).toString("hex")}` : "passdown";
  for (const sql of rolesSql()) {
    const here = name === "passdown" ? sql : sql.replace(/database passdown\b/, `database ${name}`);
    await runSql(base.href, here).catch((error: unknown) => {
      // On a given server the roles may be there from an earlier run.
      if (!(error instanceof Error && "code" in error && error.code === "42710")) throw error;
    });
  }
  const as = (user: string): string => {
    const url = new URL(base);
    url.username = user;
    url.pathname = `/${name}`;
    return url.href;
  };
  await migrateTeamStore({ address: as("passdown_owner") });
  return {
    agent: as("alice"),
    owner: as("passdown_owner"),
    superuser: as(base.username),
    name,
    server,
    drop: async () => {
      if (server === null) await runSql(base.href, `drop database ${name} with (force)`);
      else await server.stop();
    },
  };
}

function rolesSql(): readonly string[] {
  const page = readFileSync(new URL("../../docs/team.md", import.meta.url), "utf8");
  const block = /```sql\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  const statements = block.split(";").map((sql) => sql.trim());
  // Passwords are not asked on the loopback of a test.
  return statements.filter((sql) => sql !== "").map((sql) => sql.replace(/ password '[^']*'/, ""));
}
