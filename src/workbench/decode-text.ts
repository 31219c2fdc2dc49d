import { report, type Reading } from "./reading.ts";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

/** UTF-16 with a byte order mark becomes UTF-8; a UTF-8 mark is cut off. */
export function toUtf8(bytes: Uint8Array): Uint8Array {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return bytes.subarray(3);
  if (a === 0xff && b === 0xfe) return new TextEncoder().encode(new TextDecoder("utf-16le").decode(bytes));
  if (a === 0xfe && b === 0xff) return new TextEncoder().encode(new TextDecoder("utf-16be").decode(bytes));
  return bytes;
}

/** UTF-8 text; `damaged` when bytes had to be replaced. */
export function decodeUtf8(bytes: Uint8Array): { readonly text: string; readonly damaged: boolean } {
  try {
    return { text: strict.decode(bytes), damaged: false };
  } catch {
    return { text: lossy.decode(bytes), damaged: true };
  }
}

/**
 * Bytes without NULs, which a lost write leaves behind in blocks; the span is reported.
 * `offset` is where the bytes begin in their file.
 */
export function withoutNuls(bytes: Uint8Array, reading: Reading, offset: number): Uint8Array {
  const first = bytes.indexOf(0);
  if (first < 0) return bytes;
  const last = bytes.lastIndexOf(0);
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (const byte of bytes) {
    if (byte === 0) continue;
    kept[length] = byte;
    length += 1;
  }
  const count = bytes.length - length;
  report(reading, "nul_bytes", `bytes ${offset + first}-${offset + last}`, `${count} NUL bytes left out`);
  return kept.subarray(0, length);
}
