import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as core from "./core.ts";

/** The product, or a copy of it with a planted bug: same names, another file. */
export type Core = typeof core;

/** Loads the bundle that lies in a folder. */
export async function loadCore(folder: string): Promise<Core> {
  const loaded: Core = await import(pathToFileURL(join(folder, "core.mjs")).href);
  return loaded;
}
