import type { Inspection, InspectedStep } from "./core.ts";

/** What must hold, whatever is cut where. Every matrix judges by these and by nothing else. */
export const invariants = {
  half_never_reused: "what is called done or reusable is there, whole, byte for byte",
  effect_never_forgotten: "a step whose function was entered is never called not started or not done",
  effect_never_repeated: "an effect is not executed again unless the real system said that it had not happened",
  receipt_never_lost: "what was acknowledged is still called done",
  fsync_never_retried: "after a failed fsync nothing more goes into that file and no receipt follows",
  failure_never_hidden: "a fault of the disk reaches the caller",
  inspection_leaves_no_trace: "an inspection leaves bytes and times",
  one_winner: "of any number that claim one name exactly one wins",
  record_whole_or_absent: "a recovery record is whole or not there, and the old run keeps its bytes",
  damage_never_unnoticed: "no cut and no flipped bit passes for what was written",
  torn_tail_told: "a cut last line is reported and left as it is",
  old_executor_never_counts: "what an executor writes after it was replaced does not count, and inspect says stop",
  age_never_decides: "no clock and no age ends an executor",
  change_always_named: "a changed input stops the recovery and is named",
  way_on: "an interrupted run can be gone on with",
} as const;

export type Invariant = keyof typeof invariants;

export interface Violation {
  readonly invariant: Invariant;
  readonly text: string;
}

/** What really happened; never read from what an inspection reads. */
export interface Truth {
  /** Each entry into a step's function. */
  readonly begun: readonly string[];
  /** Steps whose caller heard "done". */
  readonly acknowledged: ReadonlySet<string>;
  /** How often an effect outside happened, by step. */
  readonly happened: ReadonlyMap<string, number>;
  /** Whether this artifact of the run is in its place with the very bytes that the step was to write. */
  readonly whole: (artifact: string) => boolean;
}

/** An inspection against what really happened. */
export function checkInspection(inspection: Inspection, truth: Truth): readonly Violation[] {
  const found: Violation[] = [];
  const add = (invariant: Invariant, text: string): void => void found.push({ invariant, text });
  const steps = new Map(inspection.steps.map((step) => [step.key, step]));
  const readable = !["journal_damaged", "zombie_writer"].includes(inspection.reason);
  for (const step of inspection.steps) {
    const problem = reusedWithoutCause(step, truth);
    if (problem !== null) add("half_never_reused", problem);
  }
  for (const key of new Set(truth.begun)) {
    const verdict = steps.get(key)?.verdict ?? "not_started";
    const happened = truth.happened.get(key) ?? 0;
    if (verdict === "not_started" && !isStop(inspection))
      add("effect_never_forgotten", `${key} began and is called ${verdict}`);
    if (happened > 0 && (verdict === "not_done" || verdict === "probed_not_done")) {
      add("effect_never_forgotten", `${key} happened ${happened} times and is called ${verdict}`);
    }
  }
  for (const key of truth.acknowledged) {
    const verdict = steps.get(key)?.verdict ?? "not_started";
    if (verdict !== "done" || !readable)
      add(
        "receipt_never_lost",
        `${key} was acknowledged and is called ${verdict} (${inspection.reason}: ${inspection.detail})`,
      );
  }
  const doubtful = inspection.steps.find(({ verdict }) =>
    ["absent", "temp_only", "half", "altered", "unknown"].includes(verdict),
  );
  if (
    doubtful !== undefined &&
    (inspection.decision === "continue" || inspection.decision === "reuse_existing_artifact")
  ) {
    add("half_never_reused", `${inspection.decision} although ${doubtful.key} is ${doubtful.verdict}`);
  }
  return found;
}

function isStop({ decision }: Inspection): boolean {
  return decision === "stop";
}

function reusedWithoutCause({ key, verdict, artifact }: InspectedStep, truth: Truth): string | null {
  if (verdict !== "done" && verdict !== "reuse" && verdict !== "probed_done") return null;
  if (artifact !== null) return truth.whole(artifact) ? null : `${key} is called ${verdict}; its artifact is not whole`;
  return (truth.happened.get(key) ?? 0) > 0 ? null : `${key} is called ${verdict} and never happened`;
}

/** How often effects were executed, over all executors. `asked`: steps whose real system was asked before a new attempt. */
export function checkExecutions(truth: Truth, asked: ReadonlySet<string>): readonly Violation[] {
  const found: Violation[] = [];
  for (const key of new Set(truth.begun)) {
    const entered = truth.begun.filter((name) => name === key).length;
    const happened = truth.happened.get(key) ?? 0;
    if (happened > 1) found.push({ invariant: "effect_never_repeated", text: `${key} happened ${happened} times` });
    if (entered > 1 && !asked.has(key))
      found.push({ invariant: "effect_never_repeated", text: `${key} was executed ${entered} times` });
  }
  return found;
}

/** Bytes and times of a folder before and after. */
export function checkUntouched(before: readonly string[], after: readonly string[]): readonly Violation[] {
  const changed = [
    ...before.filter((line) => !after.includes(line)),
    ...after.filter((line) => !before.includes(line)),
  ];
  return changed.length === 0 ? [] : [{ invariant: "inspection_leaves_no_trace", text: changed.join("; ") }];
}

export function checkWinners(round: string, winners: number): readonly Violation[] {
  return winners === 1 ? [] : [{ invariant: "one_winner", text: `${round}: ${winners} winners` }];
}
