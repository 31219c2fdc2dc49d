import { exhausted, sumBudget } from "./budget.ts";
import { isStaged, type ArtifactEvidence } from "./check-artifact.ts";
import type {
  BudgetLeft,
  ChangedInput,
  ExecutorLine,
  InputLine,
  InspectedStep,
  Inspection,
  RunDecision,
  RunFile,
  RunReason,
} from "./inspection.ts";
import { judgeStep, type FreshProbe } from "./judge-step.ts";
import { keepLedger, type Attempt, type Ledger } from "./ledger.ts";
import type { Journal } from "./read-journal.ts";
import type { RunContext, RunInput, RunState, RunStatus } from "./run.ts";
import type { Read } from "./shapes.ts";

/** Everything that an inspection rests on, read at one moment. */
export interface RunFacts {
  readonly run: string;
  readonly files: readonly RunFile[];
  /** Links and other things that are no files, below the run's folder. */
  readonly strange: readonly string[];
  /** Files that were another at the end of the inspection than at its beginning. */
  readonly changedMeanwhile: readonly string[];
  /** null: the file is missing. */
  readonly context: Read<RunContext> | null;
  readonly contextSha256: string | null;
  readonly state: Read<RunState> | null;
  readonly journal: Journal;
  /** Epochs that were claimed, whether or not a segment exists for them. */
  readonly claims: readonly number[];
  readonly manifests: ReadonlyMap<string, string>;
  readonly executors: readonly ExecutorLine[];
  readonly changed: readonly ChangedInput[];
  readonly unchecked: readonly string[];
  /** Answers of the real systems to this inspection, by step. */
  readonly probes: ReadonlyMap<string, FreshProbe>;
}

interface Verdict {
  readonly decision: RunDecision;
  readonly reason: RunReason;
  readonly detail: string;
}

/** The decision table: the first row that applies decides. Pure. */
export function judgeRun(facts: RunFacts): Inspection {
  const ledger = keepLedger(facts.journal.records);
  const steps = inspectSteps(facts, ledger);
  const context = facts.context?.ok === true ? facts.context.value : null;
  const budget = context === null ? null : sumBudget(context.budget, [...ledger.attempts.values()].flat());
  const ofRecord = judgeReading(facts) ?? judgeExecutors(facts) ?? judgeContext(facts) ?? judgeState(facts, ledger);
  const verdict = ofRecord ?? judgeSteps(steps, budget);
  return {
    decision: verdict.decision,
    reason: verdict.reason,
    semantic_review: "pending",
    export_replayed: false,
    run: facts.run,
    detail: verdict.detail,
    concerns: ofRecord === null ? "steps" : "record",
    epoch: Math.max(0, ...facts.claims, ...facts.journal.opens.map(({ epoch }) => epoch)),
    simulated: facts.files.some(({ path }) => path === "SIMULATION.json"),
    original_status: statusOf(facts, ledger),
    steps,
    inputs: context?.inputs.map(inputLine) ?? [],
    changed: facts.changed,
    unchecked: facts.unchecked,
    scope: context?.scope ?? null,
    budget,
    executors: facts.executors,
    files: facts.files,
    notes: notesOf(facts),
    times: {
      since: context?.created_at ?? null,
      newestAt: facts.journal.records.reduce<string | null>(
        (at, record) => (at === null || record.at > at ? record.at : at),
        null,
      ),
    },
  };
}

function inputLine(input: RunInput): InputLine {
  const { name, kind } = input;
  return { name, kind, shown: "shown" in input ? input.shown : input.sha256 };
}

function inspectSteps(facts: RunFacts, { attempts }: Ledger): readonly InspectedStep[] {
  const newest = [...attempts.values()].flatMap((list) => list.at(-1) ?? []);
  const others = [...attempts.values()].flat().flatMap(({ intent }) => intent.artifact ?? []);
  const evidence: ArtifactEvidence = {
    run: facts.run,
    files: facts.files,
    strange: facts.strange,
    manifests: facts.manifests,
    others,
  };
  const begun = newest.map((attempt: Attempt) =>
    judgeStep(attempt, evidence, facts.probes.get(attempt.intent.key) ?? null),
  );
  const planned = facts.context?.ok === true ? facts.context.value.steps : [];
  return [...begun, ...planned.filter((key) => !attempts.has(key)).map(notStarted)];
}

function notStarted(key: string): InspectedStep {
  return {
    key,
    attempt: 0,
    verdict: "not_started",
    detail: "it has no intent: it has not begun",
    place: "artifact",
    artifact: null,
    subjects: [],
    progress: {},
    probe: { command: null, by: null, answer: null, at: null, detail: null },
    may_retry: false,
  };
}

function stop(reason: RunReason, detail: string): Verdict {
  return { decision: "stop", reason, detail };
}

function ask(reason: RunReason, detail: string): Verdict {
  return { decision: "needs_human", reason, detail };
}

