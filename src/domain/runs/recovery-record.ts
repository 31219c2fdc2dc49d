import type {
  BudgetLeft,
  InputLine,
  Inspection,
  InspectedStep,
  RunDecision,
  RunFile,
  RunReason,
} from "./inspection.ts";
import type { RunScope, RunStatus } from "./run.ts";

/** `recovery-records/NAME/recovery.json`: a new judgement about an interrupted run, beside it. */
export interface RecoveryRecord {
  readonly schema_version: 1;
  readonly record: string;
  readonly recorded_at: string;
  readonly status: "needs_review";
  readonly original_status: RunStatus;
  readonly semantic_review: "pending";
  readonly action: "verification_only";
  readonly export_replayed: false;
  readonly decision: Extract<RunDecision, "reuse_existing_artifact" | "continue">;
  readonly reason: RunReason;
  readonly run: string;
  /** Folder of the run, relative to the folder that holds `recovery-records`, else absolute. */
  readonly run_path: string;
  readonly simulated: boolean;
  /** Of every file of the run, as it was when this was written. */
  readonly original_files: readonly RunFile[];
  readonly steps: readonly InspectedStep[];
  /** Sentences, each with the file that shows it. */
  readonly confirmed: readonly Fact[];
  /** What was deliberately not done. */
  readonly not_done: readonly string[];
  readonly open: readonly string[];
  readonly next_step: string;
  readonly stop_condition: string;
  readonly scope: RunScope;
  readonly budget: BudgetLeft;
  readonly inputs: readonly InputLine[];
  readonly unchecked_inputs: readonly string[];
  /** sha256 of HANDOFF.md beside it. */
  readonly handoff_sha256: string;
}

export interface Fact {
  readonly text: string;
  /** Paths below the run's folder. */
  readonly evidence: readonly string[];
}

/** The record without what depends on its Markdown. */
export type RecoveryDraft = Omit<RecoveryRecord, "handoff_sha256">;

export interface RecordOptions {
  readonly record: string;
  readonly recordedAt: string;
  readonly runPath: string;
}

/** What an inspection allows to record; null when it leads to a person or to a stop. */
export function draftRecord(inspection: Inspection, options: RecordOptions): RecoveryDraft | null {
  const { decision, reason, original_status: originalStatus, scope, budget } = inspection;
  if (decision !== "reuse_existing_artifact" && decision !== "continue") return null;
  if (originalStatus === null || scope === null || budget === null) return null;
  return {
    schema_version: 1,
    record: options.record,
    recorded_at: options.recordedAt,
    status: "needs_review",
    original_status: originalStatus,
    semantic_review: "pending",
    action: "verification_only",
    export_replayed: false,
    decision,
    reason,
    run: inspection.run,
    run_path: options.runPath,
    simulated: inspection.simulated,
    original_files: inspection.files,
    steps: inspection.steps,
    confirmed: confirmedFacts(inspection),
    not_done: notDone(inspection),
    open: openQuestions(inspection),
    next_step: nextStep(inspection),
    stop_condition: stopCondition(inspection),
    scope,
    budget,
    inputs: inspection.inputs,
    unchecked_inputs: inspection.unchecked,
  };
}

function confirmedFacts({ original_status: status, steps, changed, unchecked, files }: Inspection): readonly Fact[] {
  const journal = files.map(({ path }) => path).filter((path) => /^journal\.\d{4,}\.jsonl$/.test(path));
  const facts: Fact[] = [{ text: `the run says of itself: ${status ?? "nothing"}`, evidence: ["state.json"] }];
  if (changed.length === 0) {
    const rest = unchecked.length === 0 ? "" : `, but for ${unchecked.join(", ")}, which were not compared`;
    facts.push({ text: `its inputs are what they were${rest}`, evidence: ["context.json"] });
  }
  for (const step of steps) {
    const { key, verdict, detail, subjects } = step;
    // A person's word is no fact: it stands among what is open.
    if (verdict === "not_started" || isWord(step)) continue;
    // Without files of its own a step is shown by what the journal says of it.
    const evidence = subjects.length === 0 ? journal : subjects.map(({ path }) => path);
    facts.push({ text: `step ${key}: ${detail}`, evidence });
  }
  return facts;
}

function isWord({ verdict, probe }: InspectedStep): boolean {
  return probe.by === "person" && (verdict === "probed_done" || verdict === "not_done");
}

function notDone({ steps, scope }: Inspection): readonly string[] {
  const began = steps.filter(({ verdict }) => verdict !== "not_started").map(({ key }) => key);
  const open = steps.filter(({ verdict }) => verdict === "not_started").map(({ key }) => key);
  return [
    ...(began.length === 0 ? [] : [`no effect was executed again (${began.join(", ")})`]),
    ...(open.length === 0 ? [] : [`not begun: ${open.join(", ")}`]),
    "no receipt was written into the old run, and nothing else was changed in it",
    ...(scope?.must_not ?? []).map((rule) => `as the run forbids: ${rule}`),
  ];
}

function openQuestions({ steps, unchecked, notes }: Inspection): readonly string[] {
  return [
    "whether the content is right: files were compared, nobody read them",
    ...steps.filter(isWord).map(({ key, detail }) => `${key}: ${detail}; nothing else says so`),
    ...steps
      .filter((step) => step.verdict === "probed_done" && !isWord(step))
      .map(({ key }) => `${key}: only the probe says that it is done`),
    ...steps
      .filter(({ verdict }) => verdict === "probed_not_done")
      .map(({ key }) => `${key}: only the probe says that it is not done`),
    ...unchecked.map(
      (name) => `input ${name}: a value that was not given again, or a tool that was not asked; not compared`,
    ),
    ...notes,
  ];
}

function nextStep({ steps }: Inspection): string {
  const reused = steps.filter(({ verdict }) => verdict === "reuse").flatMap(({ artifact }) => artifact ?? []);
  if (reused.length > 0)
    return `a person compares the content of ${reused.join(", ")} with its sources and says whether it is right`;
  const undone = steps.find(({ verdict }) => verdict === "not_done" || verdict === "probed_not_done");
  if (undone !== undefined)
    return `a person decides whether step ${undone.key}, of which it was said that nothing happened, is attempted anew`;
  const open = steps.find(({ verdict }) => verdict === "not_started");
  if (open !== undefined) return `go on with step ${open.key}, which has not begun`;
  return "a person reads what the steps made and says whether it is right";
}

function stopCondition({ files }: Inspection): string {
  return `stop when one of the ${files.length} files of the old run is not what its fingerprint here says, when an executor of it shows, or when a step beyond the next one would be needed`;
}
