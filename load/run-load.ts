import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { seeded } from "../crash/seeded.ts";
import { checkFinished, type Finished } from "./check-finished.ts";
import { checkAlways } from "./check-home.ts";
import { checkKept } from "./check-kept.ts";
import { activeOf, namesIn, readChains } from "./home-files.ts";
import { Ledger } from "./ledger.ts";
import { watchTemps } from "./kills.ts";
import { ageLeftovers, findProcesses } from "./leftovers.ts";
import { createLimiter } from "./limiter.ts";
import { chooseOperation, doEach } from "./operations.ts";
import { Pace } from "./pace.ts";
import { Rush } from "./rush.ts";
import { Session, threadOf, type Stage } from "./session.ts";
import { fingerprint, makeWorld, type World } from "./world.ts";

export interface LoadOptions {
  readonly sessions: number;
  readonly seconds: number;
  readonly seed: number;
  readonly programs: { readonly cli: string; readonly hook: string };
  /** Processes at a time; the sessions all live. */
  readonly atOnce?: number;
}

export interface LoadReport {
  readonly ledger: Ledger;
  readonly violations: readonly string[];
  readonly facts: readonly string[];
}

const worktrees = 3;
const topics = ["main", "side"];

/** Many sessions on one repository, some of them killed; then everything that must hold is looked for in the files. */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const { finished, facts, seen } = await playLoad(options);
  const { world, ledger } = finished;
  const violations = [...new Set([...seen, ...checkFinished(finished), ...auditActives(world, options)])];
  if (violations.length === 0) rmSync(world.folder, { recursive: true, force: true });
  return {
    ledger,
    violations,
    facts: violations.length === 0 ? facts : [...facts, `kept for a look: ${world.folder}`],
  };
}

/** The load until all is quiet, and what was seen to be wrong meanwhile. Its folder stays. */
export async function playLoad(
  options: LoadOptions,
): Promise<{ readonly finished: Finished; readonly facts: readonly string[]; readonly seen: readonly string[] }> {
  const world = makeWorld(worktrees);
  const ledger = new Ledger();
  const before = fingerprint(world);
  begin(world, options);
  const until = Date.now() + options.seconds * 1_000;
  const limit = createLimiter(options.atOnce ?? 8);
  const temps = watchTemps(join(world.home, "tmp"));
  const rush = new Rush<Session>(limit);
  const { programs } = options;
  const stage = { world, ledger, limit, pace: new Pace(), temps, rush, programs, isOver: () => Date.now() >= until };
  const seen: string[] = [];
  const checked = watch(world, ledger, { violations: seen, isOver: stage.isOver });
  await Promise.all(
    Array.from({ length: options.sessions }, (_, index) => live(stage, index, seeded(options.seed * 1_000 + index))),
  );
  const checks = await checked;
  await allGone(world.mark);
  await liveAlone(stage);
  temps.close();
  const aged = ageLeftovers(world.home, Date.now());
  const lastWrite = quietly(world, options);
  const { kills, clients, acknowledged } = ledger;
  const facts = [
    `seed ${options.seed}: ${options.sessions} sessions for ${options.seconds} s, ${clients.length} lives of clients`,
    "the seed fixes what each session chooses, one choice after the other; how they fall together in time is left to the machine, so that a second run is another one",
    `${acknowledged.length} acknowledged deeds, ${readChains(world.home).length} threads, ${checks} looks meanwhile`,
    `${rush.sizes.length} times several sessions of one thread began at the same moment: ${rush.sizes.join(", ")}`,
    `kills by the quarter of the operation's usual time: ${kills.quarters.slice(0, 4).join(", ")}, beyond it ${kills.quarters[4]}; at a temp file ${kills.inWrite}; ${kills.tooLate} came too late or found no write`,
    `${aged} temp files left by killed processes before the quiet commands; ${namesIn(join(world.folder, "tmp")).length} folders in the system's own place for such, which clears itself`,
  ];
  return { finished: { world, ledger, before, lastWrite }, facts, seen };
}

