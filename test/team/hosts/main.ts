import { writeSync } from "node:fs";
import process from "node:process";
import { openTeamStore, migrateTeamStore } from "../../../src/adapters/team/open-team-store.ts";
import { ownIdentity } from "../../../src/adapters/process/process-identity.ts";
import type { TeamStore } from "../../../src/domain/team/team-store.ts";
import { runSql, startPostgres } from "../postgres-server.ts";
import { newKey, newRepository, publication, writer } from "../subject.ts";
import { checkTeam } from "../support/check-team.ts";
import { startCuttingProxy } from "../support/cutting-proxy.ts";
import { startWorker, type Worker } from "../support/workers.ts";
import { cutLink, makeHosts, removeHosts, type Host } from "./network.ts";

/** `node main.mjs WORKER`, as root: a database and agents on hosts of their own, and everything that goes wrong between. */
const [workerFile = ""] = process.argv.slice(2);
const seconds = 30;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const print = (line: string): void => void writeSync(1, `${line}\n`);

const hosts = makeHosts();
const { database, agents } = hosts;
const within = (host: Host): readonly string[] => ["ip", "netns", "exec", host.namespace];
let stopServer = async (): Promise<void> => {};
const workers: Worker[] = [];
let failed = true;
try {
  const server = await startPostgres({
    host: database.address,
    port: 5432,
    network: "10.77.0.0/24",
    within: within(database),
  });
  stopServer = server.stop;
  await runSql(server.address("postgres", "postgres"), "create database passdown");
  const address = server.address("postgres", "passdown");
  await migrateTeamStore({ address });
  const repository = newRepository();
  const store = await openTeamStore({ address, repository, holder: ownIdentity(process.pid) });
  const proxy = await startCuttingProxy(server, hosts.here.address);
  const through = new URL(address);
  through.hostname = hosts.here.address;
  through.port = String(proxy.port);

  const start = (host: Host, name: string, life: number): Worker => {
    const to = host.skew === "-3d" ? through.href : address;
    const preload = {
      LD_PRELOAD: "/usr/$LIB/faketime/libfaketime.so.1",
      FAKETIME: host.skew,
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    };
    const env = host.skew === "" ? {} : preload;
    const one = startWorker(workerFile, [to, repository, name, String(life), "4"], { within: within(host), env });
    workers.push(one);
    return one;
  };
  for (const host of agents) for (const number of [1, 2, 3]) start(host, `${host.name}${number}`, seconds);
  await Promise.all(workers.map((one) => one.ready));
  const begun = performance.now();
  const clocks = [0, 3, 6].map((index) => Math.round(((clockOf(workers[index]) - Date.now()) / 86_400_000) * 10) / 10);

  await wait(2000);
  cutLink(hosts, agents[0], true);
  await wait(3500);
  cutLink(hosts, agents[0], false);
  const zombie = await stopHolder(store, workers[4], "b2");
  await server.kill();
  await server.start();
  proxy.cutAnswers(20);
  await wait(1500);
  for (const index of [0, 3, 6]) workers[index]?.process.kill("SIGKILL");
  start(agents[0], "a4", 12);
  await wait(4000);
  // The leases of the killed and of the stopped are over by now; nobody took them silently.
  const taken = await takeOverLapsed(store);
  if (zombie) process.kill(workers[4]?.process.pid ?? 0, "SIGCONT");
  await wait(1500);
  await server.kill();
  await server.start();
  await Promise.all(workers.map((one) => one.ended));

  const told = workers.flatMap((one) => one.told);
  const check = await checkTeam(store, told);
  const late = (workers[4]?.told ?? []).flatMap((line) =>
    "answer" in line && ["fenced", "held", "not_held"].includes(line.answer.result) && line.kind !== "claim"
      ? line
      : [],
  );
  const refused = await writeAsZombies(store, taken);
  const times = told.flatMap((line) => ("ms" in line ? line.ms : [])).sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1);
  failed =
    check.lost + check.doubled > 0 ||
    check.chain !== "whole" ||
    refused.written > 0 ||
    proxy.cut() < 20 ||
    taken.length === 0 ||
    clocks.join() !== "0,3,-3";
  print(
    `${server.version} on one host, ${workers.length} agents on three others, clocks off by ${clocks.join(", ")} days, ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );
  print("one link cut for 3.5 s, the server killed twice, three agents killed, one stopped and let go again\n");
  print("| what | number | must be |\n|---|---|---|");
  const rows: [string, string | number, string][] = [
    ["writes acknowledged", check.acknowledged, ""],
    ["of them lost", check.lost, "0"],
    ["claims won, each fence once", check.claims, ""],
    ["fences or writes twice", check.doubled, "0"],
    ["answers dropped after the commit", proxy.cut(), "20"],
    ["unknown, and resolved by their key", check.resolved, ""],
    ["begun by agents that were killed, never answered", check.cutOff, ""],
    ["lapsed claims taken over with a reason", taken.length, "more than 0"],
    ["writes with their old fences: refused", `${refused.refused} of ${refused.refused + refused.written}`, "all"],
    [`late writes of the stopped agent: refused${zombie ? "" : " (it held nothing)"}`, late.length, ""],
    ["p50 / p99 of a write, ms", `${at(0.5)} / ${at(0.99)}`, ""],
    ["chain of events", check.chain, "whole"],
  ];
  for (const row of rows) print(`| ${row.join(" | ")} |`);
  await store.close();
  await proxy.close();
} finally {
  for (const one of workers) one.process.kill("SIGKILL");
  await stopServer();
  removeHosts(hosts);
}
process.exitCode = failed ? 1 : 0;

/** As it sees it, in ms; NaN when it did not start. */
function clockOf(one: Worker | undefined): number {
  const first = one?.told.find((line) => line.kind === "ready");
  return first !== undefined && "clock" in first ? first.clock : Number.NaN;
}

/** Stops an agent at a moment when it holds a claim. */
async function stopHolder(store: TeamStore, one: Worker | undefined, name: string): Promise<boolean> {
  const pid = one?.process.pid;
  if (pid === undefined) return false;
  for (let attempt = 0; attempt < 60; attempt += 1) {
    process.kill(pid, "SIGSTOP");
    const claims = await store.claims.all();
    if (claims.some((claim) => claim.writer.author === name)) return true;
    process.kill(pid, "SIGCONT");
    await wait(30);
  }
  return false;
}

interface Taken {
  readonly branch: string | null;
  readonly fence: number;
}

async function takeOverLapsed(store: TeamStore): Promise<readonly Taken[]> {
  const taken: Taken[] = [];
  for (const claim of await store.claims.all()) {
    if (claim.state !== "unknown") continue;
    const asked = {
      thread: claim.thread,
      writer: writer("keeper"),
      leaseSeconds: 600,
      claimId: claim.id,
      reason: "its host is gone",
    };
    const outcome = await store.claims.takeOver({ ...newKey(), ...asked });
    if (outcome.result === "claimed") taken.push({ branch: claim.thread.branch, fence: claim.fence });
  }
  return taken;
}

async function writeAsZombies(
  store: TeamStore,
  taken: readonly Taken[],
): Promise<{ readonly refused: number; readonly written: number }> {
  let [refused, written] = [0, 0];
  for (const { branch, fence } of taken) {
    const thread = { branch, topic: "main" };
    const expectActive = (await store.packets.active(thread))?.packetId ?? null;
    const outcome = await store.packets.publish(
      publication(`zombie ${branch} ${fence}`, { thread, fence, expectActive }),
    );
    if (outcome.result === "fenced") refused += 1;
    else written += 1;
  }
  return { refused, written };
}
