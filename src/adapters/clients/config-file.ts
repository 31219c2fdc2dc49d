import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { refused, type Refusal } from "../../domain/clients/merging.ts";
import { sha256 } from "../../domain/digest.ts";
import { ensureDir } from "../durable/ensure-dir.ts";
import { syncDir } from "../durable/sync-dir.ts";
import { writeAtomic } from "../durable/write-atomic.ts";

/** A client's file as it is. `path` is the real one, behind links; `mode` null where there is no file yet. */
export interface ConfigFile {
  readonly path: string;
  readonly text: string | null;
  readonly mode: number | null;
  /** Folders that would have to be made for it, outermost first. */
  readonly missing: readonly string[];
}

/** Larger than any configuration; a client's data is not ours to read. */
const limit = 8_000_000;

export function readConfigFile(path: string): ConfigFile | Refusal {
  let real: string;
  try {
    real = realpathSync.native(path);
  } catch (error) {
    if (!isAbsent(error)) return refused("not_a_file", `it cannot be looked at (${codeOf(error)})`);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      return refused("not_a_file", "it is a link that leads nowhere");
    return { path, text: null, mode: null, missing: missingFolders(path) };
  }
  try {
    const stat = statSync(real);
    if (!stat.isFile()) return refused("not_a_file", "it is no ordinary file");
    if (stat.size > limit) return refused("not_text", `it is larger than ${limit} bytes`);
    const bytes = readFileSync(real);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { path: real, text, mode: stat.mode & 0o7777, missing: [] };
  } catch (error) {
    if (error instanceof TypeError) return refused("not_text", "it is not UTF-8 text");
    return refused("not_a_file", `it cannot be read (${codeOf(error)})`);
  }
}

/** Folders above a path that are not there, outermost first. */
export function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (
    let folder = dirname(path);
    lstatSync(folder, { throwIfNoEntry: false }) === undefined;
    folder = dirname(folder)
  ) {
    missing.unshift(folder);
  }
  return missing;
}

/** Replaces, makes or (null) deletes a file as a whole, unless it is no longer what was read. The mode stays. */
export function writeConfigFile(file: ConfigFile, text: string | null): Refusal | null {
  // Root may write everywhere; a file that its owner made read-only is still meant to stay.
  if (file.mode !== null && (file.mode & 0o200) === 0) return refused("read_only", "it is read-only");
  const now = readConfigFile(file.path);
  if ("kind" in now) return now;
  if (now.text !== file.text) return refused("changed_meanwhile", "somebody changed it at the same time");
  try {
    if (text === null) {
      rmSync(file.path);
      syncDir(dirname(file.path));
      return null;
    }
    mkdirSync(dirname(file.path), { recursive: true });
    writeAtomic(file.path, text, file.mode === null ? {} : { mode: file.mode });
    return null;
  } catch (error) {
    return refused("not_written", error instanceof Error ? error.message : String(error));
  }
}

/** Removes those of the folders that are empty, innermost first. */
export function removeEmptyFolders(folders: readonly string[]): void {
  for (const folder of [...folders].sort((one, other) => other.length - one.length)) {
    try {
      if (readdirSync(folder).length === 0) rmdirSync(folder);
    } catch {
      // Gone already, or in use: it stays.
    }
  }
}

/** Keeps what init did, readable by this user alone. */
export function writeState(folder: string, text: string): void {
  ensureDir(folder);
  writeAtomic(join(folder, "init.json"), text);
}

export function digestOfText(text: string | null): string | null {
  return text === null ? null : sha256(text);
}

function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}
