import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { seeded } from "../crash/seeded.ts";
import { checkAlways, checkClaims, checkQuiet } from "./check-home.ts";
import { checkKept } from "./check-kept.ts";
import { activeOf, readChains } from "./home-files.ts";
import { Ledger } from "./ledger.ts";
import { ageLeftovers, findLeftovers, findProcesses } from "./leftovers.ts";
import { createLimiter } from "./limiter.ts";
import { chooseOperation } from "./operations.ts";
import { Session, type Stage } from "./session.ts";
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
  const world = makeWorld(worktrees);
  const ledger = new Ledger();
  const before = fingerprint(world);
  begin(world, options);
  const until = Date.now() + options.seconds * 1_000;
  const stage: Stage = {
    world,
    ledger,
    random: seeded(options.seed),
    limit: createLimiter(options.atOnce ?? 8),
    programs: options.programs,
    isOver: () => Date.now() >= until,
  };
  const violations: string[] = [];
  const checked = watch(world, ledger, { violations, isOver: stage.isOver });
  await Promise.all(Array.from({ length: options.sessions }, (_, index) => live(stage, index)));
  const checks = await checked;
  await allGone(world.mark);
  violations.push(...findProcesses(world.mark));
  const aged = existsSync(world.home) ? ageLeftovers(world.home, Date.now()) : 0;
  quietly(world, options);
  violations.push(...ledger.failures);
  violations.push(...checkAlways(world.home), ...checkQuiet(world.home), ...findLeftovers(world.home));
  violations.push(...checkKept(world.home, ledger.acknowledged), ...checkClaims(world.home, ledger.clients));
  violations.push(...auditActives(world, options), ...compare(world, before));
  const facts = [
    `seed ${options.seed}: ${options.sessions} sessions for ${options.seconds} s, ${ledger.clients.length} lives of clients`,
    `${ledger.acknowledged.length} acknowledged deeds, ${readChains(world.home).length} threads, ${checks} looks meanwhile`,
    `${aged} temp files left by killed processes before the quiet command`,
  ];
  if (violations.length === 0) rmSync(world.folder, { recursive: true, force: true });
  else facts.push(`kept for a look: ${world.folder}`);
  return { ledger, violations: [...new Set(violations)], facts };
}

/** One client after the other at the same desk: most leave with a word, some die. */
async function live(stage: Stage, index: number): Promise<void> {
  const { world, random, ledger } = stage;
  const [main] = world.places;
  const elsewhere = world.places[1 + Math.floor(random() * worktrees)];
  const place = random() < 0.2 ? elsewhere : main;
  if (place === undefined) return;
  const topic = random() < 0.2 ? "side" : null;
  for (let life = 1; !stage.isOver(); life += 1) {
    const session = new Session(stage, { id: `s-${index}-${life}`, place, topic });
    if (await session.hook("start")) ledger.acknowledged.push({ kind: "session_start", sessionId: session.id });
    for (let left = 2 + Math.floor(random() * 8); left > 0 && !stage.isOver(); left -= 1)
      await chooseOperation(random)(session, stage);
    const dies = random() < 0.3;
    if (dies) {
      // In the middle of a command, which its client's death leaves running.
      const last = chooseOperation(random)(session, stage);
      await sleep(random() * 200);
      await session.leave("kill");
      await last;
    } else {
      await session.hook("end");
      await session.leave("leave");
    }
  }
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

/** One quiet look at each place and topic, as the next person would take it: what was left in disorder is mended by it. */
function quietly({ places, env }: World, { programs }: LoadOptions): void {
  for (const { root } of places)
    for (const topic of topics)
      spawnSync(process.execPath, [programs.cli, "status", "--topic", topic], { cwd: root, env });
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

function compare(world: World, before: ReadonlyMap<string, string>): readonly string[] {
  const after = fingerprint(world);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  const lost = [...world.edits].filter(([path, content]) => readFileSync(path, "utf8") !== content);
  const fsck = spawnSync("git", ["fsck", "--strict"], { cwd: world.places[0]?.root, env: world.env });
  execFileSync("git", ["status", "--porcelain"], {
    cwd: world.places[0]?.root,
    env: { ...world.env, GIT_OPTIONAL_LOCKS: "0" },
  });
  return [
    ...changed.map((path) => `of the user's own, ${path} is not as it was`),
    ...lost.map(([path]) => `the edit of ${path} is lost`),
    ...(fsck.status === 0 ? [] : ["git fsck finds fault"]),
  ];
}
