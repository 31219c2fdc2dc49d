import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createRunStore } from "../../adapters/runs/run-store.ts";
import { readFile } from "../../adapters/runs/read-run-folder.ts";
import type { Context } from "../../context.ts";
import { isName } from "../../domain/runs/names.ts";
import { briefRun, type RunBrief } from "../../domain/runs/run-brief.ts";
import { readState } from "../../domain/runs/shapes.ts";
import { inspectIn } from "./inspect-run.ts";

export interface RunsHere {
  /** Runs that have not ended, by name. */
  readonly open: readonly RunBrief[];
  readonly ended: readonly string[];
}

/** The runs below a root. Those that ended are only named; no probe is asked and no tool is started. */
export async function readRuns(context: Context, root: string): Promise<RunsHere> {
  const folder = join(root, "runs");
  const names = namesIn(folder);
  const ended = names.filter((name) => hasEnded(join(folder, name)));
  const store = createRunStore(root);
  const open = names
    .filter((name) => !ended.includes(name))
    .map(async (run) => {
      const inspection = await inspectIn(context, { run, store, compareInputs: false });
      return briefRun(inspection, inspection.times);
    });
  return { open: await Promise.all(open), ended };
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

function hasEnded(run: string): boolean {
  const bytes = readFile(join(run, "state.json"), true)?.bytes;
  const state = bytes ? readState(new TextDecoder().decode(bytes)) : null;
  return state?.ok === true && (state.value.status === "finished" || state.value.status === "failed");
}
