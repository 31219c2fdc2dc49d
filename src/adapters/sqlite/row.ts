import type { PageFile } from "./page-file.ts";

export type SqliteValue = string | number | Uint8Array | null;

/** A number of one to nine bytes, seven bits each, and where it ends. */
export function varintAt(bytes: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < 9; index++) {
    const byte = bytes[at + index] ?? 0;
    if (index === 8) return { value: value * 256 + byte, end: at + 9 };
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return { value, end: at + 9 };
}

/** The same for a row id, which can be less than 0. */
export function signedVarintAt(bytes: Buffer, at: number): { value: number; end: number } {
  const { value, end } = varintAt(bytes, at);
  if (end - at < 9) return { value, end };
  let all = 0n;
  for (const byte of bytes.subarray(at, at + 8)) all = (all << 7n) | BigInt(byte & 0x7f);
  return { value: Number(BigInt.asIntN(64, (all << 8n) | BigInt(bytes[at + 8] ?? 0))), end };
}

/** Values of a record. Integers beyond 2^53 lose their last digits: no column that is read here holds such. */
export function decodeRecord(payload: Buffer, encoding: PageFile["encoding"]): SqliteValue[] {
  const header = varintAt(payload, 0);
  const values: SqliteValue[] = [];
  let at = header.value;
  for (let next = header.end; next < header.value;) {
    const type = varintAt(payload, next);
    next = type.end;
    const size = sizeOf(type.value);
    // Less than was written is no row that is older than its columns.
    if (at + size > payload.length || type.value === 10 || type.value === 11) throw new RangeError();
    values.push(valueAt(payload.subarray(at, at + size), type.value, encoding));
    at += size;
  }
  return values;
}

const fixedSizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];

function sizeOf(type: number): number {
  return fixedSizes[type] ?? Math.floor((type - 12) / 2);
}

function valueAt(bytes: Buffer, type: number, encoding: PageFile["encoding"]): SqliteValue {
  if (type === 0) return null;
  if (type === 8 || type === 9) return type - 8;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 6) return Number(bytes.readBigInt64BE(0));
  if (type < 6) return bytes.readIntBE(0, bytes.length);
  if (type % 2 === 0) return new Uint8Array(bytes);
  return encoding === "utf16be" ? Buffer.from(bytes).swap16().toString("utf16le") : bytes.toString(encoding);
}

/**
 * How a record's first value lies to a text, in the order of an index: nulls and numbers lie before all texts, blobs
 * beyond them.
 */
export function compareFirst(payload: Buffer, text: Buffer): number {
  const header = varintAt(payload, 0);
  const type = varintAt(payload, header.end).value;
  if (type < 12) return -1;
  if (type % 2 === 0) return 1;
  const end = header.value + sizeOf(type);
  return Math.sign(payload.compare(text, 0, text.length, header.value, Math.min(end, payload.length)));
}

/** The bytes that a text is stored and sorted as. */
export function encodeText(text: string, encoding: PageFile["encoding"]): Buffer {
  return encoding === "utf16be" ? Buffer.from(text, "utf16le").swap16() : Buffer.from(text, encoding);
}
