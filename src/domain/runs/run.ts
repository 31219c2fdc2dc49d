import type { ProcessIdentity } from "../home.ts";

/**
 * A run as its folder tells it. `context.json` and `state.json` are whole JSON documents; the journal is one segment of
 * framed records for each executor; the artifact of a step is a folder that appears at once, with its manifest.
 *
 *     runs/NAME/context.json            inputs, scope, budget: written once, before anything else
 *     runs/NAME/state.json              what the executor believed last; the journal has the last word
 *     runs/NAME/epoch/1                 who executes: claimed by link(2), never freed
 *     runs/NAME/journal.0001.jsonl      the records of epoch 1
 *     runs/NAME/artifact/…              what steps made; `artifact` itself or a folder in it belongs to one step
 *     runs/NAME/staging/…               artifacts that are being made; nobody reads them as results
 *     runs/NAME/SIMULATION.json         only in a teaching run: says that it was constructed
 */
export interface RunContext {
  readonly schema_version: 1;
  readonly run: string;
  readonly created_at: string;
  /** What the work depends on. A change of one of them stops a recovery. */
  readonly inputs: readonly RunInput[];
  /** Names that were declared not to matter (times, process ids, host names). */
  readonly volatile: readonly string[];
  readonly scope: RunScope;
  /** Keys of all its steps, where they were declared: no other key is accepted then. */
  readonly steps: readonly string[];
  readonly budget: BudgetLimits;
  /** An earlier run that this one attempts anew; null for the first. */
  readonly attempt_of: string | null;
}

/**
 * `file` and `folder` are read again by whoever looks, by the paths given (absolute, or relative to the folder that the run
 * was started in, `base`); `tool` is the output of a read-only command such as `node --version`; `value` is known only to
 * the caller and compared when a caller gives it again.
 */
export type RunInput =
  | { readonly name: string; readonly kind: "file" | "folder"; readonly path: string; readonly sha256: string }
  | {
      readonly name: string;
      readonly kind: "tool";
      readonly command: readonly string[];
      readonly sha256: string;
      readonly shown: string;
    }
  | { readonly name: string; readonly kind: "value"; readonly sha256: string; readonly shown: string };

/** What whoever recovers may and must not do. Printed by inspect and recover, and held to. */
export interface RunScope {
  readonly goal: string;
  readonly may: readonly string[];
  readonly must_not: readonly string[];
  /** Folder that relative paths of the inputs are below. */
  readonly base: string;
}

/** null: no limit was set. */
export interface BudgetLimits {
  readonly attempts: number | null;
  readonly calls: number | null;
  readonly cost: number | null;
  readonly time_ms: number | null;
}

export type RunStatus = "running" | "interrupted" | "finished" | "failed";
export type StepState = "pending" | "running" | "done" | "failed";

export interface RunState {
  readonly schema_version: 1;
  readonly run: string;
  readonly status: RunStatus;
  readonly steps: readonly { readonly key: string; readonly state: StepState }[];
  readonly updated_at: string;
  /** Why it was interrupted or failed; null otherwise. */
  readonly reason: string | null;
}

/** Where the effect of a step shows: in the run's own artifact, or only outside. */
export type EffectPlace = "artifact" | "outside";

/** Records of the journal, in the order in which they become durable. `seq` counts from 1 within a segment. */
export type JournalRecord =
  | OpenRecord
  | IntentRecord
  | ProgressRecord
  | ReceiptRecord
  | FailedRecord
  | ProbeRecord
  | EndRecord;

interface Common {
  readonly seq: number;
  readonly at: string;
}

/** First of each segment. Seals the segment before it: what that one holds beyond `length` never counts. */
export interface OpenRecord extends Common {
  readonly type: "open";
  readonly run: string;
  readonly epoch: number;
  /** Who writes this segment. */
  readonly executor: ProcessIdentity;
  /** On whose behalf: the script that calls `passdown run step`; the executor itself for the library. */
  readonly caller: ProcessIdentity | null;
  readonly context_sha256: string;
  readonly sealed: { readonly epoch: number; readonly length: number; readonly sha256: string } | null;
}

/** Durable before the effect begins. */
export interface IntentRecord extends Common {
  readonly type: "intent";
  /** Names the operation in this run for good; a retry never gets a new one. */
  readonly key: string;
  readonly attempt: number;
  /** Fingerprint of each named input of the step. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly place: EffectPlace;
  /** Folder below the run that the artifact will have; null without one. */
  readonly artifact: string | null;
  /** Digests known in advance, by path below the artifact. */
  readonly expected: Readonly<Record<string, string>>;
  /** Command for people and for the command line; null when only the library's caller has one, or nobody. */
  readonly command: readonly string[] | null;
  /** Read-only command that asks the real system; it hears the operation key in PASSDOWN_OPERATION. */
  readonly probe: readonly string[] | null;
  /** Declared by whoever wrote the step: when a probe says "not done", a new attempt is allowed. */
  readonly safe_to_retry: boolean;
}

export type ProgressData = Readonly<Record<string, string | number | boolean | null>>;

/** Whatever is known before the receipt: a remote id, for example. */
export interface ProgressRecord extends Common {
  readonly type: "progress";
  readonly key: string;
  readonly attempt: number;
  readonly data: ProgressData;
}

/** The effect happened and this is what shows it. Durable after the artifact is visible. */
export interface ReceiptRecord extends Common {
  readonly type: "receipt";
  readonly key: string;
  readonly attempt: number;
  readonly subjects: readonly Subject[];
  /** What the step returned, as JSON. */
  readonly result: unknown;
  /** Written by a later executor, which found the effect and verified it; not by the one that made it. */
  readonly recovered: boolean;
  readonly spent: Spent;
}

export interface Subject {
  /** Below the run's folder, in a manifest below the artifact; with "/". */
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

/** null: not known. It stays unknown in every sum. */
export interface Spent {
  readonly calls: number | null;
  readonly cost: number | null;
  readonly time_ms: number | null;
}

/** The step ended without a receipt. Only the step itself can declare that nothing happened. */
export interface FailedRecord extends Common {
  readonly type: "failed";
  readonly key: string;
  readonly attempt: number;
  readonly effect: "not_done" | "unknown";
  readonly reason: string;
  readonly spent: Spent;
}

export type ProbeSource = "probe" | "person";
export type ProbeAnswer = "done" | "not_done" | "unknown";

/** What is known of an effect that left no receipt. Written by a later executor; the only way from unknown to known. */
export interface ProbeRecord extends Common {
  readonly type: "probe";
  readonly key: string;
  readonly attempt: number;
  /** `person`: somebody's word, which stays one; `probe`: the answer of the real system. */
  readonly by: ProbeSource;
  readonly answer: ProbeAnswer;
  readonly detail: string;
}

export interface EndRecord extends Common {
  readonly type: "end";
  readonly status: "interrupted" | "finished" | "failed";
  readonly reason: string | null;
}

/** `manifest.json` in an artifact: every other file in it, nothing else. Complete before the artifact becomes visible. */
export interface Manifest {
  readonly schema_version: 1;
  readonly run: string;
  readonly key: string;
  readonly attempt: number;
  readonly files: readonly Subject[];
}

/** `epoch/N`: who executes from then on. */
export interface EpochClaim {
  readonly schema_version: 1;
  readonly run: string;
  readonly epoch: number;
  readonly executor: ProcessIdentity;
  readonly caller: ProcessIdentity | null;
  readonly at: string;
  /** Why somebody took over although the executor before was not seen to have ended; null where it had. */
  readonly takeover: string | null;
}
