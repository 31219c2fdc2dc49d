import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { AppError } from "../../domain/errors.ts";
import type { RunFile } from "../../domain/runs/inspection.ts";
import type { RunSnapshot } from "../../domain/runs/store.ts";

/** Documents are small; of everything else only the digest is wanted. */
const kept =
  /^(?:context\.json|state\.json|SIMULATION\.json|epoch\/\d+|journal\.\d+\.jsonl|artifact\/(?:[^/]+\/)?manifest\.json)$/;
const keptMax = 64 * 1024 * 1024;
const chunkSize = 1024 * 1024;

/** Reads a run's folder and writes nothing. Links are named, not followed. null when there is no such folder. */
export function readRunFolder(folder: string): RunSnapshot | null {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (!stat.isDirectory()) return { files: [], strange: ["."], bytes: new Map() };
  const files: RunFile[] = [];
  const strange: string[] = [];
  const bytes = new Map<string, Uint8Array>();
  walk("");
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files, strange: strange.sort(), bytes };

  function walk(below: string): void {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (!entry.isFile()) strange.push(path);
      else {
        const read = readFile(join(folder, path), kept.test(path));
        // Gone between the listing and now: the second look of an inspection tells.
        if (read === null) continue;
        files.push({ path, sha256: read.sha256, size: read.size });
        if (read.bytes !== null) bytes.set(path, read.bytes);
        else if (kept.test(path)) throw tooLarge(join(folder, path));
      }
    }
  }
}

interface FileRead {
  readonly sha256: string;
  readonly size: number;
  readonly bytes: Uint8Array | null;
}

/** Digest of one regular file, in pieces; the bytes too where they are wanted. null when it is gone. */
export function readFile(path: string, whole: boolean): FileRead | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw unreadable(path, error);
  }
  try {
    if (!fstatSync(file).isFile()) return null;
    const hash = createHash("sha256");
    const pieces: Uint8Array[] = [];
    const buffer = Buffer.allocUnsafe(chunkSize);
    let size = 0;
    for (
      let got = readSync(file, buffer, 0, chunkSize, null);
      got > 0;
      got = readSync(file, buffer, 0, chunkSize, null)
    ) {
      const piece = buffer.subarray(0, got);
      hash.update(piece);
      size += got;
      if (whole && size <= keptMax) pieces.push(Uint8Array.from(piece));
    }
    const bytes = whole && size <= keptMax ? Uint8Array.from(Buffer.concat(pieces)) : null;
    return { sha256: hash.digest("hex"), size, bytes };
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    closeSync(file);
  }
}

function tooLarge(path: string): AppError {
  return new AppError({
    kind: "environment",
    code: "run_file_too_large",
    message: `${JSON.stringify(path)} is larger than ${keptMax / 1024 / 1024} MB: the run cannot be judged`,
    hint: "look at what was written there; a run of that size is better split into several",
  });
}

function unreadable(path: string, cause: unknown): AppError {
  return new AppError({
    kind: "environment",
    code: "run_unreadable",
    message: `cannot read ${JSON.stringify(path)}: ${cause instanceof Error ? cause.message : String(cause)}`,
    hint: "give this user the right to read the run's folder; nothing was changed",
    cause,
  });
}
