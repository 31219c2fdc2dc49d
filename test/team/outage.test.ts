import { writeSync } from "node:fs";
import process from "node:process";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openTeamStore } from "../../src/adapters/team/open-team-store.ts";
import { ownIdentity } from "../../src/adapters/process/process-identity.ts";
import type { TeamStore } from "../../src/domain/team/team-store.ts";
import { newKey, newRepository, publication, writer } from "./subject.ts";
import { checkTeam } from "./support/check-team.ts";
import { startCuttingProxy } from "./support/cutting-proxy.ts";
import { buildWorker, startWorker } from "./support/workers.ts";
import { makeTeamDatabase, type TeamDatabase } from "./team-database.ts";

// The server is killed here: it must be one of our own.
let database: TeamDatabase;
let worker: Awaited<ReturnType<typeof buildWorker>>;
beforeAll(async () => {
  database = await makeTeamDatabase({ own: true });
  worker = await buildWorker();
});
afterAll(async () => {
  worker?.remove();
  await database?.drop();
});

const open = (address: string, repository: string): Promise<TeamStore> =>
  openTeamStore({ address, repository, holder: ownIdentity(process.pid) });

test(
  "the server killed 6 times under 8 writers: nothing acknowledged is lost, every unknown is resolved by its key",
  { timeout: 120_000 },
  async () => {
    const repository = newRepository();
    const workers = Array.from({ length: 8 }, (_, index) =>
      startWorker(worker.file, [database.agent, repository, `w${index}`, "20"]),
    );
    onTestFinished(() => workers.forEach((one) => one.process.kill("SIGKILL")));
    await Promise.all(workers.map((one) => one.ready));
    const acknowledged = (): number =>
      workers.flatMap(({ told }) => told).filter((line) => "state" in line && line.state === "known").length;
    for (let round = 0; round < 6; round += 1) {
      // In the middle of the work: when writes were acknowledged since the server came back, and others are on their way.
      const before = acknowledged();
      while (acknowledged() < before + 25) await new Promise((resolve) => setTimeout(resolve, 5));
      await database.server?.kill();
      await database.server?.start();
    }
    expect(await Promise.all(workers.map((one) => one.ended))).toEqual(workers.map(() => 0));
    const store = await open(database.agent, repository);
    onTestFinished(() => store.close());
    const check = await checkTeam(
      store,
      workers.flatMap(({ told }) => told),
    );
    writeSync(1, `killed 6 times: ${JSON.stringify(check)}\n`);
    expect(check).toMatchObject({ lost: 0, cutOff: 0, doubled: 0, chain: "whole" });
    expect(check.acknowledged).toBeGreaterThan(100);
    expect(check.resolved).toBeGreaterThan(0);
  },
);

test("40 answers cut off after the commit: each was written, the retry with its key says what, and adds nothing", async () => {
  const repository = newRepository();
  const { server } = database;
  if (server === null) throw new Error("no server of our own");
  const proxy = await startCuttingProxy(server);
  onTestFinished(() => proxy.close());
  const through = new URL(database.agent);
  through.port = String(proxy.port);
  const [cut, direct] = [await open(through.href, repository), await open(database.agent, repository)];
  onTestFinished(() => Promise.all([cut.close(), direct.close()]).then(() => {}));
  const events = async (): Promise<number> => (await direct.events.read({ after: 0, limit: 1000 })).length;
  const writes: ((key: { readonly operation: string }, index: number) => Promise<object>)[] = [
    (key, index) =>
      cut.packets.publish(publication(`${index}`, { ...key, thread: { branch: `b${index}`, topic: "t" } })),
    (key, index) =>
      cut.claims.claim({
        ...key,
        thread: { branch: `c${index}`, topic: "t" },
        writer: writer("ann"),
        leaseSeconds: 600,
      }),
    (key) => cut.feedback.append({ ...key, lines: ["{}"], writer: writer("ann") }),
    (key, index) =>
      cut.runs.put({
        ...key,
        name: `${index}`,
        thread: { branch: null, topic: "t" },
        status: "s",
        epoch: 1,
        journal: "a".repeat(64),
        writer: writer("ann"),
      }),
  ];
  for (let index = 0; index < 40; index += 1) {
    const write = writes[index % writes.length];
    if (write === undefined) continue;
    const key = newKey();
    const before = await events();
    proxy.cutAnswers(1);
    await expect(write(key, index)).rejects.toMatchObject({
      code: "store_unreachable",
      message: expect.stringContaining("unknown whether it was written"),
    });
    expect(await events()).toBe(before + 1);
    expect(await write(key, index)).toMatchObject({ result: expect.stringMatching(/published|claimed|kept/) });
    expect(await events()).toBe(before + 1);
  }
  expect(proxy.cut()).toBe(40);
  expect(await direct.events.verify()).toBeNull();
});
