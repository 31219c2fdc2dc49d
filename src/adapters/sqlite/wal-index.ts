import { readSync } from "node:fs";

/** Pages of a database that lie in its write-ahead log, as they are after the last committed transaction. */
export interface WalIndex {
  readonly pageSize: number;
  /** Page number → where its newest committed content begins in the log. */
  readonly offsets: ReadonlyMap<number, number>;
  /** Size of the database after that transaction, in pages; null where none is committed. */
  readonly pageCount: number | null;
}

const headerSize = 32;
const frameHeaderSize = 24;
const bigEndianSums = 0x377f0683;
const littleEndianSums = 0x377f0682;
const framesAtOnce = 64;

/**
 * Reads the log frame by frame, as far as salts and running checksums hold: what follows is of a transaction that was
 * cut off, or left from before the log was begun anew. Format: https://www.sqlite.org/fileformat2.html#walformat
 */
export function readWalIndex(fd: number): WalIndex | null {
  const header = Buffer.alloc(headerSize);
  if (readSync(fd, header, 0, headerSize, 0) < headerSize) return null;
  const magic = header.readUInt32BE(0);
  const pageSize = header.readUInt32BE(8);
  if ((magic !== bigEndianSums && magic !== littleEndianSums) || !isPageSize(pageSize)) return null;
  const little = magic === littleEndianSums;
  let sums = addTo({ a: 0, b: 0 }, header, 0, headerSize - 8, little);
  if (sums.a !== header.readUInt32BE(24) || sums.b !== header.readUInt32BE(28)) return null;

  const offsets = new Map<number, number>();
  const uncommitted = new Map<number, number>();
  let pageCount: number | null = null;
  const frameSize = frameHeaderSize + pageSize;
  const chunk = Buffer.alloc(frameSize * framesAtOnce);
  for (let start = headerSize; ; start += chunk.length) {
    const length = readSync(fd, chunk, 0, chunk.length, start);
    for (let at = 0; at + frameSize <= length; at += frameSize) {
      if (!chunk.subarray(at + 8, at + 16).equals(header.subarray(16, 24))) return { pageSize, offsets, pageCount };
      sums = addTo(addTo(sums, chunk, at, 8, little), chunk, at + frameHeaderSize, pageSize, little);
      if (sums.a !== chunk.readUInt32BE(at + 16) || sums.b !== chunk.readUInt32BE(at + 20))
        return { pageSize, offsets, pageCount };
      uncommitted.set(chunk.readUInt32BE(at), start + at + frameHeaderSize);
      const sizeAfterCommit = chunk.readUInt32BE(at + 4);
      if (sizeAfterCommit === 0) continue;
      pageCount = sizeAfterCommit;
      for (const [page, offset] of uncommitted) offsets.set(page, offset);
      uncommitted.clear();
    }
    if (length < chunk.length) return { pageSize, offsets, pageCount };
  }
}

export function isPageSize(size: number): boolean {
  return size >= 512 && size <= 65536 && (size & (size - 1)) === 0;
}

interface Sums {
  readonly a: number;
  readonly b: number;
}

function addTo(sums: Sums, bytes: Buffer, from: number, length: number, little: boolean): Sums {
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, length);
  let { a, b } = sums;
  for (let at = 0; at < length; at += 8) {
    a = (a + view.getUint32(at, little) + b) >>> 0;
    b = (b + view.getUint32(at + 4, little) + a) >>> 0;
  }
  return { a, b };
}
