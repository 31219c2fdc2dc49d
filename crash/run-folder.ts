import { lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Context, Inspection } from "./core.ts";
import type { Order } from "./driver.ts";
import { checkUntouched, type Violation } from "./invariants.ts";
import type { Core } from "./load-core.ts";
import type { Bench } from "./matrix.ts";

/** Where one point of a matrix does its work: a run's root, and what is true beside it. */
export interface Place {
  readonly root: string;
  readonly order: Order;
  readonly log: string;
}

export function makePlace(bench: Bench, name: string, order: Partial<Order>): Place {
  const folder = join(bench.folder, name.replaceAll(":", "-"));
  const root = join(folder, "root");
  mkdirSync(root, { recursive: true });
  const truth = { path: join(folder, "truth"), port: bench.port, token: folder.replaceAll("/", "_") };
  mkdirSync(truth.path, { recursive: true });
  return {
    root,
    log: join(folder, "log"),
    order: { deed: "execute", run: "r", steps: [], end: "finish", ...order, root, truth },
  };
}

/** A context of this process, or of one that has ended. */
export function contextOf(core: Core, root: string, changes: Partial<Context> = {}): Context {
  return core.createContext({ cwd: root, ...changes });
}

/** No process has this id: whoever executes under it has ended for everybody who looks. */
export const deadPid = 4_194_305;

export async function inspectUntouched(
  core: Core,
  root: string,
  run: string,
): Promise<{ readonly inspection: Inspection; readonly violations: readonly Violation[] }> {
  const before = listAll(root);
  const inspection = await core.inspectIn(contextOf(core, root), { run, store: core.createRunStore(root) });
  return { inspection, violations: checkUntouched(before, listAll(root)) };
}

/** Every name below a folder with its kind, bytes and time of change. */
export function listAll(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { mtimeMs, size } = lstatSync(path);
    const bytes = entry.isFile() ? readFileSync(path).toString("base64") : "";
    return `${relative(folder, path)} ${size} ${mtimeMs} ${bytes}`;
  });
}
