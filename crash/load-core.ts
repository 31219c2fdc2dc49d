import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The product, or a copy of it with a planted bug: same names, another file. */
export type Core = typeof import("./core.ts");

/** Loads the bundle that lies in a folder. */
export async function loadCore(folder: string): Promise<Core> {
  const loaded: Core = await import(pathToFileURL(join(folder, "core.mjs")).href);
  return loaded;
}
