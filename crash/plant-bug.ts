import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bug } from "./matrix.ts";

/** Copies the built product with a bug in it. A bug that does not fit the product any more is an error, not a pass. */
export function plantBug(built: string, folder: string, bug: Bug): void {
  cpSync(built, folder, { recursive: true });
  for (const [from, to] of bug.edits) {
    let hits = 0;
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".mjs"))) {
      const path = join(folder, name);
      const text = readFileSync(path, "utf8");
      const here = [...text.matchAll(new RegExp(from, "g"))].length;
      if (here > 0) writeFileSync(path, text.replace(from, to));
      hits += here;
    }
    if (hits !== 1) throw new Error(`the bug "${bug.name}" fits ${hits} places instead of one: ${from.source}`);
  }
}
