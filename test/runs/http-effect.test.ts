import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askFor, fingerprint, goOn, makeStand, stopFor, type Stand } from "./stand.ts";

const support = join(import.meta.dirname, "support");
const bin = join(import.meta.dirname, "..", "..", "dist", "cli", "bin.cjs");
const script = (name: string): string => join(support, name);

let stand: Stand;
let service: ChildProcess;
let url: string;
const started: ChildProcess[] = [];

beforeEach(async () => {
  stand = makeStand();
  service = start([script("service.mjs")]);
  const [port] = (await once(service.stdout ?? service, "data")) as [Buffer];
  url = `http://127.0.0.1:${port.toString().trim()}`;
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  stand.remove();
});

function start(args: readonly string[]): ChildProcess {
  const env = { PATH: process.env["PATH"], HOME: stand.root };
  const child = spawn(process.execPath, args, { cwd: stand.root, env, stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  return child;
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (await what()) return;
    await sleep(10);
  }
  throw new Error("it did not come");
}

/** How often the service really acted for r/send. */
async function count(): Promise<number> {
  const counts = (await (await fetch(`${url}/counts`)).json()) as Record<string, number>;
  expect(Object.keys(counts).filter((key) => key !== "r/send")).toEqual([]);
  return counts["r/send"] ?? 0;
}

/** Where nobody listens. */
async function nowhere(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

describe("a program with the library, killed for real", () => {
  interface Options {
    readonly query?: string;
    readonly die?: string;
    readonly probe?: boolean;
    readonly safeToRetry?: boolean;
    readonly retry?: boolean;
  }
  const execute = (options: Options): ChildProcess =>
    start([script("executor.mjs"), stand.root, url, JSON.stringify(options)]);
  const resume = async (options: Options): Promise<Record<string, unknown>> => {
    const child = execute(options);
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
    await once(child, "close");
    return JSON.parse(text) as Record<string, unknown>;
  };
  const cut = async (point: string, options: Options): Promise<void> => {
    const child = execute({ ...options, die: point, ...(point === "acted" ? { query: "hold" } : {}) });
    const gone = once(child, "exit");
    if (point === "acted") {
      await until(async () => (await count()) === 1);
      child.kill("SIGKILL");
    }
    expect((await gone)[1]).toBe("SIGKILL");
  };

  test.each([
    ["before", 0],
    ["acted", 1],
    ["replied", 1],
  ])("%s, without a probe: nobody can know, so a person decides and the counter stays at %d", async (point, acted) => {
    await cut(point, {});
    const before = fingerprint(stand.root);
    const seen = stand.at("inspect", "r");
    expect([seen.exit, seen.stdout]).toEqual([1, askFor("effect_unknown")]);
    expect(stand.at("inspect", "r", "--probe").stdout).toBe(askFor("effect_unknown"));
    expect(stand.at("recover", "r", "--record", "x").stdout).toBe(askFor("effect_unknown"));
    expect(fingerprint(stand.root)).toEqual(before);
    expect(await resume({})).toMatchObject({ outcome: "unknown", verdict: "unknown" });
    expect(await resume({ retry: true, safeToRetry: true })).toMatchObject({ outcome: "unknown" });
    expect(await count()).toBe(acted);
  });

  test.each([
    ["before", "--not-done"],
    ["replied", "--done"],
  ])("%s, without a probe: a person looks and says %s, and the counter ends at 1", async (point, word) => {
    await cut(point, {});
    expect(stand.at("run", "settle", "r", "send", word, "seen in the service").exit).toBe(0);
    expect(stand.at("inspect", "r").stdout).toBe(goOn);
    expect(await resume({ retry: true })).toMatchObject({ outcome: "done" });
    expect(await count()).toBe(1);
  });

  test.each([
    ["acted", 1],
    ["replied", 1],
  ])("%s, with a probe: found done, adopted, never done again", async (point, acted) => {
    await cut(point, { probe: true, safeToRetry: true });
    expect(stand.at("inspect", "r").stdout).toBe(askFor("effect_unknown"));
    const before = fingerprint(join(stand.root, "runs"));
    expect(stand.at("inspect", "r", "--probe").stdout).toBe(goOn);
    const kept = stand.at("recover", "r", "--record", "x", "--probe");
    expect([kept.exit, kept.stdout]).toEqual([0, goOn]);
    expect(stand.at("audit", "x").exit).toBe(0);
    expect(fingerprint(join(stand.root, "runs"))).toEqual(before);
    const [step] = (stand.at("inspect", "r", "--json", "--probe").json() as { steps: Record<string, unknown>[] }).steps;
    expect(step).toMatchObject({ verdict: "probed_done", progress: point === "replied" ? { remote_id: "id-1" } : {} });
    for (let again = 0; again < 2; again += 1) {
      expect(await resume({ probe: true, retry: true })).toMatchObject({
        outcome: "done",
        attached: true,
        recovered: true,
      });
    }
    expect(await count()).toBe(acted);
  });

  test("before, with a probe: known not done, done once by a new attempt, and only when that is asked for", async () => {
    await cut("before", { probe: true, safeToRetry: true });
    expect(stand.at("inspect", "r").stdout).toBe(askFor("effect_unknown"));
    expect(stand.at("inspect", "r", "--probe").stdout).toBe(goOn);
    expect(stand.at("recover", "r", "--record", "x", "--probe").exit).toBe(0);
    expect(stand.at("audit", "x").exit).toBe(0);
    expect(await resume({ probe: true })).toMatchObject({ outcome: "not_done" });
    expect(await count()).toBe(0);
    expect(await resume({ probe: true, retry: true })).toMatchObject({
      outcome: "done",
      attached: false,
      value: "id-1",
    });
    expect(await resume({ probe: true, retry: true })).toMatchObject({
      outcome: "done",
      attached: true,
      value: "id-1",
    });
    expect(await count()).toBe(1);
  });

  test("a request still under way: the probe says not done, but the step was not declared safe, so nobody doubles it", async () => {
    const child = execute({ probe: true, query: "slow" });
    await until(async () => (await (await fetch(`${url}/waiting`)).text()) === "1");
    expect(stand.at("inspect", "r").stdout).toBe(stopFor("executor_alive"));
    await kill(child);
    expect(stand.at("inspect", "r", "--probe").stdout).toBe(askFor("effect_unknown"));
    expect(await resume({ probe: true, retry: true })).toMatchObject({ outcome: "not_done" });
    expect(await count()).toBe(0);
    await fetch(`${url}/release`);
    expect(await count()).toBe(1);
    expect(stand.at("inspect", "r", "--probe").stdout).toBe(goOn);
    expect(await resume({ probe: true })).toMatchObject({ outcome: "done", recovered: true });
    expect(await count()).toBe(1);
  });
});

describe("a script with `run step`, killed for real", () => {
  const probe = (): readonly string[] => ["--probe", `${process.execPath} ${script("ask.mjs")} ${url}`];
  const call = (query: string, wait: readonly string[] = []): readonly string[] => [
    "--",
    process.execPath,
    script("call.mjs"),
    url,
    query,
    ...wait,
  ];
  const step = (options: readonly string[], command: readonly string[]): ReturnType<Stand["at"]> =>
    stand.at("run", "step", "r", "send", ...options, ...command);
  const begin = (options: readonly string[], command: readonly string[]): ChildProcess =>
    start([bin, "run", "step", "r", "send", "--root", ".", ...options, ...command]);
  const commandPid = (): number => Number(readFileSync(join(stand.root, "call.pid"), "utf8"));
  const began = (): Promise<void> =>
    until(() => {
      try {
        return commandPid() > 0;
      } catch {
        return false;
      }
    });
  const ended = (pid: number): Promise<void> =>
    until(() => {
      try {
        process.kill(pid, 0);
        return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
      } catch {
        return true;
      }
    });

  beforeEach(() => {
    stand.at("run", "start", "r", "--steps", "send");
  });

  test("all goes well: one effect, a remote id and what it used are kept, a second call attaches", async () => {
    expect(step(probe(), call("")).exit).toBe(0);
    const again = step(probe(), call(""));
    expect([again.exit, again.stderr]).toEqual([0, "passdown: step send was done before; nothing was executed\n"]);
    expect(await count()).toBe(1);
    const seen = stand.at("inspect", "r", "--json").json() as { steps: object[]; budget: { spent: object } };
    expect(seen.steps[0]).toMatchObject({ verdict: "done", progress: { remote_id: "id-1" } });
    expect(seen.budget.spent).toMatchObject({ attempts: 1, calls: 1, cost: null });
    expect(stand.at("run", "finish", "r").exit).toBe(0);
  });

  test("the executor is killed before the request: its command lives on and is seen; then known, then done once", async () => {
    const child = begin([...probe(), "--safe-to-retry"], call("", ["go"]));
    await began();
    await kill(child);
    const pid = commandPid();
    // What the killed executor left running may still act: neither judged nor repeated.
    expect(stand.at("inspect", "r", "--probe").stdout).toBe(stopFor("executor_alive"));
    expect(step([...probe(), "--retry"], call("")).exit).toBe(1);
    process.kill(pid, "SIGKILL");
    await ended(pid);
    expect(stand.at("inspect", "r").stdout).toBe(askFor("effect_unknown"));
    expect(stand.at("inspect", "r", "--probe").stdout).toBe(goOn);
    expect([step(probe(), call("")).exit, await count()]).toEqual([1, 0]);
    expect([step([...probe(), "--retry"], call("")).exit, await count()]).toEqual([0, 1]);
    expect([step([...probe(), "--retry"], call("")).exit, await count()]).toEqual([0, 1]);
  });

  test("only the executor is killed, and its command acts all the same: counted once, adopted, not repeated", async () => {
    const child = begin([...probe(), "--safe-to-retry"], call("", ["go"]));
    await began();
    await kill(child);
    const pid = commandPid();
    stand.write("go", "");
    await until(async () => (await count()) === 1);
    await ended(pid);
    expect(stand.at("inspect", "r", "--probe").stdout).toBe(goOn);
    const again = step([...probe(), "--retry"], call(""));
    expect([again.exit, again.stderr]).toEqual([0, expect.stringContaining("its receipt had been lost")]);
    expect(await count()).toBe(1);
  });

  test.each([true, false])("killed after the service acted and before its reply (probe: %s)", async (asks) => {
    const options = asks ? probe() : [];
    const child = begin(options, call("hold"));
    await until(async () => (await count()) === 1);
    await kill(child);
    const pid = commandPid();
    process.kill(pid, "SIGKILL");
    await ended(pid);
    expect(stand.at("inspect", "r").stdout).toBe(askFor("effect_unknown"));
    expect(stand.at("inspect", "r", "--probe").stdout).toBe(asks ? goOn : askFor("effect_unknown"));
    expect(stand.at("recover", "r", "--record", "x", "--probe").exit).toBe(asks ? 0 : 1);
    expect(step([...options, "--retry"], call("")).exit).toBe(asks ? 0 : 1);
    expect(await count()).toBe(1);
  });

  test.each([true, false])("the reply is lost, nobody was killed (probe: %s)", async (asks) => {
    const options = asks ? probe() : [];
    expect(step(options, call("drop")).exit).toBe(1);
    expect(stand.at("inspect", "r").stdout).toBe(askFor("effect_unknown"));
    expect(step([...options, "--retry"], call("")).exit).toBe(asks ? 0 : 1);
    expect(await count()).toBe(1);
    expect(stand.at("run", "finish", "r").exit).toBe(asks ? 0 : 1);
  });

  test("the service refuses, then is away: declared as not done, so a retry is allowed and made once", async () => {
    expect(step([], call("refuse")).exit).toBe(1);
    expect(stand.at("inspect", "r").stdout).toBe(goOn);
    expect([step([], call("")).exit, await count()]).toEqual([1, 0]);
    const away = [...call("").slice(0, 3), await nowhere(), ""];
    expect(step(["--retry"], away).exit).toBe(1);
    expect(stand.at("inspect", "r").stdout).toBe(goOn);
    expect([step(["--retry"], call("")).exit, await count()]).toEqual([0, 1]);
    const { budget } = stand.at("inspect", "r", "--json").json() as { budget: { spent: { attempts: number } } };
    expect(budget.spent.attempts).toBe(3);
  });

  test("a probe that cannot reach the system leaves the effect unknown", async () => {
    const dead = ["--probe", `${process.execPath} ${script("ask.mjs")} ${await nowhere()}`, "--safe-to-retry"];
    expect(step(dead, call("drop")).exit).toBe(1);
    expect(stand.at("inspect", "r", "--probe").stdout).toBe(askFor("effect_unknown"));
    expect(step([...dead, "--retry"], call("")).exit).toBe(1);
    expect(await count()).toBe(1);
  });
});
