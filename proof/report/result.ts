import type { DriftResult } from "../drift/run-drift.ts";
import type { GateResult } from "../gates.ts";
import type { HopResult } from "../run-hops.ts";
import type { CorpusScore } from "../score.ts";

/** All that one run of the proof found. */
export interface ProofResult {
  readonly node: string;
  readonly quick: boolean;
  /** Only the cases whose name holds this; null: all. */
  readonly only: string | null;
  readonly corpora: readonly CorpusScore[];
  readonly drift: {
    readonly bases: number;
    readonly results: readonly DriftResult[];
    /** Changes that could not be made although all that they need was there. */
    readonly broken: readonly string[];
    /** Mean of the scores of harmful changes; share of harmless ones that raised an alarm. */
    readonly detection: number | null;
    readonly falseAlarms: number | null;
  };
  readonly hops: HopResult;
  readonly gates: readonly GateResult[];
  /** Sessions that could not be used, and why. */
  readonly skipped: readonly { readonly what: string; readonly why: string }[];
  readonly targets: readonly Target[];
  /** 0.35 recall + 0.15 future + 0.15 precision + 0.25 drift + 0.10 chain, from 0 to 100, over both corpora. */
  readonly card: number | null;
  readonly seconds: number;
}

export interface Target {
  readonly name: string;
  readonly value: number | null;
  readonly target: number;
  /** `least`: the value must reach the target; `most`: it must not exceed it. */
  readonly kind: "least" | "most";
  /** null: not measured. */
  readonly met: boolean | null;
}
