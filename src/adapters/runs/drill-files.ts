import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createDir } from "../durable/create-dir.ts";
import { ensureDir } from "../durable/ensure-dir.ts";
import { sweepTemps, writeNewFile } from "../durable/temp-file.ts";

/** Sources of one drill, below `drill` beside `runs`. */
export function createSources(
  root: string,
  name: string,
  files: Readonly<Record<string, string>>,
): "created" | "exists" {
  const folder = join(root, "drill");
  ensureDir(folder);
  sweepTemps(folder, Date.now());
  return createDir(join(folder, name), files, folder);
}

export function readSource(root: string, name: string, file: string): string {
  return readFileSync(join(root, "drill", name, file), "utf8");
}

export function writeReview(folder: string, text: string): void {
  writeNewFile(join(folder, "review.md"), text, { sync: true });
}

/** Half an artifact: the material without what says that it is complete. */
export function removeManifest(root: string, run: string): void {
  rmSync(join(root, "runs", run, "artifact", "manifest.json"));
}
