import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openTeamStore, migrateTeamStore } from "../../src/adapters/team/open-team-store.ts";
import { openDatabase } from "../../src/adapters/team/postgres/database.ts";
import { migrate } from "../../src/adapters/team/postgres/migrate.ts";
import { ownIdentity } from "../../src/adapters/process/process-identity.ts";
import process from "node:process";
import { threadText } from "../../src/domain/team/json-text.ts";
import { contract } from "./contract.ts";
import { postgresSubject } from "./postgres-subject.ts";
import { runSql } from "./postgres-server.ts";
import { main, newKey, newRepository, publication, writer } from "./subject.ts";
import { makeTeamDatabase, type TeamDatabase } from "./team-database.ts";

let database: TeamDatabase;
beforeAll(async () => {
  database = await makeTeamDatabase();
});
afterAll(() => database?.drop());

const open = async (address: string, repository: string = newRepository()) => {
  const store = await openTeamStore({ address, repository, holder: ownIdentity(process.pid) });
  onTestFinished(() => store.close());
  return store;
};

/** A database without anything in it, of the owner's. */
async function emptyDatabase(): Promise<string> {
  const name = `empty_${newRepository().slice(0, 8)}`;
  await runSql(database.superuser, `create database ${name} owner passdown_owner template template0`);
  onTestFinished(async () => void (await runSql(database.superuser, `drop database ${name} with (force)`)));
  const url = new URL(database.owner);
  url.pathname = `/${name}`;
  return url.href;
}

describe("PostgreSQL, as an agent", () => {
  contract(
    postgresSubject(
      () => database,
      () => database.agent,
    ),
  );
});

describe("the schema", () => {
  test("made by 8 at once, and again, it is made once", async () => {
    const address = await emptyDatabase();
    const made = await Promise.all(Array.from({ length: 8 }, () => migrateTeamStore({ address })));
    expect(made.map(({ applied }) => applied).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 2]);
    expect(await migrateTeamStore({ address })).toEqual({ applied: 0 });
    expect(await (await open(address)).packets.activeAll()).toEqual([]);
  });

  test("opened by 4 at once where nothing is, it is made by opening", async () => {
    const address = await emptyDatabase();
    const stores = await Promise.all(Array.from({ length: 4 }, () => open(address)));
    expect(await Promise.all(stores.map((store) => store.claims.all()))).toEqual([[], [], [], []]);
  });

  test("an older one is refused until its owner migrates, a newer one always, and data stay", async () => {
    const address = await emptyDatabase();
    const plain = await openDatabase({ address });
    onTestFinished(() => plain.close());
    expect(await migrate(plain, 1)).toEqual({ applied: 1 });
    await expect(open(address)).rejects.toMatchObject({ kind: "environment", code: "store_too_old" });
    expect(await migrateTeamStore({ address })).toEqual({ applied: 1 });
    const store = await open(address);
    await store.packets.publish(publication("one"));
    await runSql(address, "insert into passdown.migrations (version) values (99)");
    await expect(open(address)).rejects.toMatchObject({ code: "store_too_new" });
    await expect(migrateTeamStore({ address })).rejects.toMatchObject({ code: "store_too_new" });
    expect(await store.packets.activeAll()).toHaveLength(1);
  });

  test("a database in another encoding is refused", async () => {
    const name = `latin_${newRepository().slice(0, 8)}`;
    const like = "encoding 'LATIN1' locale 'C' template template0";
    await runSql(database.superuser, `create database ${name} owner passdown_owner ${like}`);
    onTestFinished(async () => void (await runSql(database.superuser, `drop database ${name} with (force)`)));
    const url = new URL(database.owner);
    url.pathname = `/${name}`;
    await expect(open(url.href)).rejects.toMatchObject({ message: expect.stringContaining("LATIN1") });
  });
});