/** Whether the record can be read at all. */
function judgeReading({ strange, changedMeanwhile, journal, context, state, contextSha256 }: RunFacts): Verdict | null {
  const [link] = strange.filter((path) => !isStaged(path));
  if (link !== undefined) return stop("symlink_not_supported", `${link} is a link or no ordinary file`);
  if (changedMeanwhile.length > 0) {
    return stop(
      "changed_during_inspection",
      `${changedMeanwhile.join(", ")} changed while the run was being inspected`,
    );
  }
  if (journal.damage !== null) return stop("journal_damaged", `the journal is damaged: ${journal.damage}`);
  if (journal.grown.length > 0) {
    const grown = journal.grown.map(({ epoch, bytes }) => `${bytes} bytes in segment ${epoch}`).join(", ");
    return stop("zombie_writer", `an executor that was taken for dead wrote on: ${grown}, which do not count`);
  }
  if (context === null) return ask("evidence_incomplete_or_invalid", "context.json is missing");
  if (!context.ok) return ask("evidence_incomplete_or_invalid", `context.json is not valid: ${context.problem}`);
  if (state === null) return ask("evidence_incomplete_or_invalid", "state.json is missing");
  if (!state.ok) return stop("unsupported_state", `state.json is of no supported form: ${state.problem}`);
  const first = journal.opens[0];
  if (first === undefined)
    return ask("evidence_incomplete_or_invalid", "the journal is missing or has no first record");
  if (first.context_sha256 !== contextSha256) {
    return ask("evidence_incomplete_or_invalid", "context.json is not the one that the journal began with");
  }
  return null;
}

function judgeExecutors({ executors }: RunFacts): Verdict | null {
  const living = executors.find(({ alive }) => alive === true);
  if (living !== undefined) {
    const { pid, command, host } = living.executor;
    return stop("executor_alive", `epoch ${living.epoch} is being executed by process ${pid} on ${host}: ${command}`);
  }
  const unknown = executors.find(({ alive }) => alive === null);
  if (unknown !== undefined) {
    const { pid, host } = unknown.executor;
    return ask(
      "executor_unknown",
      `whether process ${pid} on ${host} still executes epoch ${unknown.epoch} cannot be seen from here`,
    );
  }
  return null;
}

function judgeContext({ changed }: RunFacts): Verdict | null {
  const [first] = changed;
  if (first === undefined) return null;
  const now = first.new === null ? "gone" : first.new;
  const more = changed.length === 1 ? "" : `, and ${changed.length - 1} more`;
  return stop("context_changed", `input ${first.name} changed: ${first.old} then, ${now} now${more}`);
}

function judgeState(facts: RunFacts, ledger: Ledger): Verdict | null {
  if (ledger.problem !== null) return stop("journal_damaged", `the journal does not make sense: ${ledger.problem}`);
  const status = statusOf(facts, ledger);
  if (status === "finished" || status === "failed")
    return stop("unsupported_state", `the run is ${status}: there is nothing to recover`);
  const steps = facts.state?.ok === true ? facts.state.value.steps : [];
  const claimed = steps.find(({ key, state: told }) => told === "done" && !hasReceipt(ledger, key));
  if (claimed !== undefined)
    return ask(
      "evidence_incomplete_or_invalid",
      `state.json calls step ${claimed.key} done; the journal has no receipt of it`,
    );
  return null;
}

/** The journal has the last word: its executor may have died before it wrote state.json. */
function statusOf({ state }: RunFacts, { end }: Ledger): RunStatus | null {
  if (state?.ok !== true) return null;
  return end === "finished" || end === "failed" ? end : state.value.status;
}

function hasReceipt({ attempts }: Ledger, key: string): boolean {
  return attempts.get(key)?.some(({ receipt }) => receipt !== null) === true;
}

function judgeSteps(steps: readonly InspectedStep[], budget: BudgetLeft | null): Verdict {
  const of = (...verdicts: readonly InspectedStep["verdict"][]): InspectedStep | undefined =>
    steps.find(({ verdict }) => verdicts.includes(verdict));
  const broken = of("absent", "temp_only", "half", "altered");
  if (broken !== undefined) return ask("evidence_incomplete_or_invalid", `step ${broken.key}: ${broken.detail}`);
  const unknown = of("unknown") ?? steps.find(({ verdict, may_retry: may }) => verdict === "probed_not_done" && !may);
  if (unknown !== undefined) return ask("effect_unknown", `step ${unknown.key}: ${unknown.detail}`);
  const reuse = of("reuse");
  if (reuse !== undefined) {
    return {
      decision: "reuse_existing_artifact",
      reason: "artifact_verified",
      detail: `step ${reuse.key}: ${reuse.detail}`,
    };
  }
  const next = of("not_started", "not_done", "probed_not_done");
  const limit = next === undefined || budget === null ? null : exhausted(budget, false);
  if (next !== undefined && limit !== null) {
    return ask(
      "budget_exhausted",
      `the budget of ${limit.limit} ${limit.kind} is used up; step ${next.key} has not been done`,
    );
  }
  const detail =
    next === undefined ? "every step that began is done" : `every step that began is settled; next is ${next.key}`;
  return { decision: "continue", reason: "nothing_in_doubt", detail };
}

function notesOf({ journal, files, strange, claims }: RunFacts): readonly string[] {
  const temps = files.filter(({ path }) => /(?:^|\/)\.tmp-/.test(path));
  const opened = new Set(journal.opens.map(({ epoch }) => epoch));
  const silent = claims.filter((epoch) => !opened.has(epoch));
  return [
    ...journal.torn.map(
      ({ epoch, bytes }) => `the last line of segment ${epoch} was cut: ${bytes} bytes of a record that never counted`,
    ),
    ...silent.map((epoch) => `epoch ${epoch} was claimed, and its executor wrote nothing that counts`),
    ...strange.filter(isStaged).map((path) => `${path} is a link or no ordinary file: it was never published`),
    ...(temps.length === 0
      ? []
      : [`${temps.length} temporary files of a writer that was cut lie there: they are no results`]),
  ];
}
