import { readSync } from "node:fs";
import { damaged } from "./open-file.ts";
import type { WalIndex } from "./wal-index.ts";

const blockSize = 65536;
const keptBlocks = 48;
const keptPages = 256;
export interface Source {
  readonly fd: number;
  readonly walFd: number | null;
  readonly pageSize: number;
  readonly pageCount: number;
  readonly wal: WalIndex | null;
}

/** Pages that follow one another are often wanted one after the other. */
export function pageReader(source: Source, path: string): (number: number) => Buffer {
  const { fd, walFd, wal, pageSize, pageCount } = source;
  const perBlock = Math.max(1, Math.floor(blockSize / pageSize));
  const blockAt = cached(keptBlocks, (block) => {
    const bytes = Buffer.allocUnsafe(perBlock * pageSize);
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, block * perBlock * pageSize));
  });
  const loggedAt = cached(keptPages, (offset) => {
    const bytes = Buffer.allocUnsafe(pageSize);
    return bytes.subarray(0, walFd === null ? 0 : readSync(walFd, bytes, 0, pageSize, offset));
  });
  return (number) => {
    if (number < 1 || number > pageCount) throw damaged(path);
    const logged = wal?.offsets.get(number);
    const at = ((number - 1) % perBlock) * pageSize;
    const bytes =
      logged === undefined
        ? blockAt(Math.floor((number - 1) / perBlock)).subarray(at, at + pageSize)
        : loggedAt(logged);
    if (bytes.length < pageSize) throw damaged(path);
    return bytes;
  };
}

/** The newest uses are kept, up to a number. */
function cached(most: number, read: (key: number) => Buffer): (key: number) => Buffer {
  const kept = new Map<number, Buffer>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const bytes = read(key);
    kept.set(key, bytes);
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return bytes;
  };
}
