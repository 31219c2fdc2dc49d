import type { RunDecision, RunReason } from "../../domain/runs/inspection.ts";
import type { BudgetLimits } from "../../domain/runs/run.ts";

/** What the commands for runs say. Details come from the judgement itself. */
export interface RunWords {
  readonly decisions: Readonly<Record<RunDecision, string>>;
  readonly todo: Readonly<Record<RunReason, string>>;
  readonly next: NextWords;
  readonly refusals: RefusalWords;
  readonly more: RunMessages;
  readonly labels: RunLabels;
}

/** What comes next where the reason alone does not say it. */
interface NextWords {
  readonly begin: string;
  readonly step: string;
  readonly retry: string;
  readonly finish: string;
  readonly finished: string;
  readonly ask: string;
  readonly settle: string;
  readonly askAbsent: string;
  readonly settleAbsent: string;
  readonly recorded: string;
  readonly check: string;
}

/** What to do where a command for runs is refused for another reason than an inspection has. */
export interface RefusalWords {
  readonly run_exists: string;
  readonly run_unknown: string;
  readonly run_ended: string;
  readonly taken_meanwhile: string;
  readonly steps_not_done: string;
  readonly steps_in_doubt: string;
  readonly not_settled: string;
  readonly in_doubt: string;
}

interface RunMessages {
  readonly record_exists: string;
  readonly otherRecord: string;
  readonly changedAfter: string;
  readonly recorded: string;
  readonly started: string;
  readonly goesOn: string;
  readonly hadFinished: string;
  readonly ended: string;
  readonly settled: string;
  readonly onWord: string;
  readonly attached: string;
  readonly recovered: string;
  readonly notDone: string;
  readonly notDoneNow: string;
  readonly failedNow: string;
  readonly unknown: string;
  readonly refused: string;
  readonly notOpened: string;
  readonly none: string;
}

interface RunLabels {
  readonly run: string;
  readonly decision: string;
  readonly why: string;
  readonly simulated: string;
  readonly simulatedYes: string;
  readonly step: string;
  readonly changed: string;
  readonly unchecked: string;
  readonly goal: string;
  readonly may: string;
  readonly mustNot: string;
  readonly left: string;
  readonly used: string;
  readonly note: string;
  readonly next: string;
  readonly unknown: string;
  readonly gone: string;
  readonly finished: string;
}

/** HANDOFF.md of a recovery record. */
export interface RecoveryWords {
  readonly title: string;
  readonly judgement: string;
  readonly status: string;
  readonly originalStatus: string;
  readonly replayed: string;
  readonly notReplayed: string;
  readonly semantic: string;
  readonly pending: string;
  readonly decision: string;
  readonly simulated: string;
  readonly simulatedYes: string;
  readonly scope: string;
  readonly may: string;
  readonly mustNot: string;
  readonly nothingStated: string;
  readonly entry: string;
  readonly run: string;
  readonly runIn: string;
  readonly pathsFrom: string;
  readonly record: string;
  readonly recordedAt: string;
  readonly base: string;
  readonly inputs: string;
  readonly inputsIn: string;
  readonly word: string;
  readonly inputKinds: Readonly<Record<"file" | "folder" | "tool" | "value", string>>;
  readonly inputsLeft: string;
  readonly journal: string;
  readonly digest: string;
  readonly confirmed: string;
  readonly evidence: string;
  readonly noEvidence: string;
  readonly steps: string;
  readonly attempt: string;
  readonly artifact: string;
  readonly known: string;
  readonly answer: string;
  readonly notDone: string;
  readonly open: string;
  readonly nextStep: string;
  readonly stop: string;
  readonly budget: string;
  readonly budgetNote: string;
  readonly amounts: Readonly<Record<keyof BudgetLimits, string>>;
  readonly amount: string;
  readonly noLimit: string;
  readonly unlimited: string;
  readonly atLeast: string;
  readonly files: string;
  readonly filesNote: string;
  readonly allFiles: string;
  readonly file: string;
  readonly next: string;
  readonly nextNote: string;
  readonly sentence: string;
  readonly promptNote: string;
  readonly prompt: string;
}
