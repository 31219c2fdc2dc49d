import { isAscii, isUtf8 } from "node:buffer";

/** A part of a line that could not be used. Offsets are bytes from the beginning of the line. */
export interface DamagedPart {
  readonly code: "nul_bytes" | "invalid_json" | "invalid_utf8";
  readonly from: number;
  readonly to: number;
}

export interface ParsedLine {
  readonly records: readonly unknown[];
  readonly damage: readonly DamagedPart[];
}

const noDamage: readonly DamagedPart[] = [];
/** Places tried in one damaged line. */
const mostStarts = 200;

/**
 * The records of one line: nearly always one. A line that is no JSON may hold several, written one after the other
 * without a line feed, or a half one and then a whole one: reading goes on at each place where a record may begin.
 */
export function parseLine(bytes: Buffer, recordStarts: readonly string[]): ParsedLine {
  // Plain ASCII is decoded several times faster.
  const ascii = isAscii(bytes);
  try {
    const record: unknown = JSON.parse(ascii ? bytes.toString("latin1") : decode(bytes));
    return { records: [record], damage: ascii || isUtf8(bytes) ? noDamage : [part("invalid_utf8", 0, bytes.length)] };
  } catch {
    return salvage(bytes, recordStarts);
  }
}

function decode(bytes: Buffer): string {
  return bytes.toString("utf8");
}

function salvage(bytes: Buffer, recordStarts: readonly string[]): ParsedLine {
  const starts = findStarts(bytes, recordStarts);
  const records: unknown[] = [];
  const damage: DamagedPart[] = [];
  let from = 0;
  while (from < bytes.length) {
    const ends = [...starts.filter((start) => start > from), bytes.length];
    const end = ends.find((one) => isRecord(bytes.subarray(from, one)));
    if (end !== undefined) {
      records.push(JSON.parse(decode(trimNul(bytes.subarray(from, end)))));
      // NULs around a record are damage of their own, the record is whole.
      if (bytes.subarray(from, end).includes(0)) damage.push(part("nul_bytes", from, end));
      from = end;
      continue;
    }
    const next = ends[0] ?? bytes.length;
    if (!isBlank(bytes.subarray(from, next))) damage.push(describeDamage(bytes, from, next));
    from = next;
  }
  return { records, damage };
}

function findStarts(bytes: Buffer, recordStarts: readonly string[]): readonly number[] {
  const found = new Set<number>();
  for (const start of recordStarts) {
    let at = bytes.indexOf(start, 0, "latin1");
    while (at !== -1 && found.size < mostStarts) {
      found.add(at);
      at = bytes.indexOf(start, at + 1, "latin1");
    }
  }
  return [...found].sort((a, b) => a - b);
}

function isRecord(bytes: Buffer): boolean {
  const trimmed = trimNul(bytes);
  // Cheap first: a record is an object, and most cuts do not end with one.
  if (trimmed[0] !== 0x7b || trimmed.at(-1) !== 0x7d) return false;
  try {
    JSON.parse(decode(trimmed));
    return true;
  } catch {
    return false;
  }
}

function describeDamage(bytes: Buffer, from: number, to: number): DamagedPart {
  return part(bytes.subarray(from, to).includes(0) ? "nul_bytes" : "invalid_json", from, to);
}

function part(code: DamagedPart["code"], from: number, to: number): DamagedPart {
  return { code, from, to };
}

/** Without NULs and blanks at both ends. */
function trimNul(bytes: Buffer): Buffer {
  let from = 0;
  let to = bytes.length;
  while (from < to && isPadding(bytes[from] ?? 1)) from += 1;
  while (to > from && isPadding(bytes[to - 1] ?? 1)) to -= 1;
  return bytes.subarray(from, to);
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte !== 0 && isPadding(byte));
}

function isPadding(byte: number): boolean {
  return byte === 0 || byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
