import type { Emit } from "../../domain/session/session-event.ts";
import type { ClientFormat, RecordReader } from "../../transcripts/client-format.ts";
import { parseLine } from "./parse-line.ts";
import { readChunks } from "./read-chunks.ts";
import { stripBom } from "./recognise-format.ts";
import { LineView, splitLines } from "./split-lines.ts";

/** Bytes of a transcript that could not be used. */
export interface TranscriptDamage {
  /** `torn_line`: the last line has no end; the client was killed, or is still writing it. */
  readonly code: "nul_bytes" | "invalid_json" | "invalid_utf8" | "line_too_long" | "torn_line" | "unreadable";
  readonly from: number;
  readonly to: number;
}

export interface ReadingResult {
  /** Where a later reading carries on: behind the last line that was used. */
  readonly offset: number;
  /** The newest `mostDamage` of them. */
  readonly damage: readonly TranscriptDamage[];
  readonly damaged: number;
}

const mostDamage = 100;

/**
 * Reads the lines of a transcript from an offset on into a reader. Damage is counted and reading goes on behind it;
 * all good records are used. Throws only where the file cannot be opened.
 */
export function readTranscript(options: {
  readonly path: string;
  readonly from: number;
  readonly format: ClientFormat;
  readonly reader: RecordReader;
  readonly emit: Emit;
}): ReadingResult {
  const { path, format, reader, emit } = options;
  const view = new LineView();
  const damage = new DamageList();
  let offset = options.from;
  for (const line of readLines(path, options.from, damage)) {
    const bytes = stripBom(line.bytes, line.from);
    const first = bytes[0];
    if (line.cut) {
      damage.add({ code: "line_too_long", from: line.from, to: line.to });
    } else if (first !== undefined && !(line.whole && reader.skips?.(view.see(bytes)) === true)) {
      const parsed = parseLine(bytes, format.recordStarts);
      // The client may be about to write the rest: a later reading begins with this line again.
      const torn = !line.whole && parsed.damage.length > 0;
      if (torn) damage.add({ code: "torn_line", from: line.from, to: line.to });
      else
        for (const { code, from, to } of parsed.damage)
          damage.add({ code, from: line.from + from, to: line.from + to });
      for (const record of parsed.records) reader.read(record, emit);
      if (torn) break;
    }
    offset = line.whole ? line.to + 1 : line.to;
  }
  reader.end?.(emit);
  return { offset, damage: damage.list, damaged: damage.count };
}

/** A compressed file whose end is damaged gives what comes before. */
function* readLines(path: string, from: number, damage: DamageList): ReturnType<typeof splitLines> {
  let position = from;
  try {
    for (const line of splitLines(readChunks(path, from), from)) {
      position = line.to;
      yield line;
    }
  } catch (error) {
    if (error instanceof Error && "syscall" in error && position === from) throw error;
    damage.add({ code: "unreadable", from: position, to: position });
  }
}

/** Spans that touch are one damage. */
class DamageList {
  list: TranscriptDamage[] = [];
  count = 0;

  add(damage: TranscriptDamage): void {
    const last = this.list.at(-1);
    if (last !== undefined && last.code === damage.code && damage.from <= last.to + 1 && damage.code !== "torn_line") {
      this.list[this.list.length - 1] = { ...last, to: damage.to };
      return;
    }
    this.count += 1;
    this.list.push(damage);
    if (this.list.length > mostDamage) this.list.shift();
  }
}
