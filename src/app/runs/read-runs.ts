import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createRunStore } from "../../adapters/runs/run-store.ts";
import { readFile } from "../../adapters/runs/read-run-folder.ts";
import { errnoOf } from "../../adapters/durable/storage-error.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../domain/errors.ts";
import { parseFrames } from "../../domain/runs/frame.ts";
import { isName } from "../../domain/runs/names.ts";
import { isBegun } from "../../domain/runs/read-journal.ts";
import { briefRun, unreadableRun, type RunBrief } from "../../domain/runs/run-brief.ts";
import { readRecord } from "../../domain/runs/shapes.ts";
import { inspectIn } from "./inspect-run.ts";

export interface RunsHere {
  /** Runs that have not ended, by name. */
  readonly open: readonly RunBrief[];
  readonly ended: readonly string[];
}

/**
 * The runs below a root. Those that ended are only named; no probe is asked and no tool is started. One that cannot be read
 * is in doubt as a whole, and hides no other.
 */
export async function readRuns(context: Context, root: string): Promise<RunsHere> {
  const folder = join(root, "runs");
  const store = createRunStore(root);
  const found = namesIn(folder).map(async (run): Promise<RunBrief | string> => {
    try {
      if (hasEnded(join(folder, run))) return run;
      const inspection = await inspectIn(context, { run, store, compareInputs: false });
      return briefRun(inspection, inspection.times);
    } catch (error) {
      const problem =
        errnoOf(error) ?? (error instanceof AppError && error.kind === "environment" ? error.message : null);
      if (problem === null) throw error;
      return unreadableRun(run, problem);
    }
  });
  const all = await Promise.all(found);
  return {
    open: all.flatMap((one) => (typeof one === "string" ? [] : [one])),
    ended: all.filter((one) => typeof one === "string"),
  };
}

/** Names of the runs in a folder, sorted. */
export function namesIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && isName(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
    throw error;
  }
}

/** The newest segment that was begun says so: what state.json says an executor that was superseded may have written. */
function hasEnded(run: string): boolean {
  const segments = readdirSync(run).filter((name) => /^journal\.\d+\.jsonl$/.test(name));
  for (const name of segments.sort().reverse()) {
    const bytes = readFile(join(run, name), true)?.bytes;
    if (!bytes || !isBegun({ epoch: 0, bytes })) continue;
    const last = readRecord(parseFrames(bytes).values.at(-1));
    return last.ok && last.value.type === "end" && last.value.status !== "interrupted";
  }
  return false;
}
