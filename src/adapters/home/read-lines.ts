import { isUtf8 } from "node:buffer";
import type { Damage } from "../../domain/workbench.ts";
import type { HomeFolder } from "./home-folder.ts";
import { readRegularFile } from "./read-file.ts";

export interface LogLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

export interface LogLines {
  readonly lines: readonly LogLine[];
  readonly damage: readonly Damage[];
}

const maxBytes = 256 * 1024 * 1024;

/**
 * The whole lines of a log, and what is wrong with the rest. Lines end at LF alone: U+2028 and its like are text.
 * `name` is the log's path in the home.
 */
export function readLines(folder: HomeFolder, name: string): LogLines {
  const first = readOnce(folder, name);
  // The end of a line that another process is writing at this moment looks torn: a second look tells.
  return first.damage.some((damage) => damage.code === "torn_line") ? readOnce(folder, name) : first;
}

function readOnce(folder: HomeFolder, name: string): LogLines {
  const file = readRegularFile(folder.at(...name.split("/")), maxBytes);
  if (file.state === "missing") return { lines: [], damage: [] };
  const path = `home:${name}`;
  if (file.state === "refused")
    return { lines: [], damage: [{ path, code: file.code, place: null, detail: file.detail }] };
  return splitLines(file.bytes, path);
}

/** Exact bytes to lines; damage carries the line and, for NUL blocks, the byte range. */
export function splitLines(bytes: Uint8Array, path: string): LogLines {
  if (!bytes.includes(0) && isUtf8(bytes) && (bytes.length === 0 || bytes[bytes.length - 1] === 0x0a)) {
    const texts = new TextDecoder().decode(bytes).split("\n");
    return {
      lines: texts.map((text, index) => ({ text, line: index + 1 })).filter(({ text }) => text !== ""),
      damage: [],
    };
  }
  const lines: LogLine[] = [];
  const damage: Damage[] = [];
  for (let start = 0, line = 1; start < bytes.length; line += 1) {
    const feed = bytes.indexOf(0x0a, start);
    const end = feed === -1 ? bytes.length : feed;
    const part = { bytes: bytes.subarray(start, end), start, line, ended: feed !== -1 };
    for (const text of usable(part, (code, place, detail) => damage.push({ path, code, place, detail }))) {
      lines.push({ text, line });
    }
    start = end + 1;
  }
  return { lines, damage };
}

interface Part {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly line: number;
  readonly ended: boolean;
}

type Report = (code: string, place: string, detail: string) => void;

function usable(part: Part, report: Report): readonly string[] {
  if (part.bytes.length === 0) return [];
  const place = `line ${part.line}`;
  if (part.bytes.includes(0)) {
    const first = part.start + part.bytes.indexOf(0);
    const last = part.start + part.bytes.lastIndexOf(0);
    report("nul_bytes", `${place}, bytes ${first}-${last}`, "a block of NUL bytes, as a power cut leaves it");
    // What stands whole before or after the block is a record as good as any other.
    return piecesBetweenNuls(part.bytes).filter(isJsonObject);
  }
  const text = decode(part.bytes);
  if (!part.ended && (text === null || !isJsonObject(text))) {
    report("torn_line", place, `the last line ends after ${part.bytes.length} bytes without a line feed`);
    return [];
  }
  if (text === null) {
    report("invalid_utf8", place, "bytes that are no UTF-8");
    return [];
  }
  return [text];
}

function piecesBetweenNuls(bytes: Uint8Array): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length;) {
    const nul = bytes.indexOf(0, start);
    const end = nul === -1 ? bytes.length : nul;
    const text = end > start ? decode(bytes.subarray(start, end)) : null;
    if (text !== null) pieces.push(text);
    start = end + 1;
  }
  return pieces;
}

function decode(bytes: Uint8Array): string | null {
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : null;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object";
  } catch {
    return false;
  }
}
