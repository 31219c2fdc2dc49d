import { sha256 } from "../digest.ts";

/**
 * One record is one line: `v1 <bytes of the JSON> <first 16 hex of its sha256> <JSON>` and a line feed. Every byte is
 * checked, separators too, so that no flipped bit goes unnoticed.
 */
export function encodeFrame(value: object): string {
  const json = JSON.stringify(value);
  return `v1 ${utf8.encode(json).length} ${sha256(json).slice(0, 16)} ${json}\n`;
}

export interface Frames {
  readonly values: readonly unknown[];
  /** Bytes after the last whole line that an append left there when it was cut; normal after a crash. */
  readonly torn: number;
  /** The first byte that is not as it was written; nothing from there on was read. null: all is well. */
  readonly damage: { readonly offset: number; readonly problem: string } | null;
}

const utf8 = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const header = /^v1 (0|[1-9]\d{0,8}) ([0-9a-f]{16}) /;
/** Longer than `v1 `, nine digits, the hash and the blanks. */
const headerMax = 40;

export function parseFrames(bytes: Uint8Array): Frames {
  const values: unknown[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const feed = bytes.indexOf(10, offset);
    if (feed === -1) return parseTail(bytes, offset, values);
    const problem = readLine(bytes.subarray(offset, feed), values);
    if (problem !== null) return { values, torn: 0, damage: { offset, problem } };
    offset = feed + 1;
  }
  return { values, torn: 0, damage: null };
}

/** Without a line feed it is what a cut append leaves, unless it holds a whole record and something else behind it. */
function parseTail(bytes: Uint8Array, offset: number, values: readonly unknown[]): Frames {
  const tail = bytes.subarray(offset);
  const whole = tail.length > 1 && readLine(tail.subarray(0, -1), []) === null;
  if (whole)
    return { values, torn: 0, damage: { offset, problem: "the line feed of the last record is another byte" } };
  return { values, torn: tail.length, damage: null };
}

/** Adds the value of one line, or says what is wrong with it. */
function readLine(line: Uint8Array, values: unknown[]): string | null {
  const found = header.exec(latin(line.subarray(0, headerMax)));
  if (found === null) return "the line does not begin as a record";
  const json = line.subarray(found[0].length);
  if (json.length !== Number(found[1])) return `the record has ${json.length} bytes instead of ${found[1] ?? ""}`;
  if (sha256(json).slice(0, 16) !== found[2]) return "the record is not the one that its hash was taken of";
  try {
    values.push(JSON.parse(strict.decode(json)));
    return null;
  } catch {
    return "the record is no JSON";
  }
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
