import type { Context } from "../../context.ts";
import { readInput, type InputSource } from "../../adapters/runs/read-inputs.ts";
import { findStepProcesses, type StepMark } from "../../adapters/process/find-step-processes.ts";
import { descendsFrom } from "../../adapters/process/descends-from.ts";
import { isAlive } from "../../adapters/process/process-identity.ts";
import { createRedactor } from "../../adapters/secrets/create-redactor.ts";
import { sha256 } from "../../domain/digest.ts";
import type { ProcessIdentity } from "../../domain/home.ts";
import type { ChangedInput, ExecutorLine } from "../../domain/runs/inspection.ts";
import type { FreshProbe } from "../../domain/runs/judge-step.ts";
import type { RunFacts } from "../../domain/runs/judge-run.ts";
import { keepLedger } from "../../domain/runs/ledger.ts";
import { readJournal, type Journal } from "../../domain/runs/read-journal.ts";
import type { RunContext, RunInput } from "../../domain/runs/run.ts";
import { readClaim, readContext, readState } from "../../domain/runs/shapes.ts";
import type { RunSnapshot } from "../../domain/runs/store.ts";

export interface FactsOptions {
  readonly run: string;
  readonly snapshot: RunSnapshot;
  /** Texts of inputs that were given by value, by name. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether the recorded commands of tools may be started. */
  readonly tools: boolean;
  /** Inputs that the caller declares again. */
  readonly declared: readonly InputSource[];
  /** Who asks: that it executes the run itself is no obstacle to its own question. */
  readonly asker: ProcessIdentity | null;
  readonly probes: ReadonlyMap<string, FreshProbe>;
  readonly compareInputs: boolean;
}

/** What one look at the run's folder, its inputs and its executors says. */
export function readFacts(context: Context, options: FactsOptions): Omit<RunFacts, "changedMeanwhile"> {
  const { run, snapshot } = options;
  const text = (path: string): string | null => {
    const bytes = snapshot.bytes.get(path);
    return bytes === undefined ? null : new TextDecoder().decode(bytes);
  };
  const contextText = text("context.json");
  const runContext = contextText === null ? null : readContext(contextText);
  const stateText = text("state.json");
  const journal = readJournal(run, segmentsOf(snapshot));
  const claims = claimsOf(snapshot);
  const contextSha256 = contextText === null ? null : sha256(snapshot.bytes.get("context.json") ?? "");
  const { changed, unchecked } =
    runContext?.ok === true && options.compareInputs
      ? compareInputs(context, runContext.value, options)
      : { changed: [], unchecked: [] };
  return {
    run,
    files: snapshot.files,
    strange: snapshot.strange,
    context: runContext,
    contextSha256,
    state: stateText === null ? null : readState(stateText),
    journal,
    claims: claims.map(({ epoch }) => epoch),
    manifests: new Map(
      [...snapshot.bytes.keys()]
        .filter((path) => path.endsWith("/manifest.json"))
        .map((path) => [path, text(path) ?? ""]),
    ),
    executors: [...executorsOf(claims, journal, options.asker), ...commandsOf(journal, contextSha256 ?? "")],
    changed,
    unchecked,
    probes: options.probes,
  };
}

export function segmentsOf({ bytes }: RunSnapshot): readonly { readonly epoch: number; readonly bytes: Uint8Array }[] {
  return [...bytes].flatMap(([path, content]) => {
    const epoch = /^journal\.(\d+)\.jsonl$/.exec(path)?.[1];
    return epoch === undefined ? [] : [{ epoch: Number(epoch), bytes: content }];
  });
}

interface ClaimLine {
  readonly epoch: number;
  /** null: the claim cannot be read, so nobody knows who holds it. */
  readonly executor: ProcessIdentity | null;
  readonly caller: ProcessIdentity | null;
}

function claimsOf({ bytes }: RunSnapshot): readonly ClaimLine[] {
  return [...bytes]
    .flatMap(([path, content]): ClaimLine[] => {
      const epoch = /^epoch\/(\d+)$/.exec(path)?.[1];
      if (epoch === undefined) return [];
      const claim = readClaim(new TextDecoder().decode(content));
      return [
        {
          epoch: Number(epoch),
          executor: claim.ok ? claim.value.executor : null,
          caller: claim.ok ? claim.value.caller : null,
        },
      ];
    })
    .toSorted((a, b) => a.epoch - b.epoch);
}

