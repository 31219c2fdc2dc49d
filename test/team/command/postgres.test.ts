import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startCuttingProxy } from "../support/cutting-proxy.ts";
import { makeTeamDatabase, type TeamDatabase } from "../team-database.ts";
import { makeMachines, type Machine, type Machines } from "./machines.ts";
import { describeCommands } from "./team-commands.ts";

// The server is killed here: it must be one of our own.
let database: TeamDatabase;
beforeAll(async () => {
  database = await makeTeamDatabase({ own: true });
});
afterAll(() => database?.drop());

describeCommands("PostgreSQL", () => database.agent, { shells: true });

async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  await database.server?.kill();
  try {
    return await work();
  } finally {
    await database.server?.start();
  }
}

describe("a database that is away", { timeout: 90_000 }, () => {
  let machines: Machines;
  let ada: Machine;
  beforeEach(() => {
    machines = makeMachines(database.agent);
    ada = machines.join("ada");
  });
  afterEach(() => machines.remove());

  test("everything is kept, said once, and told in order when it is back", async () => {
    const first = await ada.pack("first");
    const second = await whileAway(async () => {
      await ada.run("exec", "--", "true", "away");
      await ada.run("note", "next", "second");
      const packed = await ada.run("pack");
      expect(packed).toMatchObject({ code: 0, stderr: expect.stringContaining("everything is kept here") });
      const { packet_id: id } = await ada.json("pickup");
      await ada.run("note", "next", "third");
      expect(await ada.run("pack")).toMatchObject({ code: 0, stderr: "" });
      const away = await ada.json("pickup");
      expect(away).toMatchObject({ decision: "reverify", next_action: "third" });
      expect(await ada.json("status")).toMatchObject({
        team: { used: true, waiting: 2, away_since: expect.any(String) },
      });
      expect(await ada.json("pickup", "--claim")).toMatchObject({ decision: "needs_human", team_claim: null });
      return id;
    });
    const back = await ada.json("pickup");
    const store = await machines.open();
    const history = await store.packets.history({ branch: "main", topic: "main" }, 10);
    expect(history.map(({ packetId }) => packetId)).toEqual([back["packet_id"], second, first]);
    const lines = await store.feedback.read({ after: 0, limit: 100 });
    expect(lines.filter(({ line }) => line.includes('"true","away"') && line.includes('"exit_code":0'))).toHaveLength(
      1,
    );
    expect(await ada.json("status")).toMatchObject({ team: { waiting: 0, away_since: null } });
    await store.close();
  });

  test("hooks lose nothing, never fail, and do not wait", async () => {
    await ada.pack("first");
    const made = await whileAway(async () => {
      const session = { session_id: "11111111-2222-4333-8444-555555555555" };
      await ada.hook("claude", "SessionStart", { hook_event_name: "SessionStart", source: "startup", ...session });
      ada.write("file.txt", "two\n");
      const begun = performance.now();
      const stopped = await ada.hook("claude", "Stop", { hook_event_name: "Stop", ...session });
      expect(performance.now() - begun).toBeLessThan(8_000);
      expect(stopped).toMatchObject({ code: 0, stderr: "" });
      return (await ada.json("pickup"))["packet_id"];
    });
    await ada.json("pickup");
    const store = await machines.open();
    expect(await store.packets.active({ branch: "main", topic: "main" })).toMatchObject({ packetId: made });
    await store.close();
  });

  test("answers lost after the commit: the writes are told once", async () => {
    const { server } = database;
    if (server === null) throw new Error("no server of our own");
    const proxy = await startCuttingProxy(server);
    onTestFinished(() => proxy.close());
    const through = new URL(database.agent);
    through.port = String(proxy.port);
    const bob = machines.join("bob", { PASSDOWN_STORE: through.href });
    await bob.pack("first");
    for (let round = 0; round < 4; round += 1) {
      proxy.cutAnswers(1);
      await bob.run("exec", "--", "true", `r${round}`);
      await bob.pack(`next ${round}`);
    }
    expect(proxy.cut()).toBeGreaterThan(2);
    proxy.cutAnswers(0);
    await bob.json("pickup");
    const store = await machines.open();
    const lines = (await store.feedback.read({ after: 0, limit: 100 })).flatMap(
      ({ line }) => /"command":\["true","(r\d)"\].*"exit_code":0/.exec(line)?.[1] ?? [],
    );
    expect(lines).toEqual(["r0", "r1", "r2", "r3"]);
    const history = await store.packets.history({ branch: "main", topic: "main" }, 100);
    expect(new Set(history.map(({ packetId }) => packetId)).size).toBe(history.length);
    expect(history).toHaveLength(5);
    expect(await store.events.verify()).toBeNull();
    await store.close();
  });

  test("a claim whose answer was lost is one's own all the same, and can be let go of", async () => {
    const { server } = database;
    if (server === null) throw new Error("no server of our own");
    const proxy = await startCuttingProxy(server);
    onTestFinished(() => proxy.close());
    const through = new URL(database.agent);
    through.port = String(proxy.port);
    await ada.pack("first");
    const bob = machines.join("bob", { PASSDOWN_STORE: through.href });
    await bob.json("pickup");
    const store = await machines.open();
    for (let tries = 0; (await store.claims.all()).length === 0; tries += 1) {
      expect(tries).toBeLessThan(20);
      proxy.cutAnswers(1);
      await bob.json("pickup", "--claim");
    }
    expect(proxy.cut()).toBeGreaterThan(0);
    proxy.cutAnswers(0);
    await bob.run("note", "next", "bob's");
    expect(await bob.run("pack")).toMatchObject({ code: 0, stderr: "" });
    expect(await bob.json("pickup", "--claim")).toMatchObject({ decision: "proceed", team_claim: { fence: 1 } });
    expect(await bob.json("release")).toMatchObject({ result: "released" });
    expect(await store.claims.all()).toEqual([]);
    await store.close();
  });

  test("whoever works without a name holds work for his clone, whichever shell he uses next", async () => {
    const eve = machines.join("eve", { PASSDOWN_SESSION: "" });
    await ada.pack("first");
    await eve.json("pickup");
    expect(await eve.json("pickup", "--claim")).toMatchObject({ team_claim: { fence: 1 } });
    await eve.run("note", "next", "eve's");
    expect(await eve.run("pack")).toMatchObject({ code: 0, stderr: "" });
    expect(await eve.json("pickup")).toMatchObject({ decision: "proceed", next_action: "eve's" });
    expect(await ada.json("pickup")).toMatchObject({ decision: "stop" });
    expect(await eve.json("release")).toMatchObject({ result: "released" });
  });

  test("a claim that lapsed is taken over with a reason alone; whoever held it before is refused", async () => {
    const store = await machines.open();
    await ada.pack("first");
    const bob = machines.join("bob");
    await bob.json("pickup");
    expect(await ada.json("pickup", "--claim")).toMatchObject({ team_claim: { fence: 1 } });
    await lapse(database);
    const seen = await bob.json("pickup", "--claim");
    expect(seen).toMatchObject({ decision: "needs_human", team_claim: null });
    expect(await bob.run("pickup", "--takeover", " ")).toMatchObject({ code: 2 });
    expect(await bob.json("pickup", "--takeover", "ada's machine is gone")).toMatchObject({ team_claim: { fence: 2 } });
    const events = await store.events.read({ after: 0, limit: 100 });
    expect(events.at(-1)).toMatchObject({ kind: "taken_over", detail: { reason: "ada's machine is gone" } });
    await ada.run("note", "next", "of a zombie");
    expect((await ada.run("pack")).stderr).toContain("did not take");
    expect(await store.packets.history({ branch: "main", topic: "main" }, 10)).toHaveLength(1);
    await store.close();
  });

  test("a session's end lets go of what it held", async () => {
    await ada.pack("first");
    const session = { session_id: "99999999-2222-4333-8444-555555555555" };
    await ada.hook("claude", "SessionStart", { hook_event_name: "SessionStart", source: "startup", ...session });
    await ada.json("pickup", "--claim", "--session", session.session_id);
    const store = await machines.open();
    expect(await store.claims.all()).toHaveLength(1);
    await ada.hook("claude", "SessionEnd", { hook_event_name: "SessionEnd", reason: "exit", ...session });
    expect(await store.claims.all()).toEqual([]);
    await store.close();
  });
});

/** As if an hour had gone by. */
async function lapse({ superuser }: TeamDatabase): Promise<void> {
  const { runSql } = await import("../postgres-server.ts");
  await runSql(superuser, "update passdown.claims set until = clock_timestamp() - interval '1 second'");
}
