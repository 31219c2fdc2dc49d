import { askProbe } from "../../adapters/runs/ask-probe.ts";
import type { InputSource } from "../../adapters/runs/read-inputs.ts";
import { createRunStore } from "../../adapters/runs/run-store.ts";
import { readProcessIdentity } from "../../adapters/process/process-identity.ts";
import { createRedactor } from "../../adapters/secrets/create-redactor.ts";
import type { Context } from "../../context.ts";
import { changedFiles } from "../../domain/runs/changed-files.ts";
import type { ExecutorLine, Inspection, StepVerdict } from "../../domain/runs/inspection.ts";
import type { FreshProbe } from "../../domain/runs/judge-step.ts";
import { judgeRun, type RunFacts } from "../../domain/runs/judge-run.ts";
import type { ProbeAnswer } from "../../domain/runs/run.ts";
import type { RunStore } from "../../domain/runs/store.ts";
import { readFacts, type FactsOptions } from "./read-facts.ts";
import { runRoot } from "./run-place.ts";
import { unknownRun } from "./unknown-run.ts";

/** Asks the real system about one operation, and changes nothing there. */
export type Probe = (question: ProbeQuestion) => ProbeReply | Promise<ProbeReply>;

export interface ProbeQuestion {
  readonly run: string;
  readonly key: string;
  readonly attempt: number;
  /** RUN/STEP: the key that the real system was given. */
  readonly operation: string;
  readonly progress: Readonly<Record<string, string | number | boolean | null>>;
}

export interface ProbeReply {
  readonly answer: ProbeAnswer;
  /** One line: what the system said. */
  readonly detail: string;
}

export interface InspectOptions {
  /** Folder that holds `runs`; default: the home. */
  readonly root?: string | null;
  /** Asks the recorded read-only probes of steps that are in doubt. */
  readonly probe?: boolean;
  /** Functions that ask instead of the recorded commands, by step. */
  readonly probes?: Readonly<Record<string, Probe>>;
  /** Runs the recorded commands that tell versions of tools, and compares what they say now. */
  readonly tools?: boolean;
  /** Inputs that were given by value, by name, to be compared. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Judges a run from what it left. Read-only: the run's bytes and times stay as they are. */
export async function inspectRun(context: Context, run: string, options: InspectOptions = {}): Promise<Inspection> {
  const store = createRunStore(runRoot(context, options.root ?? null));
  return inspectIn(context, { ...options, run, store });
}

export interface InspectIn extends InspectOptions {
  readonly run: string;
  readonly store: RunStore;
  /** Inputs that the caller declares again: tools among them are asked by the command given here. */
  readonly declared?: readonly InputSource[];
  /** False: whether inputs changed is not looked at. */
  readonly compareInputs?: boolean;
  /** Judge the rest although an executor may live: somebody decided to take over. */
  readonly forTakeover?: boolean;
}

export async function inspectIn(context: Context, options: InspectIn): Promise<Inspection> {
  const { run, store } = options;
  const snapshot = store.read(run);
  if (snapshot === null) throw unknownRun(run, options.root ?? null);
  const question: FactsOptions = {
    run,
    snapshot,
    values: options.values ?? {},
    tools: options.tools ?? false,
    declared: options.declared ?? [],
    asker: readProcessIdentity(context.ppid),
    compareInputs: options.compareInputs ?? true,
    probes: new Map(),
  };
  const read = readFacts(context, question);
  const facts = options.forTakeover === true ? { ...read, executors: read.executors.map(asEnded) } : read;
  const first = judgeRun({ ...facts, changedMeanwhile: [] });
  const asks = options.probe === true || options.probes !== undefined;
  const probes =
    asks && first.decision === "needs_human" ? await askAll(context, facts, { first, options }) : facts.probes;
  const after = store.read(run);
  const changedMeanwhile = after === null ? ["."] : changedFiles(snapshot.files, after.files);
  return judgeRun({ ...facts, probes, changedMeanwhile });
}

function asEnded(line: ExecutorLine): ExecutorLine {
  return { ...line, alive: false };
}

const doubtful: ReadonlySet<StepVerdict> = new Set(["unknown", "probed_not_done", "absent"]);

async function askAll(
  context: Context,
  { run, context: read }: Pick<RunFacts, "run" | "context">,
  { first, options }: { readonly first: Inspection; readonly options: InspectOptions },
): Promise<ReadonlyMap<string, FreshProbe>> {
  const { redact } = createRedactor();
  const answers = new Map<string, FreshProbe>();
  const base = read?.ok === true ? read.value.scope.base : context.cwd;
  for (const { key, attempt, verdict, progress, probe } of first.steps) {
    if (!doubtful.has(verdict)) continue;
    const operation = `${run}/${key}`;
    const given = options.probes ?? {};
    const ask = Object.hasOwn(given, key) ? given[key] : undefined;
    const reply =
      ask !== undefined
        ? await ask({ run, key, attempt, operation, progress })
        : options.probe === true && probe.command !== null
          ? askProbe({ command: probe.command, operation, progress, base, env: context.env })
          : null;
    if (reply === null) continue;
    // What a system says may hold a secret, and an inspection is printed and kept.
    answers.set(key, { by: "probe", ...reply, detail: redact(reply.detail), at: context.now().toISOString() });
  }
  return answers;
}
