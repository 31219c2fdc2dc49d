import type { ProcessIdentity } from "../home.ts";
import type { BudgetLimits, EffectPlace, ProbeAnswer, ProbeSource, RunScope, RunStatus, Subject } from "./run.ts";

/** `continue`: nothing is in doubt; what has no intent can be begun. Beside the decisions of the design's table. */
export type RunDecision = "reuse_existing_artifact" | "continue" | "needs_human" | "stop";

export type RunReason =
  | "artifact_verified"
  | "nothing_in_doubt"
  | "evidence_incomplete_or_invalid"
  | "effect_unknown"
  | "budget_exhausted"
  | "executor_unknown"
  | "context_changed"
  | "unsupported_state"
  | "journal_damaged"
  | "executor_alive"
  | "zombie_writer"
  | "changed_during_inspection"
  | "symlink_not_supported";

/**
 * What the evidence says of one step.
 * `done`: receipt, and its subjects verify. `reuse`: artifact complete and verified, no receipt. `absent`, `temp_only`, `half`:
 * intent, and so much of the artifact. `altered`: receipt or manifest, and files that are not theirs. `unknown`: an effect
 * outside, without an answer. `probed_done`, `probed_not_done`: the real system answered, or a person said so (`probe.by`). `not_done`: the step itself said
 * that nothing happened. `not_started`: no intent.
 */
export type StepVerdict =
  | "done"
  | "reuse"
  | "absent"
  | "temp_only"
  | "half"
  | "altered"
  | "unknown"
  | "probed_done"
  | "probed_not_done"
  | "not_done"
  | "not_started";

export interface InspectedStep {
  readonly key: string;
  readonly attempt: number;
  readonly verdict: StepVerdict;
  readonly detail: string;
  readonly place: EffectPlace;
  readonly artifact: string | null;
  /** Files that were verified. */
  readonly subjects: readonly Subject[];
  readonly progress: Readonly<Record<string, string | number | boolean | null>>;
  readonly probe: {
    readonly command: readonly string[] | null;
    readonly by: ProbeSource | null;
    readonly answer: ProbeAnswer | null;
    readonly at: string | null;
    readonly detail: string | null;
  };
  /** A new attempt is allowed: never made by itself. */
  readonly may_retry: boolean;
}

/** What the run depends on, as it was when the run began. */
export interface InputLine {
  readonly name: string;
  readonly kind: "file" | "folder" | "tool" | "value";
  /** Digest of a file or folder; the text of a value or of a tool's answer. */
  readonly shown: string;
}

export interface ChangedInput {
  readonly name: string;
  /** Digest or text then; and now, null when it is gone or could not be read. */
  readonly old: string;
  readonly new: string | null;
}

/** Fingerprint of one file of the run's folder. */
export interface RunFile {
  /** Below the run's folder, with "/". */
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

export interface BudgetLeft {
  readonly limits: BudgetLimits;
  /** Sums over all epochs. null: part of it is unknown, so the sum is; `at_least` is what is known. */
  readonly spent: Readonly<Record<"attempts" | "calls" | "cost" | "time_ms", number | null>>;
  readonly at_least: Readonly<Record<"attempts" | "calls" | "cost" | "time_ms", number>>;
  /** null: no limit, or not known. */
  readonly left: Readonly<Record<"attempts" | "calls" | "cost" | "time_ms", number | null>>;
}

export interface ExecutorLine {
  readonly epoch: number;
  readonly executor: ProcessIdentity;
  /** null: it runs on another host, or the system does not say. */
  readonly alive: boolean | null;
}

/** The judgement of one run at one moment: nothing was written, and nothing executed but what was asked for (probes, tools). */
export interface Inspection {
  readonly decision: RunDecision;
  readonly reason: RunReason;
  readonly semantic_review: "pending";
  readonly export_replayed: false;
  readonly run: string;
  /** One sentence: what, where. */
  readonly detail: string;
  /** Whether the decision is about the record as a whole or about its steps: then the others may be gone on with. */
  readonly concerns: "record" | "steps";
  /** The newest epoch that was claimed; 0 for none. */
  readonly epoch: number;
  readonly simulated: boolean;
  /** What the record says of itself, the journal before state.json; null when it cannot be read. */
  readonly original_status: RunStatus | null;
  readonly steps: readonly InspectedStep[];
  readonly inputs: readonly InputLine[];
  readonly changed: readonly ChangedInput[];
  /** Inputs that were not compared: given by value and not given now, or told by a tool that was not started. */
  readonly unchecked: readonly string[];
  readonly scope: RunScope | null;
  readonly budget: BudgetLeft | null;
  readonly executors: readonly ExecutorLine[];
  /** Every file of the run's folder. */
  readonly files: readonly RunFile[];
  /** What else is worth saying: a torn last line, growth after a seal, leftovers of temporary files. */
  readonly notes: readonly string[];
  /** When it was created, and of its newest record. */
  readonly times: { readonly since: string | null; readonly newestAt: string | null };
}
