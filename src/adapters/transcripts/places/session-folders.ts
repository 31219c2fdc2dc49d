import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";

export interface FoundEntry {
  readonly name: string;
  readonly path: string;
  readonly folder: boolean;
  readonly mtimeMs: number;
}

/** Entries of a folder, links followed; empty where it cannot be read. */
export function entriesOf(folder: string): readonly FoundEntry[] {
  return namesIn(folder).flatMap((name) => {
    const entry = entryAt(join(folder, name), name);
    return entry === null ? [] : [entry];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function entryAt(path: string, name: string): FoundEntry | null {
  try {
    const stat = statSync(path);
    return stat.isFile() || stat.isDirectory()
      ? { name, path, folder: stat.isDirectory(), mtimeMs: stat.mtimeMs }
      : null;
  } catch {
    return null;
  }
}

/** Files of a folder and of those below it; `depth` bounds the search and whatever links back into it. */
export function filesBelow(folder: string, depth: number): readonly FoundEntry[] {
  return entriesOf(folder).flatMap((entry) => {
    if (!entry.folder) return [entry];
    return depth > 0 ? filesBelow(entry.path, depth - 1) : [];
  });
}

/** The first bytes of a file as Latin-1: enough to look for ASCII in them. */
export function beginningOf(path: string, bytes: number): string {
  let file: number | null = null;
  try {
    file = openSync(path, "r");
    const buffer = Buffer.alloc(bytes);
    return buffer.toString("latin1", 0, readSync(file, buffer, 0, bytes, 0));
  } catch {
    return "";
  } finally {
    if (file !== null) closeSync(file);
  }
}
