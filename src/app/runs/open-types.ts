import type { InputSource } from "../../adapters/runs/read-inputs.ts";
import type { ProcessIdentity } from "../../domain/home.ts";
import type { Inspection, RunReason } from "../../domain/runs/inspection.ts";
import type { BudgetLimits } from "../../domain/runs/run.ts";
import type { Run } from "./opened-run.ts";

export interface OpenRunOptions {
  /** Letters, digits, dots, dashes and underscores. */
  readonly name: string;
  /** Folder that holds `runs`; default: the home. */
  readonly root?: string | null;
  readonly goal?: string;
  /** What whoever recovers may do, and must not. */
  readonly may?: readonly string[];
  readonly mustNot?: readonly string[];
  /** What the work depends on: a change of one of them stops a recovery. Relative paths are below the working folder. */
  readonly inputs?: readonly InputSource[];
  /** Names of inputs that are noted but do not matter. */
  readonly volatile?: readonly string[];
  readonly budget?: Partial<BudgetLimits>;
  /** Keys of the steps that are to come: an inspection then names those that have not begun. */
  readonly steps?: readonly string[];
  /** An earlier run that this one attempts anew. */
  readonly attemptOf?: string | null;
  /** `start`: it must be new. `resume`: it must exist. Default: whichever it is. */
  readonly mode?: "start" | "resume" | "either";
  /** Take over although the executor before lives, cannot be seen, or wrote on: the reason stands in the claim. */
  readonly takeover?: string | null;
  /** On whose behalf, where that is not this process alone. */
  readonly caller?: ProcessIdentity | null;
}

export type RefusedReason = RunReason | "run_exists" | "run_unknown" | "run_ended" | "taken_meanwhile";

export type OpenRunResult =
  | { readonly result: "opened"; readonly run: Run; readonly resumed: boolean }
  | {
      readonly result: "refused";
      readonly reason: RefusedReason;
      readonly detail: string;
      /** What was found, where there was a run to look at. */
      readonly inspection: Inspection | null;
    };
