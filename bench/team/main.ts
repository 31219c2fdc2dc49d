import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { migrateTeamStore, openTeamStore } from "../../src/adapters/team/open-team-store.ts";
import { ownIdentity } from "../../src/adapters/process/process-identity.ts";
import { runSql, startPostgres } from "../../test/team/postgres-server.ts";

/** 50 agents on one repository, against bare SQL that writes the same rows. Phases in turn, so that the machine's moods meet all. */
const processes = 2;
const agents = 50;
const seconds = 1.5;
const rounds = 2;
const ways = ["store", "bare", "unchained"];
const program = join(fileURLToPath(new URL(".", import.meta.url)), "agents.mjs");
const print = (line: string): void => void writeSync(1, `${line}\n`);

const server = await startPostgres();
const samples = new Map<string, { times: number[]; seconds: number }>();
let verified = "";
try {
  await runSql(server.address("postgres", "postgres"), "create database passdown");
  const address = server.address("postgres", "passdown");
  await migrateTeamStore({ address });
  await runSql(address, "create sequence bench_events");
  for (let round = -1; round < rounds; round += 1) {
    for (const kind of ["claim", "publish"])
      for (const way of ways) await phase({ address, kind, way, counts: round >= 0 });
  }
} finally {
  await server.stop();
}
report();

async function phase(options: { address: string; kind: string; way: string; counts: boolean }): Promise<void> {
  const { address, kind, way } = options;
  const repository = randomBytes(32).toString("hex");
  if (way !== "store") await runSql(address, `insert into passdown.repositories (id) values ('${repository}')`);
  const args = [address, repository, way, kind, String(agents / processes), String(options.counts ? seconds : 0.5)];
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, [program, ...args], { stdio: ["pipe", "pipe", "inherit"] }),
  );
  const lines = children.map((child) => createInterface({ input: child.stdout })[Symbol.asyncIterator]());
  const begun = await Promise.all(lines.map((line) => line.next()));
  if (begun.some(({ done }) => done === true)) throw new Error(`an agent did not start: ${kind} ${way}`);
  for (const child of children) child.stdin.write("go\n");
  const told = await Promise.all(lines.map((line) => line.next()));
  await Promise.all(lines.map((line) => line.next()));
  const times = told.flatMap(({ value }): number[] => JSON.parse(String(value)));
  if (way === "store" && verified === "") {
    const store = await openTeamStore({ address, repository, holder: ownIdentity(process.pid) });
    verified = JSON.stringify(await store.events.verify());
    await store.close();
  }
  if (!options.counts) return;
  const name = `${kind} ${way}`;
  const before = samples.get(name) ?? { times: [], seconds: 0 };
  samples.set(name, { times: [...before.times, ...times], seconds: before.seconds + seconds });
}

function report(): void {
  print(`${server.version}, fsync on; ${agents} agents in ${processes} processes, 10 connections each, one repository`);
  print(
    `${rounds} rounds of ${seconds} s a row; the chain of events afterwards: ${verified === "null" ? "whole" : verified}\n`,
  );
  print("| write | per second | p50 ms | p99 ms | ratio to bare SQL, p50 | ratio, per second |");
  print("|---|---|---|---|---|---|");
  for (const kind of ["claim", "publish"]) {
    const bare = figures(`${kind} bare`);
    for (const way of ways) {
      const own = figures(`${kind} ${way}`);
      const name = { store: `${kind}, the store`, bare: `the same rows, bare SQL` }[way] ?? "bare, events not chained";
      const ratios =
        way === "store" ? [own.p50 / bare.p50, bare.rate / own.rate].map((ratio) => ratio.toFixed(2)) : ["", ""];
      print(
        `| ${name} | ${own.rate.toFixed(0)} | ${own.p50.toFixed(1)} | ${own.p99.toFixed(1)} | ${ratios.join(" | ")} |`,
      );
    }
  }
}

function figures(name: string): { rate: number; p50: number; p99: number } {
  const { times, seconds: total } = samples.get(name) ?? { times: [], seconds: 1 };
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  return { rate: times.length / total, p50: at(0.5), p99: at(0.99) };
}
