import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { randomInt } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { sha256 } from "../../src/domain/digest.ts";
import { openHome } from "../../src/adapters/home/open-home.ts";
import { buildActor } from "./support/build-actor.ts";
import { activeId, expectGoesOn, expectSound } from "./support/check-home.ts";
import { makeFolder, openAt } from "./support/folders.ts";
import { makeHolder, makeNote, makePacket, makePublication, time } from "./support/make-packet.ts";
import { countUp, run, works, type Ended } from "./support/run-actor.ts";

// Hundreds of real processes and syncs: seconds on a quiet machine, minutes on a crowded one.
vi.setConfig({ testTimeout: 300_000 });

let actor = "";
beforeAll(async () => {
  actor = await buildActor();
  return () => rmSync(dirname(actor), { recursive: true });
});

const first = makePacket(1).packet_id;
const second = makePacket(2).packet_id;

/** Nothing, one packet, two packets. */
function prepare(path: string, packets: number): void {
  const home = openAt(path);
  for (let number = 1; number <= packets; number += 1) {
    home.chain.publish(makePublication(makePacket(number), activeId(home), time(number)));
  }
}

interface Scene {
  readonly name: string;
  readonly packets: number;
  readonly deed: readonly string[];
  readonly before: string | null;
  readonly after: string | null;
  /** Fewer kill points than this would mean that the harness does not bite. */
  readonly points: number;
}

const scenes: readonly Scene[] = [
  { name: "the first packet", packets: 0, deed: ["publish", "1"], before: null, after: first, points: 15 },
  { name: "a packet over another", packets: 1, deed: ["publish", "2"], before: first, after: second, points: 15 },
  { name: "an old packet anew", packets: 2, deed: ["publish", "1"], before: second, after: first, points: 8 },
  { name: "the end of a packet", packets: 2, deed: ["archive"], before: second, after: null, points: 6 },
];

describe("SIGKILL before each call to the file system", () => {
  test.each(scenes)("publishing $name leaves the old state or the new one", async (scene) => {
    const folder = makeFolder();
    const template = join(folder, "template");
    prepare(template, scene.packets);
    const seen = new Set<string | null>();
    const killed = await countUp(async (n) => {
      const path = join(folder, `home-${n}`);
      if (scene.packets > 0) cpSync(template, path, { recursive: true });
      const ended = await run([process.execPath, actor, path, ...scene.deed], { env: { KILL_AT: String(n) } });
      expectSound(path);
      const active = activeId(openAt(path));
      seen.add(active);
      expect(ended.signal === null ? [scene.after] : [scene.before, scene.after]).toContain(active);
      expectGoesOn(path);
      return ended.signal === "SIGKILL" ? "more" : "end";
    });
    expect(killed).toBeGreaterThanOrEqual(scene.points);
    expect(seen).toEqual(new Set([scene.before, scene.after]));
  });

  test("a note is kept whole or not at all, and the next one is readable", async () => {
    const folder = makeFolder();
    const killed = await countUp(async (n) => {
      const path = join(folder, `home-${n}`);
      const home = openAt(path);
      home.notes.append(makeNote(1));
      const ended = await run([process.execPath, actor, path, "note", "2"], { env: { KILL_AT: String(n) } });
      home.notes.append(makeNote(3));
      const texts = home.notes.read().records.map(({ text }) => text);
      expect([
        ["note 1", "note 3"],
        ["note 1", "note 2", "note 3"],
      ]).toContainEqual(texts);
      return ended.signal === "SIGKILL" ? "more" : "end";
    });
    expect(killed).toBeGreaterThanOrEqual(2);
  });

  test("a claim stands or does not, and a dead claimer loses it", async () => {
    const folder = makeFolder();
    const killed = await countUp(async (n) => {
      const path = join(folder, `home-${n}`);
      const ended = await run([process.execPath, actor, path, "claim-once", first], { env: { KILL_AT: String(n) } });
      const { claims } = openHome({ path, isAlive: () => false });
      const next = { packetId: first, sessionId: "s-3", holder: makeHolder(1), at: time(9) };
      expect(claims.claim(next).result).toBe("claimed");
      return ended.signal === "SIGKILL" ? "more" : "end";
    });
    expect(killed).toBeGreaterThanOrEqual(6);
  });

  test("kept copies are whole or missing, and keeping goes on", async () => {
    const folder = makeFolder();
    const sources = [join(folder, "small"), join(folder, "large")];
    writeFileSync(sources[0] ?? "", "small");
    writeFileSync(sources[1] ?? "", "large".repeat(100_000));
    const killed = await countUp(async (n) => {
      const path = join(folder, `home-${n}`);
      const ended = await run([process.execPath, actor, path, "keep", ...sources], { env: { KILL_AT: String(n) } });
      const { kept } = openAt(path);
      const hashes = sources.map((source) => sha256(readFileSync(source)));
      const found = hashes.map((hash) => kept.read(hash).state);
      expect(found.every((state) => state === "whole" || state === "missing")).toBe(true);
      kept.keep(sources.map((source, index) => ({ path: source, sha256: hashes[index] ?? "" })));
      expect(hashes.map((hash) => kept.read(hash).state)).toEqual(["whole", "whole"]);
      return ended.signal === "SIGKILL" ? "more" : "end";
    });
    expect(killed).toBeGreaterThanOrEqual(8);
  });
});

