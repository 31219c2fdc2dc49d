import { ownIdentity } from "../../adapters/process/process-identity.ts";
import { segmentName } from "../../adapters/runs/run-store.ts";
import { createRedactor } from "../../adapters/secrets/create-redactor.ts";
import type { Context } from "../../context.ts";
import { sha256 } from "../../domain/digest.ts";
import { AppError } from "../../domain/errors.ts";
import { encodeFrame } from "../../domain/runs/frame.ts";
import { keepLedger } from "../../domain/runs/ledger.ts";
import { isBegun, readJournal } from "../../domain/runs/read-journal.ts";
import type { EpochClaim, OpenRecord, RunContext, RunState } from "../../domain/runs/run.ts";
import { readContext } from "../../domain/runs/shapes.ts";
import type { RunSnapshot, RunStore } from "../../domain/runs/store.ts";
import { guardStore } from "./guard-store.ts";
import { createJournal } from "./journal.ts";
import type { OpenRunOptions, OpenRunResult } from "./open-types.ts";
import { createRun } from "./run.ts";
import { segmentsOf } from "./read-facts.ts";
import { toText } from "./to-text.ts";

/** What a run's folder begins with, beside its first claim and the first record of its journal. */
export interface FirstDocuments {
  readonly runContext: RunContext;
  readonly state: RunState;
}

export interface Beginning extends FirstDocuments {
  readonly run: string;
  readonly store: RunStore;
  readonly options: OpenRunOptions;
}

/**
 * Makes a run whose first epoch is claimed and whose journal is begun from its first moment: no crash leaves one that
 * looks as if its journal had been lost. null: a run of that name exists.
 */
export function beginRun(
  context: Context,
  { run, store: disk, options, runContext, state }: Beginning,
): OpenRunResult | null {
  const store = guardStore(disk);
  const claim = claimOf(context, { run, options, epoch: 1 });
  const contextText = toText(runContext);
  const open: OpenRecord = { seq: 1, ...openOf(claim), context_sha256: sha256(contextText), sealed: null };
  const made = store.create(run, {
    "context.json": contextText,
    "state.json": toText(state),
    "epoch/1": toLine(claim),
    [segmentName(1)]: encodeFrame(open),
  });
  if (made === "exists") return null;
  const journal = createJournal(store.openSegment(run, 1, true), context.now, 1);
  const parts = { context, epoch: 1, store, journal, runContext };
  const opened = createRun({ ...parts, ledger: keepLedger([open]), redact: createRedactor().redact });
  return { result: "opened", run: opened, resumed: false };
}

export interface Entering {
  readonly run: string;
  readonly store: RunStore;
  readonly options: OpenRunOptions;
  /** Newest epoch that the decision to go on knew of: whoever came after it is not taken over unseen. */
  readonly seen: number;
}

/**
 * Claims the next epoch, seals the segment before it, and opens one of its own. Whoever held the run before may still
 * write: what it writes from now on lies beyond the seal and does not count.
 */
export function enterRun(context: Context, { run, store: disk, options, seen }: Entering): OpenRunResult {
  const store = guardStore(disk);
  const epoch = seen + 1;
  const claim = claimOf(context, { run, options, epoch });
  // A crash after this leaves a claimed epoch without a segment: nothing was executed in it.
  if (store.claim(run, epoch, toLine(claim)) === "taken") {
    return {
      result: "refused",
      reason: "taken_meanwhile",
      detail: `epoch ${epoch} of ${run} was claimed by another executor at the same moment`,
      inspection: null,
    };
  }
  // Read again: what the executor before wrote until its epoch ended still counts.
  const snapshot = snapshotOf(store, run);
  const read = readContext(textOf(snapshot, "context.json"));
  const before = readJournal(run, segmentsOf(snapshot));
  const newest = newestSegment(snapshot);
  if (!read.ok || before.damage !== null || newest === undefined) throw changedSince(run);
  const { value: runContext } = read;
  // It may have died before its own sync: what is sealed and built upon must not be lost to a later power cut.
  store.secure(run, segmentName(newest.epoch));
  const journal = createJournal(store.openSegment(run, epoch, false), context.now, 0);
  const { at: _, ...own } = openOf(claim);
  const open = journal.append({
    ...own,
    context_sha256: sha256(snapshot.bytes.get("context.json") ?? ""),
    sealed: { epoch: newest.epoch, length: newest.bytes.length, sha256: sha256(newest.bytes) },
  });
  const parts = { context, epoch, store, journal, runContext };
  const ledger = keepLedger([...before.records, open]);
  return { result: "opened", run: createRun({ ...parts, ledger, redact: createRedactor().redact }), resumed: true };
}

interface Claiming {
  readonly run: string;
  readonly epoch: number;
  readonly options: OpenRunOptions;
}

function claimOf(context: Context, { run, epoch, options }: Claiming): EpochClaim {
  const { caller = null, takeover } = options;
  return {
    schema_version: 1,
    run,
    epoch,
    executor: ownIdentity(context.pid),
    caller,
    at: context.now().toISOString(),
    takeover: takeover ? createRedactor().redact(takeover) : null,
  };
}

function toLine(claim: EpochClaim): string {
  return `${JSON.stringify(claim)}\n`;
}

type OwnPart = Pick<OpenRecord, "type" | "at" | "run" | "epoch" | "executor" | "caller">;

function openOf({ run, epoch, executor, caller, at }: EpochClaim): OwnPart {
  return { at, type: "open", run, epoch, executor, caller };
}

/** The newest segment that was begun, as long as it is at this moment. */
function newestSegment(snapshot: RunSnapshot): ReturnType<typeof segmentsOf>[number] | undefined {
  return segmentsOf(snapshot)
    .filter(isBegun)
    .toSorted((a, b) => b.epoch - a.epoch)[0];
}

function snapshotOf(store: RunStore, run: string): RunSnapshot {
  const snapshot = store.read(run);
  if (snapshot === null) throw changedSince(run);
  return snapshot;
}

function textOf({ bytes }: RunSnapshot, path: string): string {
  return new TextDecoder().decode(bytes.get(path) ?? new Uint8Array());
}

function changedSince(run: string): AppError {
  return new AppError({
    kind: "environment",
    code: "run_changed",
    message: `the folder of run ${run} changed while it was being opened`,
    hint: `see who else works there, then \`passdown inspect ${run}\`; nothing was executed`,
  });
}
