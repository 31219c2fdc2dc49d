import { join } from "node:path";
import { createRunStore } from "../../adapters/runs/run-store.ts";
import type { Context } from "../../context.ts";
import type { Inspection } from "../../domain/runs/inspection.ts";
import { inspectIn } from "./inspect-run.ts";
import { namesIn } from "./read-runs.ts";
import { runRoot } from "./run-place.ts";

/** Every run of a place with its inspection, by name. Read-only; no probe is asked and no tool started. */
export async function listRuns(
  context: Context,
  options: { readonly root?: string | null } = {},
): Promise<readonly Inspection[]> {
  const root = runRoot(context, options.root ?? null);
  const store = createRunStore(root);
  return Promise.all(namesIn(join(root, "runs")).map((run) => inspectIn(context, { run, store })));
}
