import type { RawLine } from "../../transcripts/client-format.ts";

/** A line longer than this is passed over: no record of a client is so long, and memory has an end. */
export const longestLine: number = 48 * 1024 * 1024;

/** One line of a transcript, without its line feed; valid until the next one is taken. */
export interface Line {
  readonly bytes: Buffer;
  /** Byte offsets in the file: of its first byte, and of the byte after it. */
  readonly from: number;
  readonly to: number;
  /** A line feed came after it. */
  readonly whole: boolean;
  /** Only its beginning is in `bytes`. */
  readonly cut: boolean;
}

/**
 * Lines of a stream of bytes. Split on line feeds alone: U+2028 and the like stand inside records. What a chunk leaves
 * over is copied, all else is looked at where it lies.
 */
export function* splitLines(chunks: Iterable<Buffer>, start: number): Generator<Line> {
  let rest: Buffer[] = [];
  let restLength = 0;
  let lineStart = start;
  let offset = start;
  for (const chunk of chunks) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(10, from);
      if (end === -1) break;
      const to = offset + end;
      if (restLength === 0) {
        yield { bytes: chunk.subarray(from, end), from: lineStart, to, whole: true, cut: false };
      } else {
        yield { ...join(rest, chunk.subarray(from, end), restLength), from: lineStart, to, whole: true };
        rest = [];
        restLength = 0;
      }
      lineStart = to + 1;
      from = end + 1;
    }
    if (from < chunk.length) {
      // The chunk's memory is used again; of a line that is too long only the beginning is worth keeping.
      if (restLength <= longestLine) rest.push(Buffer.from(chunk.subarray(from)));
      restLength += chunk.length - from;
    }
    offset += chunk.length;
  }
  if (restLength > 0) yield { ...join(rest, Buffer.alloc(0), restLength), from: lineStart, to: offset, whole: false };
}

function join(rest: readonly Buffer[], last: Buffer, restLength: number): Pick<Line, "bytes" | "cut"> {
  const cut = restLength + last.length > longestLine;
  return { bytes: cut ? (rest[0] ?? last).subarray(0, 4096) : Buffer.concat([...rest, last]), cut };
}

/** A longer line is not kept unparsed, in bytes: those of the newest commands all are, and memory has an end. */
const longestKept = 128 * 1024;

/** What may stand behind a backslash. */
const escaped = new Uint8Array(256);
for (const character of '"\\/bfnrtu') escaped[character.charCodeAt(0)] = 1;

/** Whether no string in a JSON text is damaged, as far as that can be seen at a fraction of the time of parsing it. */
function hasGoodStrings(text: string): boolean {
  if (text.includes("\u0000")) return false;
  for (let at = text.indexOf("\\"); at !== -1; at = text.indexOf("\\", at + 2)) {
    if (escaped[text.charCodeAt(at + 1)] !== 1) return false;
  }
  return true;
}

/** What `toString("latin1", …)` calls after it has looked at its arguments: for short pieces that is half of the time. */
type LatinBuffer = Buffer & { readonly latin1Slice: (from: number, to: number) => string };
const noBytes = Buffer.alloc(0) as LatinBuffer;

/** Looks at a line without decoding it. One object serves all lines, since it is asked for each of them. */
export class LineView implements RawLine {
  #bytes: LatinBuffer = noBytes;

  see(bytes: Buffer): this {
    this.#bytes = bytes as LatinBuffer;
    return this;
  }

  get length(): number {
    return this.#bytes.length;
  }

  has(text: string, from = 0): boolean {
    return this.#bytes.indexOf(text, from, "latin1") !== -1;
  }

  find(text: string, from = 0): number {
    return this.#bytes.indexOf(text, from, "latin1");
  }

  slice(from: number, to: number): string {
    return this.#bytes.latin1Slice(Math.max(0, from), Math.min(this.#bytes.length, to));
  }

  later(): (() => unknown) | null {
    const bytes = this.#bytes;
    if (bytes.length > longestKept || bytes[bytes.length - 1] !== 0x7d) return null;
    // A string of bytes: several times cheaper to make, and to throw away, than a buffer.
    const kept = bytes.latin1Slice(0, bytes.length);
    if (!hasGoodStrings(kept)) return null;
    return () => {
      try {
        return JSON.parse(Buffer.from(kept, "latin1").toString("utf8"));
      } catch {
        return undefined;
      }
    };
  }
}
