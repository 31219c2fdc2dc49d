import { closeSync, openSync, readSync } from "node:fs";
import type { ClientFormat } from "../../transcripts/client-format.ts";
import { parseLine } from "./parse-line.ts";
import { readChunks } from "./read-chunks.ts";
import { splitLines } from "./split-lines.ts";

const linesTried = 20;
/** A document is parsed as a whole. */
const largestDocument = 192 * 1024 * 1024;

/** How a file is to be read: line by line, or as one document whose records are these. */
export type Recognised =
  | { readonly kind: "lines"; readonly format: ClientFormat }
  | { readonly kind: "document"; readonly format: ClientFormat; readonly records: Iterable<unknown> };

/**
 * The client whose file this is, by its content: names and folders prove nothing. null for a file of nobody's.
 * Throws what the file system throws.
 */
export function recogniseFormat(path: string, formats: readonly ClientFormat[]): Recognised | null {
  const byLines = recogniseLines(path, formats);
  if (byLines !== null) return { kind: "lines", format: byLines };
  const document = readDocument(path);
  if (document === undefined) return null;
  for (const format of formats) {
    const records = format.recordsOf?.(document) ?? null;
    if (records !== null) return { kind: "document", format, records };
  }
  return null;
}

/** The format that knows most of the first records; among equals the first one. */
function recogniseLines(path: string, formats: readonly ClientFormat[]): ClientFormat | null {
  const known = new Map<ClientFormat, number>();
  const starts = [...new Set(formats.flatMap(({ recordStarts }) => recordStarts))];
  let tried = 0;
  for (const line of splitLines(readChunks(path, 0), 0)) {
    if (line.cut) continue;
    for (const record of parseLine(stripBom(line.bytes, line.from), starts).records) {
      for (const format of formats) if (format.isRecord(record)) known.set(format, (known.get(format) ?? 0) + 1);
    }
    tried += 1;
    if (tried >= linesTried) break;
  }
  const best = [...known].sort(([, a], [, b]) => b - a)[0];
  return best?.[0] ?? null;
}

export function stripBom(bytes: Buffer, from: number): Buffer {
  return from === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** undefined: it is no JSON document, or too large to be read as one. */
function readDocument(path: string): unknown {
  const fd = openSync(path, "r");
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(1024 * 1024);
      const read = readSync(fd, chunk);
      if (read === 0) break;
      size += read;
      if (size > largestDocument) return undefined;
      chunks.push(chunk.subarray(0, read));
    }
    return JSON.parse(stripBom(Buffer.concat(chunks), 0).toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  } finally {
    closeSync(fd);
  }
}
