import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for readers that want a path; it goes when the process ends. */
let made: string | null = null;

export function scratch(): string {
  if (made === null) {
    // Memory, where there is a place for it: thousands of files are written a minute.
    const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "passdown-fuzz-"));
    made = folder;
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  }
  return made;
}

/** A file with these bytes, in place of the one before. */
export function fileOf(name: string, bytes: Uint8Array): string {
  const path = join(scratch(), name);
  writeFileSync(path, bytes);
  return path;
}
