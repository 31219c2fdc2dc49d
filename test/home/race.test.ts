import { rmSync, writeFileSync } from "node:fs";
import { spawn, type ChildProcess } from "node:child_process";
import { dirname, join } from "node:path";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { buildActor } from "./support/build-actor.ts";
import { expectFilesAgree, expectSound, thread } from "./support/check-home.ts";
import { makeFolder, openAt } from "./support/folders.ts";
import { makePacket } from "./support/make-packet.ts";
import { run } from "./support/run-actor.ts";

// Hundreds of real processes and syncs: seconds on a quiet machine, minutes on a crowded one.
vi.setConfig({ testTimeout: 300_000 });

let actor = "";
beforeAll(async () => {
  actor = await buildActor();
  return () => rmSync(dirname(actor), { recursive: true });
});

test("4 processes that publish 100 packets each make one chain with one winner a number", async () => {
  const folder = makeFolder();
  const path = join(folder, "home");
  const go = join(folder, "go");
  const writers = [1, 2, 3, 4].map((writer) =>
    run([process.execPath, actor, path, "publish-many", String(writer * 1000), "100", go]),
  );
  writeFileSync(go, "");
  const won = (await Promise.all(writers)).flatMap(({ stdout }): string[] => JSON.parse(stdout));
  const home = openAt(path);
  expect(home.chain.verifyChain()).toEqual([]);
  const entries = home.chain.history(thread).entries.toReversed();
  // Each winner heard of its own number, and no number had two.
  expect(won.sort()).toEqual(entries.map(({ record }) => `${record.seq} ${record.packetId}`).sort());
  expect(entries.map(({ record }) => record.seq)).toEqual(Array.from({ length: 400 }, (_, index) => index + 1));
  const ids = entries.map(({ record }) => record.packetId);
  expect(entries.map(({ record }) => record.supersedes)).toEqual([null, ...ids.slice(0, -1)]);
  expect(entries.filter(({ lifecycle }) => lifecycle.status === "active")).toHaveLength(1);
  expectFilesAgree(home);
});

test("a reader beside two publishers always sees one whole active packet", async () => {
  const folder = makeFolder();
  const path = join(folder, "home");
  const go = join(folder, "go");
  const state = { running: true };
  const writers = Promise.all(
    [1, 2].map((writer) => run([process.execPath, actor, path, "publish-many", String(writer * 1000), "20", go])),
  ).finally(() => {
    state.running = false;
  });
  writeFileSync(go, "");
  let looks = 0;
  while (state.running) {
    expectSound(path);
    const actives = openAt(path).chain.activeAll();
    expect([actives.damage, actives.records.length <= 1]).toEqual([[], true]);
    looks += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await writers;
  expect(looks).toBeGreaterThan(3);
});

test("of 8 simultaneous claimers exactly one wins, and the others hear who and since when", async () => {
  const folder = makeFolder();
  const path = join(folder, "home");
  const go = join(folder, "go");
  const id = makePacket(1).packet_id;
  const claimers = Array.from({ length: 8 }, () => spawn(process.execPath, [actor, path, "claim", id, go]));
  onTestFinished(() => claimers.forEach((claimer) => claimer.kill("SIGKILL")));
  const answers = claimers.map(firstLine);
  writeFileSync(go, "");
  const results = (await Promise.all(answers)).map(
    (line): { result: string; claim?: { holder: { pid: number } }; by?: { holder: { pid: number }; at: string } } =>
      JSON.parse(line),
  );
  const winners = results.filter(({ result }) => result === "claimed");
  expect(winners).toHaveLength(1);
  const winner = winners[0]?.claim?.holder.pid;
  expect(claimers.map(({ pid }) => pid)).toContain(winner);
  expect(results.filter(({ result }) => result === "held").map(({ by }) => by?.holder.pid)).toEqual(
    Array.from({ length: 7 }, () => winner),
  );
});

test("4 writers of one feedback log over many segments lose nothing", async () => {
  const folder = makeFolder();
  const path = join(folder, "home");
  const go = join(folder, "go");
  const writers = Array.from({ length: 4 }, () =>
    run([process.execPath, actor, path, "append-many", "50", "150000", go]),
  );
  writeFileSync(go, "");
  await Promise.all(writers);
  const { segments, damage } = openAt(path).feedback.read();
  expect(damage).toEqual([]);
  const records = segments.flatMap(({ lines }) =>
    lines.map(({ text }): { from: number; next: number } => JSON.parse(text)),
  );
  expect(segments.length).toBeGreaterThanOrEqual(3);
  expect(new Set(records.map(({ from, next }) => `${from} ${next}`)).size).toBe(200);
  expect(records).toHaveLength(200);
});

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.on("error", reject);
    child.stdout?.setEncoding("utf8").on("data", (more: string) => {
      text += more;
      if (text.includes("\n")) resolve(text);
    });
  });
}
