import { closeSync, openSync, readSync } from "node:fs";
import { Decompress } from "fzstd";

const chunkBytes = 512 * 1024;

/**
 * The bytes of a file from an offset on, in chunks that are valid until the next one is taken. A file named `.zst` is
 * read as what was compressed into it. Throws what the file system throws.
 */
export function* readChunks(path: string, from: number): Generator<Buffer> {
  if (path.endsWith(".zst")) yield* decompress(readFile(path, 0), from);
  else yield* readFile(path, from);
}

function* readFile(path: string, from: number): Generator<Buffer> {
  const fd = openSync(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    let position = from;
    for (;;) {
      const size = readSync(fd, buffer, 0, buffer.length, position);
      if (size === 0) return;
      position += size;
      yield buffer.subarray(0, size);
    }
  } finally {
    closeSync(fd);
  }
}

function* decompress(chunks: Iterable<Buffer>, from: number): Generator<Buffer> {
  const ready: Uint8Array[] = [];
  const stream = new Decompress((data) => void ready.push(data));
  let skip = from;
  for (const chunk of chunks) {
    stream.push(new Uint8Array(chunk));
    for (const data of ready.splice(0)) {
      const left = data.subarray(Math.min(skip, data.length));
      skip -= data.length - left.length;
      if (left.length > 0) yield Buffer.from(left.buffer, left.byteOffset, left.byteLength);
    }
  }
  stream.push(new Uint8Array(0), true);
  for (const data of ready) {
    const left = data.subarray(Math.min(skip, data.length));
    skip -= data.length - left.length;
    if (left.length > 0) yield Buffer.from(left);
  }
}
