import type { RunWords } from "../run-words.ts";

export const runs: RunWords = {
  decisions: {
    reuse_existing_artifact: "the work is there and verified; use it, execute nothing again",
    continue: "nothing is in doubt; what has not begun may begin",
    needs_human: "a person has to decide; nothing was executed",
    stop: "do not go on from this record; nothing was executed",
  },
  todo: {
    artifact_verified:
      "keep the judgement with `passdown recover {run} --record NAME{root}`; then a person reads the content",
    nothing_in_doubt: "for a hand-over, `passdown recover {run} --record NAME{root}` keeps this judgement",
    evidence_incomplete_or_invalid:
      "leave everything as it is and look at the named files; if the work has to be done anew, begin a new run: `passdown run start NAME --attempt-of {run}{root}`",
    budget_exhausted:
      "raise nothing in the old run: a new one with a budget of its own goes on with what is left (`passdown run start NAME --attempt-of {run}{root}`)",
    effect_unknown:
      "`passdown inspect {run}{root}` names each step in doubt, and how to settle it; do not execute it again before you know",
    executor_unknown:
      "look on that host whether the process still runs; once it certainly does not, take over with `--takeover REASON`",
    context_changed:
      "compare the named input with what it was; put it back, or begin a new run for the new version: `passdown run start NAME --attempt-of {run}{root}`",
    unsupported_state:
      "there is nothing to recover here; a new run can name this one: `passdown run start NAME --attempt-of {run}{root}`",
    journal_damaged: "keep the folder as it is and find out what damaged it; the effects have to be checked by hand",
    executor_alive: "wait until it has ended; nobody else may work on this run",
    zombie_writer: "find and end the old executor, check what it did; then take over with `--takeover REASON`",
    changed_during_inspection: "find out who writes there; inspect again when nobody does",
    symlink_not_supported: "a run holds ordinary files only: find out who put it there",
  },
  next: {
    begin: "begin a step: run the script again, or `passdown run step {run} KEY{root} -- COMMAND`",
    step: "go on with step {step}: run the script again, or `passdown run step {run} {step}{root} -- COMMAND`",
    retry: "a new attempt is allowed: `passdown run step {run} {step} --retry{root} -- COMMAND`",
    finish: "every step is done: `passdown run finish {run}{root}` ends the run",
    finished: "nothing is left to do",
    ask: "ask the system whether step {step} happened: `passdown inspect {run} --probe{root}`. If it cannot tell, look by hand and write down what you found: `passdown run settle {run} {step} --done TEXT{root}`, or `--not-done TEXT`. Do not execute the step again before you know",
    settle:
      "look in the system itself whether step {step} happened, and write down what you found: `passdown run settle {run} {step} --done TEXT{root}`, or `--not-done TEXT`. Do not execute the step again before you know",
    askAbsent: "the probe of step {step} may know: `passdown inspect {run} --probe{root}`",
    settleAbsent:
      "if you know for certain that nothing of step {step} happened: `passdown run settle {run} {step} --not-done TEXT{root}`",
    recorded: "check the record with `passdown audit {record}{root}`; then a person reads the content",
    check: "`passdown audit {record}{root}` checks the record",
  },
  refusals: {
    run_exists:
      "leave it as it is: use another name, or begin an attempt anew with `passdown run start NAME --attempt-of {run}{root}`",
    run_unknown: "see `passdown run list{root}`",
    run_ended: "begin a new run that names this one: `passdown run start NAME --attempt-of {run}{root}`",
    taken_meanwhile: "only one may work on a run: see who it is with `passdown inspect {run}{root}`",
    steps_in_doubt:
      "find out whether it happened, then `passdown run settle {run} KEY --done TEXT` or `--not-done TEXT`{root}; `--interrupted` ends it for now",
    steps_not_done:
      "`passdown inspect {run}{root}` says what each step needs; `--failed REASON` or `--interrupted REASON` ends the run as it is",
    in_doubt: "`passdown inspect {run}{root}` says how to find out, and how to write it down",
    not_settled: "`passdown inspect {run}{root}` says where each step stands",
  },
  more: {
    record_exists: "a record called {record} exists already; nothing was written",
    otherRecord: "keep that one and choose another name: `passdown recover {run} --record NAME{root}`",
    changedAfter: "the run changed while the record was made; the record does not describe it any more",
    recorded: "recorded in {path}",
    started: "run {run} began: {path}",
    onWord: "step {step} is done on a person's word; nothing was executed",
    goesOn: "run {run} exists, declared as here; it goes on: {path}",
    hadFinished: "run {run} has finished, declared as here; nothing is left to do: {path}",
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
    used: "used",
    note: "note",
    next: "next",
    unknown: "unknown (at least {n})",
    gone: "gone",
    finished: "finished: nothing to recover",
  },
};