function executorsOf(
  claims: readonly ClaimLine[],
  journal: Journal,
  asker: ProcessIdentity | null,
): readonly ExecutorLine[] {
  const known =
    claims.length > 0 ? claims : journal.opens.map(({ epoch, executor, caller }) => ({ epoch, executor, caller }));
  return known.map(({ epoch, executor, caller }) => {
    if (journal.ended.has(epoch) && executor !== null) return { epoch, executor, alive: false };
    // Who ended the run in a later epoch ended it in its earlier ones.
    const over = known.some(
      (later) => later.epoch > epoch && journal.ended.has(later.epoch) && isSame(later.caller, caller),
    );
    if (executor === null) return { epoch, executor: nobody, alive: null };
    // Only the script on whose behalf steps are executed may ask about itself: it waits for the answer.
    const alive = lives(executor);
    if (alive !== false) return { epoch, executor, alive };
    // Between two steps of a script no executor of its own lives; the script does.
    return caller === null || over
      ? { epoch, executor, alive }
      : { epoch, executor: caller, alive: asksItself(caller, asker) ? false : lives(caller) };
  });
}

function isSame(a: ProcessIdentity | null, b: ProcessIdentity | null): boolean {
  return a !== null && b !== null && a.pid === b.pid && a.startTime === b.startTime && a.host === b.host;
}

/** Commands of attempts in doubt that outlive their executor: what they were to do may be still to come. */
function commandsOf(journal: Journal, contextSha256: string): readonly ExecutorLine[] {
  const newest = [...keepLedger(journal.records).attempts.values()].flatMap((list) => list.at(-1) ?? []);
  const marks = newest
    .filter(({ receipt, failed }) => receipt === null && failed === null)
    .map(({ intent }): StepMark => ({ contextSha256, key: intent.key, attempt: intent.attempt }));
  const epoch = journal.opens.at(-1)?.epoch ?? 0;
  return findStepProcesses(marks).map((executor) => ({ epoch, executor, alive: lives(executor) }));
}

const nobody: ProcessIdentity = { pid: 0, startTime: null, bootId: null, host: "unknown", command: "unreadable claim" };

function lives(identity: ProcessIdentity): boolean | null {
  const alive = isAlive(identity);
  return alive === "unknown" ? null : alive;
}

/** Whether the script asks about its own run: itself, or through what it started (`timeout`, `env`, a subshell). */
function asksItself(caller: ProcessIdentity, asker: ProcessIdentity | null): boolean {
  if (asker === null || isAlive(caller) !== true) return false;
  return descendsFrom(asker.pid, caller.pid);
}

/** The inputs that are not what they were; those that cannot simply be read again are compared where the caller says how. */
function compareInputs(
  { env }: Context,
  { inputs, volatile, scope }: RunContext,
  given: GivenAgain,
): { readonly changed: readonly ChangedInput[]; readonly unchecked: readonly string[] } {
  const changed: ChangedInput[] = [];
  const unchecked: string[] = [];
  for (const input of inputs.filter(({ name }) => !volatile.includes(name))) {
    const source = sourceOf(input, given);
    if (source === null) unchecked.push(input.name);
    else {
      const now = readInput(source, { base: scope.base, env });
      if (now?.sha256 !== input.sha256)
        changed.push({ name: input.name, old: shown(input), new: now === null ? null : shown(now) });
    }
  }
  return { changed, unchecked };
}

type GivenAgain = Pick<FactsOptions, "values" | "tools" | "declared">;

/** Looking at a run starts no program that somebody wrote down in it, unless that is asked for. */
function sourceOf(input: RunInput, { values, tools, declared }: GivenAgain): InputSource | null {
  if (input.kind === "file" || input.kind === "folder") return input;
  if (input.kind === "tool")
    return declared.find(({ name, kind }) => kind === "tool" && name === input.name) ?? (tools ? input : null);
  const value = Object.hasOwn(values, input.name) ? values[input.name] : undefined;
  return value === undefined ? null : { name: input.name, kind: "value", value };
}

function shown(input: RunInput): string {
  return "shown" in input ? createRedactor().redact(input.shown) : input.sha256;
}
