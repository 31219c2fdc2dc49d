import { readdirSync, rmSync, statSync } from "node:fs";
import { sha256 } from "../../domain/digest.ts";
import { AppError } from "../../domain/errors.ts";
import { errnoOf } from "../durable/storage-error.ts";
import { writeAtomic } from "../durable/write-atomic.ts";
import type { HomeFolder } from "./home-folder.ts";
import { readRegularFile } from "./read-file.ts";

/** Values that can be computed again: losing one costs time, never truth. */
export interface Cache {
  /** null for anything but exactly what was set. */
  readonly get: (key: string) => string | null;
  /** Never fails, and never brings a home into being. */
  readonly set: (key: string, value: string) => void;
}

/** What is kept is of one kind in each. */
export type CacheArea = "trees" | "roots" | "commits" | "flags" | "paths" | "work" | "mended";

const maxBytes = 1024 * 1024;

/** Keeps about the newest `limit` values, in files named by the key's hash. */
export function createCache(folder: HomeFolder, area: CacheArea, limit: number = 256): Cache {
  return {
    get: (key) => {
      const file = readRegularFile(folder.at("cache", area, fileName(key)), maxBytes);
      if (file.state !== "read") return null;
      const text = new TextDecoder().decode(file.bytes);
      const value = text.slice(65);
      return text === encode(key, value) ? value : null;
    },
    set: (key, value) => {
      if (statSync(folder.path, { throwIfNoEntry: false }) === undefined) return;
      try {
        const dir = folder.prepare("cache", area);
        prune(dir, limit);
        writeAtomic(folder.at("cache", area, fileName(key)), encode(key, value), {
          scratch: folder.scratch(),
          durable: false,
        });
      } catch (error) {
        // A read-only or full home: the value is computed again next time.
        if (!(error instanceof AppError) && errnoOf(error) === null) throw error;
      }
    },
  };
}

function fileName(key: string): string {
  return sha256(key).slice(0, 32);
}

/** The check covers the key too: a file under the wrong name, cut or zero-filled by a power cut is a miss. */
function encode(key: string, value: string): string {
  return `${sha256(JSON.stringify([key, value]))}\n${value}`;
}

/** Removes the oldest half when there are too many, so that most calls only count names. */
function prune(dir: string, limit: number): void {
  const names = readdirSync(dir);
  if (names.length < limit) return;
  const aged = names.map((name) => ({
    path: `${dir}/${name}`,
    at: statSync(`${dir}/${name}`, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }));
  for (const { path } of aged.sort((a, b) => a.at - b.at).slice(0, Math.ceil(limit / 2))) rmSync(path, { force: true });
}
