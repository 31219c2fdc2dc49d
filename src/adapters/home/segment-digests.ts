import { lstatSync, statSync } from "node:fs";
import { sha256 } from "../../domain/digest.ts";
import { AppError } from "../../domain/errors.ts";
import { errnoOf } from "../durable/storage-error.ts";
import { writeAtomic } from "../durable/write-atomic.ts";
import type { HomeFolder } from "./home-folder.ts";
import { readRegularFile } from "./read-file.ts";

/** What was made of one segment of a log, kept beside it: losing it costs time, never truth. */
export interface SegmentDigest {
  /** null for anything but exactly what was kept, of the segment as it lies there. */
  readonly get: () => Uint8Array | null;
  /** For the segment as it lay there when this was made, unless it was changed since. Never fails. */
  readonly keep: (bytes: Uint8Array) => void;
}

const maxBytes = 256 * 1024 * 1024;
const hashLength = 64;
/** A segment that was changed so shortly before may be changed again without another time of change. */
const unsettledNs = 2_000_000_000n;

/**
 * `under`: everything else that the digest follows from. The mark of a segment covers the time of its last change, which
 * no writer can set: what was edited, replaced, cut or written to by a late writer has another one.
 */
export function createSegmentDigest(folder: HomeFolder, segment: string, under: string): SegmentDigest {
  const path = folder.at("cache", "segments", segment);
  const seen = markOf(folder, segment);
  const headOf = (mark: string, bytes: Uint8Array): string =>
    sha256(JSON.stringify([under, segment, mark, sha256(bytes)]));
  return {
    get: () => {
      if (seen === null || !isSettled(path, seen.changed)) return null;
      const file = readRegularFile(path, maxBytes);
      if (file.state !== "read" || file.bytes.length < hashLength) return null;
      const bytes = file.bytes.subarray(hashLength);
      const head = new TextDecoder().decode(file.bytes.subarray(0, hashLength));
      return head === headOf(seen.mark, bytes) ? bytes : null;
    },
    keep: (bytes) => {
      if (seen === null || markOf(folder, segment)?.mark !== seen.mark) return;
      try {
        folder.prepare("cache", "segments");
        const head = Buffer.from(headOf(seen.mark, bytes), "latin1");
        writeAtomic(path, Buffer.concat([head, bytes]), { scratch: folder.scratch(), durable: false });
      } catch (error) {
        // A read-only or full home: it is made again next time.
        if (!(error instanceof AppError) && errnoOf(error) === null) throw error;
      }
    },
  };
}

function markOf(folder: HomeFolder, segment: string): { readonly mark: string; readonly changed: bigint } | null {
  const stat = lstatSync(folder.at("feedback", segment), { bigint: true, throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile()) return null;
  return { mark: `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`, changed: stat.ctimeNs };
}

/** The digest was made well after the segment's last change; both times are the file system's own. */
function isSettled(path: string, changed: bigint): boolean {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat !== undefined && stat.ctimeNs - changed >= unsettledNs;
}
