import type { RunWords } from "../words.ts";

export const runs: RunWords = {
  decisions: {
    reuse_existing_artifact: "the work is there and verified; use it, execute nothing again",
    continue: "nothing is in doubt; what has not begun may begin",
    needs_human: "a person has to decide; nothing was executed",
    stop: "do not go on from this record; nothing was executed",
  },
  todo: {
    artifact_verified:
      "keep the judgement with `passdown recover {run} --record NAME`; then a person reads the content",
    nothing_in_doubt:
      "go on with the next step; `passdown recover {run} --record NAME` keeps this judgement for a hand-over",
    evidence_incomplete_or_invalid:
      "leave everything as it is and look at the named files; if the work has to be done anew, begin a new run that names this one (`--attempt-of`)",
    budget_exhausted: "the budget of the run is used up",
    effect_unknown:
      "ask the system itself whether it happened: `--probe` where the step names a probe, else by hand; do not execute it again before you know",
    executor_unknown:
      "look on that host whether the process still runs; once it certainly does not, take over with `--takeover REASON`",
    context_changed:
      "compare the named input with what it was; put it back, or begin a new run for the new version (`--attempt-of`)",
    unsupported_state: "there is nothing to recover here; a new run can name this one (`--attempt-of`)",
    journal_damaged: "keep the folder as it is and find out what damaged it; the effects have to be checked by hand",
    executor_alive: "wait until it has ended; nobody else may work on this run",
    zombie_writer: "find and end the old executor, check what it did; then take over with `--takeover REASON`",
    changed_during_inspection: "find out who writes there; inspect again when nobody does",
    symlink_not_supported: "a run holds ordinary files only: find out who put it there",
  },
  more: {
    record_exists: "a record of that name exists already; nothing was written. Choose another name",
    changedAfter: "the run changed while the record was made; the record does not describe it any more",
    recorded: "recorded in {path}",
    started: "run {run} began: {path}",
    onWord: "step {step} is done on a person's word; nothing was executed",
    settled: "step {step}: {verdict}, on your word",
    ended: "run {run}: {status}",
    attached: "step {step} was done before; nothing was executed",
    recovered: "step {step} was done before, its receipt had been lost; it was verified, nothing was executed",
    notDone:
      "step {step}: {detail}; nothing was executed. A new attempt needs `--retry`, and after a probe's answer a step that was declared `--safe-to-retry`",
    notDoneNow: "step {step}: {detail}; nothing happened. `--retry` makes a new attempt",
    failedNow: "step {step} failed: {detail}; whether its effect happened is not known",
    unknown: "step {step}: {detail}; nothing was executed, a person decides",
    refused: "{detail}; nothing was executed",
    notOpened: "{detail}; nothing was executed",
    none: "No runs yet: `passdown run start NAME` begins one, `passdown drill` builds one to practise with.",
  },
  labels: {
    run: "run",
    decision: "decision",
    why: "why",
    simulated: "simulated",
    simulatedYes: "yes: constructed for teaching, no real incident",
    step: "step",
    changed: "changed",
    unchecked: "not compared",
    goal: "goal",
    may: "may",
    mustNot: "must not",
    left: "budget left",
    note: "note",
    next: "next",
    unknown: "unknown (at least {n} used)",
    gone: "gone",
  },
};
