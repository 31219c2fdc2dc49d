import { join } from "node:path";
import type { Context } from "./core.ts";
import type { Core } from "./load-core.ts";

export interface RecordPlace {
  readonly root: string;
  readonly run: string;
  readonly record: string;
}

/** Inspects a run and keeps the judgement beside it, as `passdown recover` does. */
export async function recordRecovery(
  core: Core,
  context: Context,
  { root, run, record }: RecordPlace,
): Promise<string> {
  const inspection = await core.inspectIn(context, { run, store: core.createRunStore(root) });
  const options = { record, recordedAt: context.now().toISOString(), runPath: `runs/${run}` };
  const draft = core.draftRecord(inspection, options);
  if (draft === null) return inspection.decision;
  const handoff = core.renderRecovery(draft, "en");
  const text = core.serializeRecovery({ ...draft, handoff_sha256: core.sha256(handoff) });
  const records = join(root, "recovery-records");
  core.ensureDir(records);
  return core.createDir(join(records, record), { "recovery.json": text, "HANDOFF.md": handoff }, records);
}
