import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Order } from "../driver.ts";
import { checkInspection, type Violation } from "../invariants.ts";
import { choose, forEachPoint, type Bench, type Cut, type Matrix } from "../matrix.ts";
import { contextOf, makePlace, type Place } from "../run-folder.ts";
import { changes, injectAt, straceMissing, strike, traceCalls } from "../trace.ts";
import { readTruth } from "../truth.ts";

const steps = ["file", "note-a", "note-b"];

function must(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
}

/** A disk in a file, mounted for as long as the deed takes. */
async function mounted<T>(image: string, at: string, deed: () => Promise<T>): Promise<T> {
  mkdirSync(at, { recursive: true });
  must("mount", ["-o", "loop", image, at]);
  try {
    return await deed();
  } finally {
    must("umount", [at]);
  }
}

async function cut(bench: Bench): Promise<Cut> {
  const whole = makePlace(bench, "whole", { steps, end: "interrupt" });
  const { calls } = await traceCalls(bench, whole.order, whole.log);
  const points = choose(bench, calls.filter(changes), 6);
  const fresh = join(bench.folder, "fresh.img");
  must("truncate", ["-s", "8M", fresh]);
  must("mkfs.ext4", ["-q", "-F", fresh]);
  let fired = 0;
  const found = await forEachPoint(bench, points, async (call) => {
    const place = await strike(call, async (aimed, name) => {
      const tried = makePlace(bench, name, { steps, end: "interrupt" });
      const [image, after] = [`${tried.root}.img`, afterOf(tried)];
      copyFileSync(fresh, image);
      // Killed, and the power goes: what the file system had not written to its disk is not in the copy.
      const { fired: struck, calls: made } = await mounted(image, tried.root, async () => {
        const injected = await injectAt(bench, tried.order, { call: aimed, fault: "signal=SIGKILL", log: tried.log });
        copyFileSync(image, after);
        return injected;
      });
      rmSync(image);
      return { struck: struck ? tried : null, calls: made };
    });
    if (place === null) return [];
    fired += 1;
    const violations = await mounted(afterOf(place), place.root, () => look(bench, place.root, place.order));
    rmSync(afterOf(place));
    return violations;
  });
  return { planned: points.length, fired, found };
}

function afterOf({ root }: Place): string {
  return `${root}.after.img`;
}

async function look({ core }: Bench, root: string, order: Order): Promise<readonly Violation[]> {
  const truth = readTruth(order.truth, root, order.run);
  const store = core.createRunStore(root);
  if (store.read(order.run) === null) {
    return truth.begun.length === 0
      ? []
      : [{ invariant: "effect_never_forgotten", text: "a step began, and there is no run" }];
  }
  return checkInspection(await core.inspectIn(contextOf(core, root), { run: order.run, store }), truth);
}

function loopMissing(): string | null {
  const folder = mkdtempSync(join(tmpdir(), "passdown-loop-"));
  try {
    const image = join(folder, "probe.img");
    must("truncate", ["-s", "8M", image]);
    must("mkfs.ext4", ["-q", "-F", image]);
    mkdirSync(join(folder, "at"));
    must("mount", ["-o", "loop", image, join(folder, "at")]);
    must("umount", [join(folder, "at")]);
    return straceMissing();
  } catch (error) {
    return `no disk can be mounted from a file here: ${error instanceof Error ? error.message.split("\n", 1)[0] : String(error)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const powerCut: Matrix = {
  id: "M7",
  title: "power cut on ext4: the disk is copied as it is when the run is killed",
  missing: loopMissing,
  cut,
  bugs: [
    {
      name: "the journal is not synced",
      invariant: "effect_never_forgotten",
      edits: [[/throw shortWrite\(path\);\s*fsyncSync\(file\);/, "throw shortWrite(path);"]],
      shows: /^write/,
    },
  ],
};
