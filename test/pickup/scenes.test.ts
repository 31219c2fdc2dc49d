import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildBare, buildClean, buildFolder, buildUnborn, buildWork } from "./build-base.ts";
import { commits, evidence, harmless, packets, places, work, type Base, type SceneCase } from "./scene-cases.ts";
import { copyStand, makeScratch, type Stand } from "./stand.ts";

/** Real repositories, real git, the real use cases: what happened to the scene, and what pickup makes of it. */

const scratch = makeScratch();
const bases = new Map<Base, Stand>();
let count = 0;

beforeAll(async () => {
  bases.set("work", await buildWork(join(scratch, "work")));
  bases.set("clean", await buildClean(join(scratch, "clean")));
  bases.set("folder", await buildFolder(join(scratch, "folder")));
  bases.set("unborn", await buildUnborn(join(scratch, "unborn")));
  bases.set("bare", await buildBare(join(scratch, "bare")));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function judged([, base, change]: SceneCase): Promise<{ codes: string[]; decision: string }> {
  const from = bases.get(base);
  if (from === undefined) throw new Error(`no base ${base}`);
  count += 1;
  const stand = copyStand(from, join(scratch, `case-${count}`));
  if (typeof change === "string") stand.sh(change);
  else await change(stand);
  const { decision, reasons } = await stand.pickup();
  rmSync(dirname(stand.dir), { recursive: true, force: true });
  return { decision, codes: [...new Set(reasons.map(({ code }) => code))] };
}

describe.each([
  ["harmless", harmless],
  ["commits", commits],
  ["uncommitted work and files", work],
  ["places and operations", places],
  ["the packet itself", packets],
  ["evidence, time and claims", evidence],
] as const)("%s", (_theme, cases) => {
  test.each(cases)("%s (%s): %#", async (...row) => {
    const [decision, ...expected] = row[3].split(" ");
    const found = await judged(row);
    const relevant = found.codes.filter((code) => decision === "proceed" || expected.includes(code));
    expect(relevant.toSorted()).toEqual(expected.toSorted());
    expect(found.decision).toBe(decision);
  });
});
