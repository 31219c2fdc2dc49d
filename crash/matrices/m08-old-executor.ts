import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import type { Inspection } from "../core.ts";
import type { Violation } from "../invariants.ts";
import { choose, forEachPoint, type Bench, type Cut, type Matrix } from "../matrix.ts";
import { driverCommand, environment } from "../run-driver.ts";
import { contextOf, inspectUntouched, makePlace, type Place } from "../run-folder.ts";
import { execute } from "../scenario.ts";
import { callsIn, straceMissing, strike, traceCalls, type Call } from "../trace.ts";

const steps = ["note-a", "file", "note-b", "note-c", "note-d", "note-e"];

async function cut(bench: Bench): Promise<Cut> {
  const order = { steps, end: "finish" } as const;
  const whole = makePlace(bench, "whole", order);
  const { calls } = await traceCalls(bench, whole.order, whole.log);
  // Before the run is visible there is nothing to take over.
  const visible = calls.findIndex(({ name }) => name === "rename");
  const writes = calls
    .slice(visible + 1)
    .filter(({ name, what }) => name === "write" || (name === "fsync" && what.includes("journal")));
  // The last line says that the run has ended: then there is nothing to take over either.
  const end = writes.findLastIndex(({ name, what }) => name === "write" && what.includes("journal"));
  const points = choose(bench, writes.slice(0, end), 6);
  let fired = 0;
  const found = await forEachPoint(bench, points, async (call) => {
    const struck = await strike(call, async (aimed, name) => {
      const tried = makePlace(bench, name, order);
      const stopped = await stopAt(bench, tried, aimed);
      const made = callsIn(tried.log, tried.root);
      return { struck: stopped === null ? null : { place: tried, zombie: stopped }, calls: made };
    });
    if (struck === null) return [];
    const { place, zombie } = struck;
    fired += 1;
    try {
      return await takeOver(bench, place, zombie);
    } finally {
      await zombie.go();
      rmSync(dirname(place.root), { recursive: true });
    }
  });
  return { planned: points.length, fired, found };
}

interface Zombie {
  readonly go: () => Promise<void>;
}

/** Starts the driver and lets it be stopped at one call; null when it was not. */
async function stopAt(bench: Bench, { order, log, root }: Place, { name, nth, what }: Call): Promise<Zombie | null> {
  const inject = ["-y", "-s", "0", "-o", log, "-e", `trace=${name}`, "-e", `inject=${name}:signal=SIGSTOP:when=${nth}`];
  const child = spawn("strace", [...inject, ...driverCommand(bench, order)], { env: environment(), stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  for (let waited = 0; waited < 500; waited += 1) {
    if (child.exitCode !== null) return null;
    const pid = childOf(child.pid ?? 0);
    // Under strace a stopped process shows as traced; its log says why.
    if (pid !== null && existsSync(log) && readFileSync(log, "utf8").includes("stopped by SIGSTOP")) {
      const go = async (): Promise<void> => {
        if (child.exitCode === null) process.kill(pid, "SIGCONT");
        await ended;
      };
      if (callsIn(log, root).at(-1)?.what === what) return { go };
      await go();
      return null;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill("SIGKILL");
  return null;
}

function childOf(pid: number): number | null {
  try {
    const [first = ""] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
    return first === "" ? null : Number(first);
  } catch {
    return null;
  }
}

async function takeOver(bench: Bench, { root, order }: Place, zombie: Zombie): Promise<readonly Violation[]> {
  const { core } = bench;
  const violations: Violation[] = [];
  const bad = (text: string): void => void violations.push({ invariant: "old_executor_never_counts", text });
  const context = contextOf(core, root);
  const alive = await core.inspectIn(context, { run: order.run, store: core.createRunStore(root) });
  if (alive.reason !== "executor_alive") bad(`a stopped executor is called ${alive.reason}`);
  const polite = await execute(core, context, { ...order, end: "close" });
  if (polite.refused !== "executor_alive") bad(`without a reason, taking over ends in ${polite.refused ?? "success"}`);
  const taken = await execute(core, context, {
    ...order,
    end: "interrupt",
    options: { takeover: "it does not answer" },
  });
  if (taken.refused !== null) bad(`the takeover was refused: ${taken.refused}`);
  const before = await core.inspectIn(context, { run: order.run, store: core.createRunStore(root), forTakeover: true });
  await zombie.go();
  const { inspection: after, violations: traces } = await inspectUntouched(core, root, order.run);
  violations.push(...traces);
  if (after.reason !== "zombie_writer")
    bad(`after the old one wrote on, the inspection says ${after.decision}, ${after.reason}`);
  if (receipts(before) !== receipts(after)) bad("what the old one wrote on changed the steps");
  const again = await execute(core, context, { ...order, end: "interrupt", options: { takeover: "it wrote on" } });
  if (again.refused !== null)
    violations.push({ invariant: "way_on", text: `after the old one wrote on: ${again.refused}` });
  return violations;
}

/** What the journal says of each step; not what lies beside it, which nobody can keep the old one from. */
function receipts({ steps: inspected }: Inspection): string {
  return JSON.stringify(inspected.map(({ key, attempt, verdict }) => [key, attempt, verdict === "done"]));
}

export const oldExecutor: Matrix = {
  id: "M8",
  title: "an executor is stopped at each write, replaced, and goes on",
  missing: straceMissing,
  cut,
  bugs: [
    {
      name: "growth after a seal is not looked at",
      invariant: "old_executor_never_counts",
      edits: [[/if \(bytes\.length > seal\.length\) grown\.push/, "if (false) grown.push"]],
    },
    {
      name: "what a zombie wrote into state.json keeps a takeover out",
      invariant: "way_on",
      edits: [[/if \(reason === "zombie_writer" && takeover\) return null;/, ""]],
    },
  ],
};
