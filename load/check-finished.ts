import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { checkAlways, checkClaims, checkQuiet } from "./check-home.ts";
import { checkKept } from "./check-kept.ts";
import type { Ledger } from "./ledger.ts";
import { findLeftovers, findProcesses } from "./leftovers.ts";
import { fingerprint, type World } from "./world.ts";

/** A load that is over, and all that is known of it besides what lies in its folder. */
export interface Finished {
  readonly world: World;
  readonly ledger: Ledger;
  /** The user's own before anything happened. */
  readonly before: ReadonlyMap<string, string>;
  /** When the last command began that writes. */
  readonly lastWrite: number;
}

/** Everything that must hold when all is quiet, read from files and processes. No command of the product is run. */
export function checkFinished({ world, ledger, before, lastWrite }: Finished): readonly string[] {
  const { home, mark } = world;
  return [
    ...findProcesses(mark),
    ...ledger.failures,
    ...checkAlways(home),
    ...checkQuiet(home),
    ...findLeftovers(home, lastWrite),
    ...checkKept(home, ledger.acknowledged),
    ...checkClaims(home, ledger.clients),
    ...checkUntouched(world, before),
  ];
}

function checkUntouched(world: World, before: ReadonlyMap<string, string>): readonly string[] {
  const after = fingerprint(world);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  const lost = [...world.edits].filter(([path, content]) => readUnlessGone(path) !== content);
  const fsck = spawnSync("git", ["fsck", "--strict"], { cwd: world.places[0]?.root, env: world.env });
  return [
    ...changed.map((path) => `of the user's own, ${path} is not as it was`),
    ...lost.map(([path]) => `the edit of ${path} is lost`),
    ...(fsck.status === 0 ? [] : ["git fsck finds fault"]),
  ];
}

function readUnlessGone(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
