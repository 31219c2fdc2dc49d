import { createHash } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "../../adapters/durable/storage-error.ts";
import { readFile } from "../../adapters/runs/read-run-folder.ts";
import { parseFrames } from "../../domain/runs/frame.ts";
import { readRecord } from "../../domain/runs/shapes.ts";

export interface JournalState {
  readonly status: string;
  readonly epoch: number;
  /** sha256 of all its segments. */
  readonly journal: string;
}

/** Another one whenever a journal grew, by sizes and times alone; null where there is none. */
export function markJournal(folder: string): string | null {
  return guard(() => {
    const marks = segmentsIn(folder).map((name) => {
      const { size, mtimeMs } = lstatSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    });
    return marks.length === 0 ? null : marks.join(", ");
  });
}

/** How far a run is, as its journal says; null: it has none, or none that can be read. */
export function readJournal(folder: string): JournalState | null {
  return guard(() => {
    const hash = createHash("sha256");
    let status = "running";
    let epoch = 0;
    for (const segment of segmentsIn(folder)) {
      const bytes = readFile(join(folder, segment), true)?.bytes;
      if (!bytes) return null;
      hash.update(bytes);
      epoch = Number.parseInt(segment.slice("journal.".length), 10);
      const last = readRecord(parseFrames(bytes).values.at(-1));
      status = last.ok && last.value.type === "end" ? last.value.status : "running";
    }
    return epoch === 0 ? null : { status, epoch, journal: hash.digest("hex") };
  });
}

function segmentsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /^journal\.\d+\.jsonl$/.test(name))
    .sort();
}

/** A run may be removed while it is looked at. */
function guard<T>(look: () => T | null): T | null {
  try {
    return look();
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
}
