import type { StepVerdict } from "../../domain/runs/inspection.ts";
import type { Probe } from "./inspect-run.ts";

export interface StepSpec<T> {
  /** Names the operation in this run for good. */
  readonly key: string;
  /** What the effect depends on, as JSON values. The same key with other inputs is refused. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Names of inputs that do not matter for that. */
  readonly volatile?: readonly string[];
  /** Folder below the run that the step makes: `artifact`, or `artifact/NAME`. Without it the effect shows only outside. */
  readonly artifact?: string;
  /** Digests of files of the artifact that are known in advance. */
  readonly expect?: Readonly<Record<string, string>>;
  /** Asks the real system whether the effect happened; changes nothing there. */
  readonly probe?: Probe;
  /** The same as a command, for whoever inspects the run without this program. */
  readonly probeCommand?: readonly string[];
  /** Where a probe says "not done", a new attempt cannot do harm. */
  readonly safeToRetry?: boolean;
  /** Make that new attempt: never by itself. */
  readonly retry?: boolean;
  /** The step costs no calls and no money: else what it does not tell is unknown in the budget. */
  readonly free?: boolean;
  /** Shown to people. */
  readonly command?: readonly string[];
  /** The effect. It is called at most once for each attempt, after its intent is on the disk. */
  readonly do: (step: StepHandle) => T | Promise<T>;
}

export type StepResult<T> =
  | {
      readonly outcome: "done";
      /** False: it was executed now. True: it had been, and `value` is what its receipt says. */
      readonly attached: boolean;
      /** Its receipt had been lost: the effect was found and verified. `value` is null then. */
      readonly recovered: boolean;
      /** Only a person's word says that it is done (see `settle`). */
      readonly onWord: boolean;
      readonly value: T | null;
    }
  | {
      /** It was executed now and threw. */
      readonly outcome: "failed";
      readonly effect: "not_done" | "unknown";
      readonly error: unknown;
    }
  | {
      /** Certainly nothing happened. With `retry` a new attempt is made. */
      readonly outcome: "not_done";
      readonly detail: string;
    }
  | {
      /** It began before, and whether its effect happened cannot be told: a person decides. Nothing was executed. */
      readonly outcome: "unknown";
      readonly verdict: StepVerdict;
      readonly detail: string;
    }
  | {
      readonly outcome: "refused";
      readonly code: "inputs_differ" | "step_not_declared" | "budget_exhausted" | "artifact_in_the_way";
      readonly detail: string;
    };

/** What the effect may use while it runs. */
export interface StepHandle {
  readonly key: string;
  readonly attempt: number;
  /** RUN/STEP: give it to the real system, so that it can be asked by it. The same in every attempt. */
  readonly operation: string;
  /** Absolute folder to write the artifact's files into; null for a step without one. */
  readonly folder: string | null;
  /** Keeps what is known so far, durably: a remote id, for example. */
  readonly progress: (data: Readonly<Record<string, string | number | boolean | null>>) => void;
  /** Adds to what the step has used. `null`: it used some, and nobody knows how much. */
  readonly spend: (used: { readonly calls?: number | null; readonly cost?: number | null }) => void;
}

/** Thrown by a step that knows for certain that nothing happened: a refused connection, a rejected request. */
export class EffectNotDone extends Error {
  override readonly name = "EffectNotDone";
}

/** A person's word about an effect that nobody could see. */
export interface SettledWord {
  readonly effect: "done" | "not_done";
  /** Where they looked, and what they saw. */
  readonly reason: string;
}

export type SettleResult =
  | { readonly result: "settled"; readonly verdict: StepVerdict }
  /** The step has not begun, is done, or its artifact lies there: files decide then. */
  | { readonly result: "refused"; readonly verdict: StepVerdict; readonly detail: string };

export type EndResult =
  | { readonly result: "ended" }
  | { readonly result: "refused"; readonly reason: "steps_not_done" | "steps_in_doubt"; readonly detail: string };
