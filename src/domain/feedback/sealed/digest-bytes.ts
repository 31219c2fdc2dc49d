import type { SealedDigest, SealedHeader } from "./seal-records.ts";

/** The header's length in bytes, a line feed, the header, the columns. */
export function encodeDigest({ header, columns }: SealedDigest): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new TextEncoder().encode(`${text.length}\n`);
  const bytes = new Uint8Array(length.length + text.length + columns.length);
  bytes.set(length, 0);
  bytes.set(text, length.length);
  bytes.set(columns, length.length + text.length);
  return bytes;
}

/** Of bytes that this program wrote; null for others. */
export function decodeDigest(bytes: Uint8Array): SealedDigest | null {
  const feed = bytes.indexOf(0x0a);
  const length = Number.parseInt(new TextDecoder().decode(bytes.subarray(0, Math.max(0, feed))), 10);
  if (feed === -1 || !Number.isSafeInteger(length)) return null;
  const columns = feed + 1 + length;
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(feed + 1, columns))) as SealedHeader;
  return { header, columns: bytes.subarray(columns) };
}
