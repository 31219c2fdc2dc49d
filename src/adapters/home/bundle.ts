import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import * as v from "valibot";
import { errnoOf } from "../durable/storage-error.ts";

/** One file among those of a bundle. */
export interface BundledFile {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** Where the bytes of one hash lie. */
export interface BundlePlace {
  readonly offset: number;
  readonly length: number;
}

const headShape = v.object({
  v: v.literal(1),
  files: v.array(v.tuple([v.string(), v.pipe(v.number(), v.integer(), v.minValue(0))])),
});

/** A line of JSON that lists hashes and lengths, then the bytes of all files, one after the other. */
export function encodeBundle(files: readonly BundledFile[]): Uint8Array {
  const head = JSON.stringify({ v: 1, files: files.map(({ sha256, bytes }) => [sha256, bytes.length]) });
  return Buffer.concat([Buffer.from(`${head}\n`), ...files.map(({ bytes }) => bytes)]);
}

/** What a bundle holds; null when it is missing, damaged or of another version. */
export function readBundleIndex(path: string): ReadonlyMap<string, BundlePlace> | null {
  const head = readFirstLine(path);
  const parsed = head === null ? null : v.safeParse(headShape, parseJson(head));
  if (head === null || parsed?.success !== true) return null;
  const places = new Map<string, BundlePlace>();
  let offset = Buffer.byteLength(head) + 1;
  for (const [sha256, length] of parsed.output.files) {
    places.set(sha256, { offset, length });
    offset += length;
  }
  return places;
}

/** The bytes at a place; fewer when the bundle was cut. */
export function readBundled(path: string, place: BundlePlace): Uint8Array {
  const file = openSync(path, "r");
  try {
    // The list of contents may lie: no part is longer than the file.
    const bytes = new Uint8Array(Math.max(0, Math.min(place.length, fstatSync(file).size - place.offset)));
    let got = 0;
    for (let more = -1; got < bytes.length && more !== 0; got += more) {
      more = readSync(file, bytes, got, bytes.length - got, place.offset + got);
    }
    return bytes.subarray(0, got);
  } finally {
    closeSync(file);
  }
}

function readFirstLine(path: string): string | null {
  let file: number | null = null;
  try {
    file = openSync(path, "r");
    for (let size = 64 * 1024; size <= 16 * 1024 * 1024; size *= 4) {
      const bytes = Buffer.alloc(size);
      const got = readSync(file, bytes, 0, size, 0);
      const feed = bytes.indexOf(0x0a);
      if (feed !== -1) return bytes.toString("utf8", 0, feed);
      if (got < size) return null;
    }
    return null;
  } catch (error) {
    if (errnoOf(error) !== null) return null;
    throw error;
  } finally {
    if (file !== null) closeSync(file);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
