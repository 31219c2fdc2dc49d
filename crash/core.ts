/** What of the product the crash matrix works with: bundled into one file, of which planted bugs are made. */
export { createDir } from "../src/adapters/durable/create-dir.ts";
export { ensureDir } from "../src/adapters/durable/ensure-dir.ts";
export { createRunStore } from "../src/adapters/runs/run-store.ts";
export { inspectIn, type InspectIn, type Probe } from "../src/app/runs/inspect-run.ts";
export { openIn } from "../src/app/runs/open-run.ts";
export type { OpenRunOptions, OpenRunResult } from "../src/app/runs/open-types.ts";
export type { Run } from "../src/app/runs/opened-run.ts";
export { EffectNotDone, type StepResult, type StepSpec } from "../src/app/runs/step-types.ts";
export type { Context } from "../src/context.ts";
export { createContext } from "../src/create-context.ts";
export { sha256 } from "../src/domain/digest.ts";
export { AppError } from "../src/domain/errors.ts";
export type { Inspection, InspectedStep, RunFile } from "../src/domain/runs/inspection.ts";
export { readJournal } from "../src/domain/runs/read-journal.ts";
export { draftDigest, parseRecovery, serializeRecovery } from "../src/domain/runs/recovery-file.ts";
export { draftRecord } from "../src/domain/runs/recovery-record.ts";
export type { RunSnapshot, RunStore, Staging } from "../src/domain/runs/store.ts";
export { renderRecovery } from "../src/render/recovery-md.ts";
