import { createRecord, recordsFolder, type RecordFiles } from "../../adapters/runs/record-store.ts";
import { createRunStore } from "../../adapters/runs/run-store.ts";
import type { Context } from "../../context.ts";
import { sha256 } from "../../domain/digest.ts";
import { changedFiles } from "../../domain/runs/changed-files.ts";
import { isStaged } from "../../domain/runs/check-artifact.ts";
import type { Inspection, RunFile } from "../../domain/runs/inspection.ts";
import { validName } from "../../domain/runs/names.ts";
import { serializeRecovery } from "../../domain/runs/recovery-file.ts";
import { draftRecord } from "../../domain/runs/recovery-record.ts";
import type { RunSnapshot } from "../../domain/runs/store.ts";
import { renderRecovery } from "../../render/recovery-md.ts";
import { findLanguage } from "../find-language.ts";
import { inspectIn, type InspectOptions } from "./inspect-run.ts";
import { keptName } from "./kept-as-it-is.ts";
import { runRoot } from "./run-place.ts";

export interface RecoverOptions extends InspectOptions {
  readonly run: string;
  /** Name of the new record. */
  readonly record: string;
  /** Of HANDOFF.md; default: what the configuration says, else English. */
  readonly language?: "en" | "zh";
}

export interface RecoverResult {
  /** `refused`: the evidence leads to a person or to a stop. `record_exists`: that name is taken. Nothing was written then. */
  readonly result: "recorded" | "refused" | "record_exists";
  readonly inspection: Inspection;
  /** `recovery-records/NAME` below the root; null where there is none. */
  readonly path: string | null;
  /** Files of the run that are no longer as the record says: somebody wrote while it was made, so it is void. */
  readonly changedMeanwhile: readonly string[];
}

/** Inspects a run anew and keeps the judgement in a new record beside it. The run itself stays as it is, byte for byte. */
export async function recoverRun(context: Context, options: RecoverOptions): Promise<RecoverResult> {
  const run = validName("run", options.run);
  const record = keptName("record", options.record);
  const root = runRoot(context, options.root ?? null);
  const store = createRunStore(root);
  const inspection = await inspectIn(context, { ...options, run, store });
  const nothing = { inspection, path: null, changedMeanwhile: [] };
  const draft = draftRecord(inspection, {
    record,
    recordedAt: context.now().toISOString(),
    runPath: `runs/${run}`,
  });
  if (draft === null) return { ...nothing, result: "refused" };
  const language = options.language ?? (await findLanguage(context.cwd)) ?? "en";
  const handoff = renderRecovery(draft, language);
  const files: RecordFiles = {
    "recovery.json": serializeRecovery({ ...draft, handoff_sha256: sha256(handoff) }),
    "HANDOFF.md": handoff,
  };
  if (createRecord(root, record, files) === "exists") return { ...nothing, result: "record_exists" };
  return {
    result: "recorded",
    inspection,
    path: `${recordsFolder}/${record}`,
    changedMeanwhile: differences(inspection.files, store.read(run)),
  };
}

function differences(before: readonly RunFile[], after: RunSnapshot | null): readonly string[] {
  const strange = (after?.strange ?? []).filter((path) => !isStaged(path));
  return [...changedFiles(before, after?.files ?? []), ...strange].sort();
}
