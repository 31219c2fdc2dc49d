import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { discard } from "../durable/temp-file.ts";
import { readNames } from "../home/read-file.ts";
import type { ObjectStore } from "./object-store.ts";

/** What one fetch may bring. */
export interface PackLimits {
  readonly bytes: number;
  readonly objects: number;
}

/** Sees what a running fetch writes. git has no such limit of its own on this side. */
export interface PackWatch {
  /** Bytes that came since the watch began. */
  readonly bytes: () => number;
  /** What is more than may come, as words: "10 MB"; null as long as it is not. */
  readonly excess: (limits: PackLimits) => string | null;
  /** Takes away what came since. Only for whoever holds the lock: it is nobody's fetch but one's own. */
  readonly undo: () => void;
}

/**
 * Every fetch writes one pack: a temporary file that gets its name when it is whole. What a killed one left is removed
 * first. For holders of the lock alone.
 */
export function watchPacks(store: ObjectStore): PackWatch {
  const folder = join(store.place.gitDir ?? "", "objects", "pack");
  const list = (): readonly string[] => readNames(folder).names;
  for (const name of list()) if (name.startsWith("tmp_")) discard(join(folder, name));
  const before = new Set(list());
  const fresh = (): readonly string[] => list().filter((name) => !before.has(name));
  const packs = (): readonly string[] => fresh().filter((name) => /^tmp_pack_|\.pack$/.test(name));
  const sizeOf = (name: string): number => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  const bytes = (): number => packs().reduce((sum, name) => sum + sizeOf(name), 0);
  return {
    bytes,
    excess: (limits) => {
      if (bytes() > limits.bytes) return `${Math.floor(limits.bytes / 1024 / 1024)} MB`;
      const many = packs().some((name) => countObjects(join(folder, name)) > limits.objects);
      return many ? `${limits.objects} objects` : null;
    },
    undo: () => {
      for (const name of fresh()) discard(join(folder, name));
    },
  };
}

/** The twelve bytes at a pack's beginning say how many objects follow. */
function countObjects(path: string): number {
  const head = Buffer.alloc(12);
  let file: number | null = null;
  try {
    file = openSync(path, "r");
    return readSync(file, head, 0, 12, 0) === 12 && head.toString("latin1", 0, 4) === "PACK" ? head.readUInt32BE(8) : 0;
  } catch {
    // It was renamed or removed since it was listed: the next look sees it.
    return 0;
  } finally {
    if (file !== null) closeSync(file);
  }
}
