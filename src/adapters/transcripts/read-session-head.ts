import { readFileSync } from "node:fs";
import type { SessionEvent } from "../../domain/session/session-event.ts";
import type { ClientFormat } from "../../transcripts/client-format.ts";
import type { ClientPlaces } from "./client-places.ts";
import { parseLine } from "./parse-line.ts";
import { readChunks } from "./read-chunks.ts";
import { recogniseFormat, stripBom } from "./recognise-format.ts";
import { splitLines } from "./split-lines.ts";

/** What the beginning of a transcript says of its session. */
export interface SessionHead {
  readonly id: string | null;
  /** Absolute. */
  readonly cwd: string | null;
}

const linesLookedAt = 60;

/** Reads only as far as the session's folder is told. null where the file is not of this client or cannot be read. */
export function readSessionHead(path: string, format: ClientFormat, places: ClientPlaces): SessionHead | null {
  const head: { id: string | null; cwd: string | null } = { id: null, cwd: null };
  const take = (event: SessionEvent): void => {
    if (event.kind !== "session") return;
    head.id ??= event.id ?? null;
    head.cwd ??= event.cwd ?? null;
  };
  const reader = format.open(null);
  try {
    for (const aside of places.asides?.(path) ?? [])
      reader.readAside?.(aside.name, readFileSync(aside.path, "utf8"), take);
    if (head.cwd !== null) return head;
    const recognised = recogniseFormat(path, [format]);
    if (recognised === null) return null;
    if (recognised.kind === "document") {
      for (const record of recognised.records) {
        reader.read(record, take);
        if (head.cwd !== null) break;
      }
      return head;
    }
    let looked = 0;
    for (const line of splitLines(readChunks(path, 0), 0)) {
      for (const record of parseLine(stripBom(line.bytes, line.from), format.recordStarts).records)
        reader.read(record, take);
      looked += 1;
      if (head.cwd !== null || looked >= linesLookedAt) break;
    }
    return head;
  } catch (error) {
    // Gone, or not for us: another one is looked at.
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}