/** One client after the other at the same desk: most leave with a word, some die. */
async function live(stage: Stage, index: number, random: () => number): Promise<void> {
  const { world, ledger } = stage;
  const [main] = world.places;
  const elsewhere = world.places[1 + Math.floor(random() * worktrees)];
  const place = random() < 0.15 ? elsewhere : main;
  if (place === undefined) return;
  const drawn = random();
  // Without a topic a claim is refused as soon as a branch has two of them.
  const topic = drawn < 0.15 ? "side" : drawn < 0.25 ? null : "main";
  stage.rush.expect(threadOf(place, topic));
  for (let life = 1; !stage.isOver(); life += 1) {
    const session = new Session(stage, { id: `s-${index}-${life}`, place, topic, random });
    if (await session.hook("start")) ledger.acknowledged.push({ kind: "session_start", sessionId: session.id });
    for (let left = 2 + Math.floor(random() * 8); left > 0 && !stage.isOver(); left -= 1)
      await chooseOperation(random)(session, stage);
    if (random() < 0.3) {
      // In the middle of a command, which its client's death leaves running.
      session.doom = random();
      await chooseOperation(random)(session, stage);
      await session.leave("kill");
    } else {
      await session.hook("end");
      await session.leave("leave");
    }
  }
}

/** After all the others: one that nobody disturbs. */
async function liveAlone(stage: Stage): Promise<void> {
  const [place] = stage.world.places;
  if (place === undefined) return;
  const session = new Session(stage, { id: "s-0-0", place, topic: "main", random: () => 0.5 });
  if (await session.hook("start")) stage.ledger.acknowledged.push({ kind: "session_start", sessionId: session.id });
  await doEach(session, stage);
  await session.hook("end");
  await session.leave("leave");
}

/** Looks again and again at what must hold at every moment, also for what was acknowledged by then. */
async function watch(
  { home }: World,
  ledger: Ledger,
  { violations, isOver }: { readonly violations: string[]; readonly isOver: () => boolean },
): Promise<number> {
  let looks = 0;
  while (!isOver()) {
    await sleep(2_000);
    if (!existsSync(home)) continue;
    const sure = [...ledger.acknowledged];
    violations.push(...checkAlways(home), ...checkKept(home, sure));
    looks += 1;
  }
  return looks;
}

/** Commands whose client was killed go on to their end, which is near. */
async function allGone(mark: string): Promise<void> {
  for (let tries = 0; tries < 60 && findProcesses(mark).length > 0; tries += 1) await sleep(250);
}

/** Every thread has a next action, without which no packet is made of it. */
function begin({ places, env }: World, { programs }: LoadOptions): void {
  for (const { root } of places)
    for (const topic of topics)
      execFileSync(process.execPath, [programs.cli, "note", "next", "go on", "--topic", topic], { cwd: root, env });
}

/**
 * One quiet look at each place and topic, as the next person would take it: what was left in disorder is mended by it.
 * Looks do not sweep; a command that keeps something does. The answer is when that one began.
 */
function quietly({ places, env }: World, { programs }: LoadOptions): number {
  for (const { root } of places)
    for (const topic of topics)
      spawnSync(process.execPath, [programs.cli, "status", "--topic", topic], { cwd: root, env });
  const began = Date.now();
  execFileSync(process.execPath, [programs.cli, "note", "next", "go on"], { cwd: places[0]?.root, env });
  return began;
}

function auditActives({ home, places, env }: World, { programs }: LoadOptions): readonly string[] {
  return readChains(home).flatMap((chain) => {
    const active = activeOf(chain);
    const place = places.find(({ branch }) => branch === chain.records[0]?.record.branch);
    if (active === null || place === undefined) return [`chain ${chain.key} has no active packet, or no place`];
    const { status, stdout } = spawnSync(process.execPath, [programs.cli, "audit", active, "--json"], {
      cwd: place.root,
      env,
      encoding: "utf8",
    });
    return status === 0 ? [] : [`audit of ${active}: exit ${status}: ${stdout.slice(0, 600)}`];
  });
}
