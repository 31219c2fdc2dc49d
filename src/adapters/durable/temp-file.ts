import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { errnoOf, storageError } from "./storage-error.ts";
import { isRunning, ownPid } from "./this-process.ts";

const tempName = /^\.tmp-([1-9]\d*)-[0-9a-f]{12}$/;

/** A name that no reader looks at and that tells its writer. */
export function tempPath(folder: string): string {
  return join(folder, `.tmp-${ownPid()}-${randomBytes(6).toString("hex")}`);
}

/** Writes bytes to a new file. With `sync` they are on the disk when it returns. A failure leaves no file. */
export function writeNewFile(path: string, data: string | Uint8Array, options: { readonly sync: boolean }): void {
  const file = openSync(path, "wx", 0o600);
  let whole = false;
  try {
    writeAll(file, typeof data === "string" ? new TextEncoder().encode(data) : data);
    // A failed fsync is never tried again on this descriptor: the kernel may have dropped the pages already
    // and would then report success for data that is lost. The file goes, and the caller starts from nothing.
    if (options.sync) fsyncSync(file);
    whole = true;
  } finally {
    closeSync(file);
    if (!whole) discard(path);
  }
}

/** The system may take fewer bytes than it was given: near a full disk, a quota or a size limit. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(file, bytes, written);
  }
}

/** Cleaning up never decides an outcome: what cannot be removed now is swept later. */
export function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (errnoOf(error) === null) throw error;
  }
}

/**
 * Removes what dead writers left. Both must hold: no process of that pid, and an hour without change; a pid alone
 * says nothing of a writer in another container that shares the folder.
 */
export function sweepTemps(folder: string, now: number): void {
  for (const name of namesIn(folder)) {
    const pid = tempName.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const path = join(folder, name);
    const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (changed !== undefined && now - changed > 3_600_000) discard(path);
  }
}

/** A folder that is not there, or may not be read, has nothing to sweep; any other failure is one of the storage. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES", "EPERM"].includes(errnoOf(error) ?? "")) return [];
    throw storageError(error, "read", folder);
  }
}
