import type { Context } from "../../context.ts";
import type { BudgetLeft } from "../../domain/runs/inspection.ts";
import type { Attempt } from "../../domain/runs/ledger.ts";
import type { JournalRecord, RunContext } from "../../domain/runs/run.ts";
import type { RunStore } from "../../domain/runs/store.ts";
import type { NewRecord } from "./journal.ts";
import type { EndResult, SettleResult, SettledWord, StepResult, StepSpec } from "./step-types.ts";

/** An open run: this process executes it until it ends or closes it. */
export interface Run {
  readonly name: string;
  /**
   * Executes an operation at most once. The same key and inputs attach to what was done; other inputs are refused. What
   * began before and left no receipt is not executed again: it is found and verified, asked for, or reported as unknown.
   */
  readonly step: <T>(spec: StepSpec<T>) => Promise<StepResult<T>>;
  /** What a person found out about a step in doubt. It is written down as their word; nothing is executed. */
  readonly settle: (key: string, word: SettledWord) => SettleResult;
  readonly budget: () => BudgetLeft;
  /** The work is complete. Refused while a step of it is in doubt, running, or declared and not done. */
  readonly finish: () => EndResult;
  /** The work is given up. Refused while an effect outside is in doubt: settle it first. */
  readonly fail: (reason: string) => EndResult;
  /** This executor stops; a later one may go on. */
  readonly interrupt: (reason: string) => void;
  /** Lets go without a word: for an executor of one step, whose caller goes on. */
  readonly close: () => void;
}

/** What the steps of an open run work with. */
export interface OpenedRun {
  readonly context: Context;
  readonly store: RunStore;
  readonly runContext: RunContext;
  readonly attempts: () => ReadonlyMap<string, readonly Attempt[]>;
  /** Durable when it returns. */
  readonly record: (record: NewRecord) => JournalRecord;
}
