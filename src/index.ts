/**
 * passdown as a library: the use cases behind the command line. Each takes a `Context` (folder, environment, clock,
 * streams) and returns plain data; expected outcomes are values, failures are an `AppError`.
 */
export type { Context, Output } from "./context.ts";
export { AppError, type ErrorDetails, type ErrorKind } from "./domain/errors.ts";
export type { Decision, Reason, ReasonCode } from "./domain/decision.ts";
export type { CleanIssue, CleanState } from "./domain/clean-state.ts";
export type {
  Evidence,
  FeedbackEntry,
  Packet,
  PacketChange,
  PacketEffect,
  PacketScene,
  Risk,
} from "./domain/packet.ts";
export type { WorkbenchSnapshot } from "./domain/snapshot.ts";
export type { FeedbackRecord } from "./domain/workbench.ts";
export { trimFeedback } from "./domain/feedback/trim-feedback.ts";
export { packetDigest, parsePacket, serializePacket } from "./domain/packet-file.ts";
export { createContext } from "./create-context.ts";
export { gatherSnapshot as gather } from "./app/gather.ts";
export { generateHandoff, type GenerateOptions, type Handoff } from "./app/generate-handoff.ts";
export { archive, type ArchiveOptions, type ArchiveResult } from "./app/archive.ts";
export { check, type CheckOptions, type CheckResult } from "./app/check.ts";
export { diff } from "./app/diff.ts";
export { importSession, type ImportOptions, type ImportResult } from "./app/sessions/import-session.ts";
export { openClient, type OpenOptions, type OpenResult } from "./app/open-client.ts";
export { clientNames, type ClientName } from "./domain/session/client-name.ts";
export { log, type LogEntry, type LogOptions } from "./app/log.ts";
export { note, type NoteOptions } from "./app/note.ts";
export { pack, type PackOptions, type PackResult } from "./app/pack.ts";
export { pickup, type PickupOptions, type PickupResult } from "./app/pickup.ts";
export { restore, type RestoreResult } from "./app/restore.ts";
export { show, type ShownPacket } from "./app/show.ts";
export { verify, type VerifyOptions, type VerifyResult } from "./app/verify.ts";
export { audit, type AuditOptions } from "./audit/audit.ts";
export { parseRecovery, serializeRecovery } from "./domain/runs/recovery-file.ts";
export type { Fact, RecoveryRecord } from "./domain/runs/recovery-record.ts";
export type { AuditFinding, AuditResult } from "./audit/finding.ts";
export { openRun } from "./app/runs/open-run.ts";
export type { OpenRunOptions, OpenRunResult, RefusedReason } from "./app/runs/open-types.ts";
export type { Run } from "./app/runs/opened-run.ts";
export {
  EffectNotDone,
  type EndResult,
  type SettledWord,
  type SettleResult,
  type StepHandle,
  type StepResult,
  type StepSpec,
} from "./app/runs/step-types.ts";
export {
  inspectRun,
  type InspectOptions,
  type Probe,
  type ProbeQuestion,
  type ProbeReply,
} from "./app/runs/inspect-run.ts";
export { recoverRun, type RecoverOptions, type RecoverResult } from "./app/runs/recover-run.ts";
export { drill, type DrillCase, type DrillOptions, type DrillResult } from "./app/runs/drill.ts";
export { listRuns } from "./app/runs/list-runs.ts";
export type {
  InspectedStep,
  Inspection,
  RunDecision,
  RunReason,
  StepVerdict,
  BudgetLeft,
} from "./domain/runs/inspection.ts";
export type { InputSource } from "./adapters/runs/read-inputs.ts";
