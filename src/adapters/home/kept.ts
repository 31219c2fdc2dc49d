import { existsSync } from "node:fs";
import { sha256 } from "../../domain/digest.ts";
import { createExclusive } from "../durable/create-exclusive.ts";
import { errnoOf } from "../durable/storage-error.ts";
import { writeAtomic } from "../durable/write-atomic.ts";
import { encodeBundle, readBundled, readBundleIndex, type BundledFile, type BundlePlace } from "./bundle.ts";
import type { HomeFolder } from "./home-folder.ts";
import { readNames, readRegularFile } from "./read-file.ts";

/** A file of the work tree that is to be kept, as the scene saw it. */
export interface KeepSource {
  /** Absolute. */
  readonly path: string;
  readonly sha256: string;
}

interface KeepResult {
  /** Hashes that are in the home now, whether they came or were there. */
  readonly kept: readonly string[];
  /** What could not be kept, and why: changed since, gone, or unreadable. */
  readonly omitted: readonly { readonly path: string; readonly reason: string }[];
}

type KeptRead =
  | { readonly state: "whole"; readonly bytes: Uint8Array }
  | { readonly state: "missing" }
  | { readonly state: "damaged"; readonly detail: string };

/**
 * Copies of uncommitted files by the sha256 of their bytes; a copy is never changed. A large one is a file of that
 * name. Small ones go together into numbered bundles: one fsync for hundreds of files, where one fsync each would
 * cost more than the rest of a pack.
 */
export interface Kept {
  /** Durable when it returns. */
  readonly keep: (sources: readonly KeepSource[]) => KeepResult;
  /** The same for bytes that are at hand. What is not of its sha256 is left out. */
  readonly store: (files: readonly { readonly sha256: string; readonly bytes: Uint8Array }[]) => void;
  /** True only for what is here. Looks at large copies and the newest bundles: an old copy may be kept once more. */
  readonly has: (hash: string) => boolean;
  /** Looks everywhere, and checks the bytes against the hash. */
  readonly read: (hash: string) => KeptRead;
}

const smallBytes = 256 * 1024;
const bundleBytes = 32 * 1024 * 1024;
const maxBytes = 2 ** 31 - 1;
const recentBundles = 16;

export function createKept(folder: HomeFolder): Kept {
  const indexes = new Map<number, ReadonlyMap<string, BundlePlace> | null>();
  /** Bundles never change, so each index is read once. */
  const indexOf = (number: number): ReadonlyMap<string, BundlePlace> | null => {
    const known = indexes.get(number);
    if (known !== undefined) return known;
    const index = readBundleIndex(bundlePath(folder, number));
    indexes.set(number, index);
    return index;
  };
  let recent: Set<string> | null = null;
  const has = (hash: string): boolean => {
    recent ??= new Set(
      listBundles(folder)
        .slice(0, recentBundles)
        .flatMap((number) => [...(indexOf(number)?.keys() ?? [])]),
    );
    return isHash(hash) && (recent.has(hash) || existsSync(folder.at("kept", hash)));
  };
  return {
    has,
    keep: (sources) => {
      const result = folder.keep(() => keepAll(folder, sources, has));
      for (const hash of result.kept) recent?.add(hash);
      return result;
    },
    store: (files) => {
      const sound = files.filter((file) => sha256(file.bytes) === file.sha256 && !has(file.sha256));
      const small = sound.filter(({ bytes }) => bytes.length <= smallBytes);
      folder.keep(() => {
        for (const file of sound) if (file.bytes.length > smallBytes) keepAlone(folder, file);
        if (small.length > 0) keepTogether(folder, small);
      });
      for (const file of sound) recent?.add(file.sha256);
    },
    read: (hash) => {
      if (!isHash(hash)) return { state: "missing" };
      const alone = check(readAlone(folder, hash), hash);
      if (alone.state === "whole") return alone;
      let worst: KeptRead = alone;
      for (const number of listBundles(folder)) {
        const place = indexOf(number)?.get(hash);
        if (place === undefined) continue;
        const found = check(readPlace(folder, number, place), hash);
        if (found.state === "whole") return found;
        worst = found;
      }
      return worst;
    },
  };
}

function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

function bundlePath(folder: HomeFolder, number: number): string {
  return folder.at("kept", "bundles", String(number).padStart(8, "0"));
}

/** Newest first. */
function listBundles(folder: HomeFolder): readonly number[] {
  const names = readNames(folder.at("kept", "bundles")).names.filter((name) => /^\d{8}$/.test(name));
  return names.map(Number).sort((a, b) => b - a);
}

function readAlone(folder: HomeFolder, hash: string): Uint8Array | string | null {
  const file = readRegularFile(folder.at("kept", hash), maxBytes);
  if (file.state === "missing") return null;
  return file.state === "read" ? file.bytes : file.detail;
}

function readPlace(folder: HomeFolder, number: number, place: BundlePlace): Uint8Array | string {
  try {
    return readBundled(bundlePath(folder, number), place);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === null) throw error;
    return errno;
  }
}

function check(found: Uint8Array | string | null, hash: string): KeptRead {
  if (found === null) return { state: "missing" };
  if (typeof found === "string") return { state: "damaged", detail: found };
  if (sha256(found) === hash) return { state: "whole", bytes: found };
  return { state: "damaged", detail: "its bytes do not match its sha256" };
}

function keepAll(folder: HomeFolder, sources: readonly KeepSource[], has: (hash: string) => boolean): KeepResult {
  const kept = new Set<string>();
  const omitted: { readonly path: string; readonly reason: string }[] = [];
  let batch: BundledFile[] = [];
  let size = 0;
  for (const source of sources) {
    if (kept.has(source.sha256)) continue;
    if (!has(source.sha256)) {
      const bytes = readSource(source);
      if (typeof bytes === "string") {
        omitted.push({ path: source.path, reason: bytes });
        continue;
      }
      if (bytes.length > smallBytes) {
        keepAlone(folder, { sha256: source.sha256, bytes });
      } else {
        batch.push({ sha256: source.sha256, bytes });
        size += bytes.length;
      }
    }
    kept.add(source.sha256);
    if (size < bundleBytes) continue;
    keepTogether(folder, batch);
    batch = [];
    size = 0;
  }
  if (batch.length > 0) keepTogether(folder, batch);
  return { kept: [...kept], omitted };
}

function keepAlone(folder: HomeFolder, file: BundledFile): void {
  folder.prepare("kept");
  writeAtomic(folder.at("kept", file.sha256), file.bytes, { scratch: folder.scratch() });
}

/** A number that another process took meanwhile is its bundle: ours gets the next one. */
function keepTogether(folder: HomeFolder, files: readonly BundledFile[]): void {
  folder.prepare("kept", "bundles");
  const bytes = encodeBundle(files);
  for (let number = (listBundles(folder)[0] ?? 0) + 1; ; number += 1) {
    if (createExclusive(bundlePath(folder, number), bytes, { scratch: folder.scratch() }) === "created") return;
  }
}

/** The bytes, or why they are not the ones that the scene saw. */
function readSource(source: KeepSource): Uint8Array | string {
  const file = readRegularFile(source.path, maxBytes);
  if (file.state === "missing") return "it was gone when it was to be kept";
  if (file.state === "refused") return `it could not be read: ${file.detail}`;
  return sha256(file.bytes) === source.sha256 ? file.bytes : "it changed while it was being kept";
}