test("a loop of publications killed at any time leaves one whole active packet each time", async () => {
  const path = join(makeFolder(), "home");
  for (let round = 1; round <= 8; round += 1) {
    const { stdout } = await run([process.execPath, actor, path, "publish-on", String(round * 1000)], {
      killAfterMs: 100 + randomInt(150),
    });
    expectSound(path);
    // What was acknowledged is there: the last line told, or the packet after it whose line did not get out.
    const told = stdout.split("\n").findLast((line) => line.endsWith(" published"));
    if (told === undefined) continue;
    const number = Number(told.split(" ")[0]);
    expect([makePacket(number).packet_id, makePacket(number + 1).packet_id]).toContain(activeId(openAt(path)));
  }
  expectGoesOn(path);
});

test("an I/O error at any call is told with a way out, and loses nothing", async () => {
  const folder = makeFolder();
  const template = join(folder, "template");
  prepare(template, 1);
  let told = 0;
  const points = await countUp(async (n) => {
    const path = join(folder, `home-${n}`);
    cpSync(template, path, { recursive: true });
    const env = { FAIL_AT: String(n), FAIL_WITH: "EIO" };
    const ended = await run([process.execPath, actor, path, "publish", "2"], { env });
    const { result, error }: { result?: string; error?: { code: string; hint: string } } = JSON.parse(ended.stdout);
    const active = activeId(openAt(path));
    // Told as a failure, either packet may be active; told as published, it is.
    const wayOut = error?.hint.includes("PASSDOWN_HOME=") === true;
    expect([
      [3, "io_error", true, first],
      [3, "io_error", true, second],
      [0, "published", false, second],
    ]).toContainEqual([ended.code, error?.code ?? result, wayOut, active]);
    told += ended.code === 3 ? 1 : 0;
    expectSound(path);
    expectGoesOn(path);
    return ended.stderr.includes("injected") ? "more" : "end";
  });
  expect(points).toBeGreaterThanOrEqual(30);
  // The rest are clean-ups, the mending of the old packet's file, what is remembered of that, which the chain can do without.
  expect(told).toBeGreaterThanOrEqual(points - 25);
});

describe("strace", () => {
  const traced = "mkdir,openat,write,fsync,rename,link,unlink,unlinkat,rmdir";

  test("SIGKILL at each system call of a publication leaves the old packet or the new one", async (context) => {
    if (!(await works(["strace", "-f", "-o", "/dev/null", "true"]))) {
      context.skip("strace is missing or may not trace here: kills at exact system calls were NOT tested");
    }
    const folder = makeFolder();
    const template = join(folder, "template");
    prepare(template, 1);
    const publish = async (path: string, inject: readonly string[], log: string): Promise<Ended> => {
      cpSync(template, path, { recursive: true });
      return run([
        "strace",
        "-o",
        log,
        "-e",
        `trace=${traced}`,
        ...inject,
        process.execPath,
        actor,
        path,
        "publish",
        "2",
      ]);
    };
    await publish(join(folder, "whole"), [], join(folder, "log"));
    const points = killPoints(readFileSync(join(folder, "log"), "utf8"), join(folder, "whole"));
    expect(points.length).toBeGreaterThanOrEqual(30);
    let fired = 0;
    const outcomes = new Set<string | null>();
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let point = points[next++]; point !== undefined; point = points[next++]) {
        const path = join(folder, `${point.call}-${point.nth}`);
        const inject = ["-e", `inject=${point.call}:signal=SIGKILL:when=${point.nth}`];
        const ended = await publish(path, inject, "/dev/null");
        if (ended.signal === "SIGKILL" || ended.code === 137) fired += 1;
        expectSound(path);
        outcomes.add(activeId(openAt(path)));
        expectGoesOn(path);
      }
    };
    await Promise.all([worker(), worker()]);
    // A harness that does not kill passes every check: each planned kill must have happened.
    expect(fired).toBe(points.length);
    expect(outcomes).toEqual(new Set([first, second]));
  });
});

/** The system calls that touch the home, each with its number among the calls of that name. */
function killPoints(log: string, path: string): readonly { readonly call: string; readonly nth: number }[] {
  const counts = new Map<string, number>();
  const points: { call: string; nth: number }[] = [];
  let began = false;
  for (const line of log.split("\n")) {
    const call = /^(\w+)\(/.exec(line)?.[1];
    if (call === undefined) continue;
    const nth = (counts.get(call) ?? 0) + 1;
    counts.set(call, nth);
    began ||= line.includes(`mkdir("${path}`);
    if (began && !line.includes("O_RDONLY")) points.push({ call, nth });
  }
  return points;
}
