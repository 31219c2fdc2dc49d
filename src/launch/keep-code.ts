import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { writeAtomic } from "../adapters/durable/write-atomic.ts";
import { ownUser } from "../adapters/durable/this-process.ts";
import { isOursAlone } from "./code-cache-path.ts";
import { sealCode } from "./seal-code.ts";

/** More than every command of two versions under two versions of Node. */
const limit = 80;

/** Keeps compiled code for the next start. A cache that cannot be written costs time, nothing else. */
export function keepCode(path: string, code: Uint8Array): void {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // A folder of somebody else is never read, so there is nothing to write.
    if (!isOursAlone(folder, ownUser())) return;
    prune(folder);
    // The seal tells what a power cut made of it.
    writeAtomic(path, sealCode(basename(path), code), { durable: false });
  } catch {
    // No place, no space, no permission.
  }
}

/** Removes the older half, of other versions and commands alike. */
function prune(folder: string): void {
  const names = readdirSync(folder);
  if (names.length < limit) return;
  const aged = names.map((name) => {
    const path = join(folder, name);
    return { path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  for (const { path } of aged.sort((a, b) => a.at - b.at).slice(0, limit / 2)) rmSync(path, { force: true });
}