describe("rights", () => {
  test.each([
    "insert into passdown.claims select * from passdown.claims",
    "update passdown.threads set fence = 99",
    "delete from passdown.operations",
    "select * from passdown.packets",
    "select passdown.add_event('x', 'o', 'claimed', null, '{}', '')",
    "select passdown.grant_roles()",
    "alter table passdown.events disable trigger all",
    "create table passdown.more (x int)",
  ])("an agent may not: %s", async (sql) => {
    await expect(runSql(database.agent, sql)).rejects.toMatchObject({ code: "42501" });
  });

  test("the owner himself sees one repository at a time, and cannot change or empty the events", async () => {
    const repository = newRepository();
    const store = await open(database.agent, repository);
    await store.packets.publish(publication("one"));
    expect(await runSql(database.owner, "select * from passdown.packets")).toEqual([]);
    const set = `select set_config('passdown.repository', '${repository}', false)`;
    expect(await runSql(database.owner, set, "select * from passdown.packets")).toHaveLength(1);
    for (const sql of [
      "update passdown.events set body = ''",
      "delete from passdown.events",
      "truncate passdown.events",
    ]) {
      await expect(runSql(database.owner, set, sql)).rejects.toMatchObject({ code: "PD003" });
    }
    const other = newRepository();
    const forged = `insert into passdown.repositories (id) values ('${other}')`;
    await expect(runSql(database.owner, set, forged)).rejects.toMatchObject({ code: "42501" });
  });

  test("events tell the role that really wrote", async () => {
    const store = await open(database.agent);
    await store.packets.publish(publication("one", { writer: writer("mallory") }));
    expect(await store.events.read({ after: 0, limit: 1 })).toMatchObject([{ detail: { role: "alice" } }]);
  });

  test("nor can an agent that calls the functions itself name another role, or write what nobody can read", async () => {
    const repository = newRepository();
    const store = await open(database.agent, repository);
    await store.packets.publish(publication("one"));
    const { packetId } = publication("one");
    const archive = (reason: string): Promise<unknown> => {
      const texts = [repository, newKey().operation, "0".repeat(64), threadText(main), packetId, reason];
      const quoted = texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(", ");
      return runSql(database.agent, `select passdown.archive(${quoted}, null, '${JSON.stringify(writer("ann"))}')`);
    };
    await expect(archive('null,"x":')).rejects.toThrow(/json/);
    expect(await store.packets.active(main)).toMatchObject({ packetId });
    await archive('null,"role":"bob"},"detail":{"role":"bob"');
    const events = await store.events.read({ after: 0, limit: 10 });
    expect(events.map(({ kind, detail }) => [kind, detail["role"]])).toEqual([
      ["published", "alice"],
      ["archived", "alice"],
    ]);
    expect(await store.events.verify()).toBeNull();
  });

  test("the newest events taken away are missed", async () => {
    const repository = newRepository();
    const store = await open(database.agent, repository);
    await store.packets.publish(publication("one"));
    await store.claims.claim({ ...newKey(), thread: main, writer: writer("ann"), leaseSeconds: 60 });
    await runSql(
      database.superuser,
      "set session_replication_role = replica",
      `delete from passdown.events where repository = '${repository}' and seq = 2`,
    );
    expect(await store.events.verify()).toMatchObject({ seq: 2 });
  });
});

describe("what the database says", () => {
  const to = (change: (url: URL) => void): string => {
    const url = new URL(database.agent);
    change(url);
    return url.href;
  };
  test.each<[string, string, () => string]>([
    ["nobody listens", "store_unreachable", () => to((url) => (url.port = "1"))],
    ["no such host", "store_unreachable", () => to((url) => (url.hostname = "nowhere.invalid"))],
    ["no such database", "store_refused", () => to((url) => (url.pathname = "/nothing"))],
    ["no such role", "store_refused", () => to((url) => (url.username = "nobody_here"))],
    [
      "TLS is asked and not there",
      "store_unreachable",
      () => to((url) => url.searchParams.set("sslmode", "verify-full")),
    ],
    ["nothing there, and no right to make it", "store_too_old", () => to((url) => (url.pathname = "/postgres"))],
  ])("%s", async (_name, code, address) => {
    const refused = await open(address()).catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: "environment", code });
    expect(JSON.stringify(refused)).not.toContain("password");
  });

  test("a connection ended in the middle of a call: unknown, and the same key resolves it", async () => {
    const repository = newRepository();
    const store = await open(database.agent, repository);
    const request = publication("one");
    // The thread is held by another session, so that the call waits while its own is ended.
    await store.packets.publish(publication("zero"));
    const lock = runSql(
      database.superuser,
      `begin; select * from passdown.threads where repository = '${repository}' for update; select pg_sleep(1)`,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const waiting = store.packets.publish(request).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const end =
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'alice' and wait_event_type = 'Lock'";
    expect(await runSql(database.superuser, end)).toHaveLength(1);
    expect(await waiting).toMatchObject({
      code: "store_unreachable",
      message: expect.stringContaining("unknown whether it was written"),
      hint: "repeat with the same key",
    });
    await lock;
    expect(await store.packets.publish(request)).toMatchObject({ result: "raced" });
    expect(await store.events.read({ after: 0, limit: 9 })).toHaveLength(2);
  });

  test("an answer that does not come is given up, and what was sent may have been written", async () => {
    const repository = newRepository();
    const slow = await openTeamStore({
      address: database.agent,
      repository,
      holder: ownIdentity(process.pid),
      answerMs: 400,
    });
    onTestFinished(() => slow.close());
    await slow.packets.publish(publication("zero"));
    const lock = runSql(
      database.superuser,
      `begin; select * from passdown.threads where repository = '${repository}' for update; select pg_sleep(2)`,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const request = publication("one");
    await expect(slow.packets.publish(request)).rejects.toMatchObject({ code: "store_unreachable" });
    await lock;
    expect(await (await open(database.agent, repository)).packets.publish(request)).toMatchObject({ result: "raced" });
  });
});
