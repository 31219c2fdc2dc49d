import { ownIdentity } from "../../adapters/process/process-identity.ts";
import { segmentName } from "../../adapters/runs/run-store.ts";
import { createRedactor } from "../../adapters/secrets/create-redactor.ts";
import type { Context } from "../../context.ts";
import { sha256 } from "../../domain/digest.ts";
import { AppError } from "../../domain/errors.ts";
import { keepLedger } from "../../domain/runs/ledger.ts";
import { isBegun, readJournal } from "../../domain/runs/read-journal.ts";
import type { EpochClaim, OpenRecord } from "../../domain/runs/run.ts";
import { readContext, readState } from "../../domain/runs/shapes.ts";
import type { RunSnapshot, RunStore } from "../../domain/runs/store.ts";
import { guardStore } from "./guard-store.ts";
import { createJournal } from "./journal.ts";
import type { OpenRunOptions, OpenRunResult } from "./open-types.ts";
import { createRun } from "./run.ts";
import { segmentsOf } from "./read-facts.ts";

export interface Entering {
  readonly run: string;
  readonly store: RunStore;
  readonly options: OpenRunOptions;
  readonly resumed: boolean;
}

/**
 * Claims the next epoch, seals the segment before it, and opens one of its own. Whoever held the run before may still
 * write: what it writes from now on lies beyond the seal and does not count.
 */
export function enterRun(context: Context, { run, store: disk, options, resumed }: Entering): OpenRunResult {
  const store = guardStore(disk);
  const { redact } = createRedactor();
  const before = snapshotOf(store, run);
  const epoch = Math.max(0, ...claimedEpochs(before)) + 1;
  const executor = ownIdentity(context.pid);
  const caller = options.caller ?? null;
  const claim: EpochClaim = {
    schema_version: 1,
    run,
    epoch,
    executor,
    caller,
    at: context.now().toISOString(),
    takeover: options.takeover ? redact(options.takeover) : null,
  };
  // A crash after this leaves a claimed epoch without a segment: nothing was executed in it.
  if (store.claim(run, epoch, `${JSON.stringify(claim)}\n`) === "taken") {
    return {
      result: "refused",
      reason: "taken_meanwhile",
      detail: `epoch ${epoch} of ${run} was claimed by another executor at the same moment`,
      inspection: null,
    };
  }
  // Read again: what the executor before wrote until its epoch ended still counts.
  const snapshot = snapshotOf(store, run);
  const runContext = readContext(textOf(snapshot, "context.json"));
  const state = readState(textOf(snapshot, "state.json"));
  const read = readJournal(run, segmentsOf(snapshot));
  if (!runContext.ok || !state.ok || read.damage !== null) throw changedSince(run);
  // It may have died before its own sync: what is sealed and built upon must not be lost to a later power cut.
  const newest = newestSegment(snapshot);
  store.secure(run, newest === undefined ? "epoch" : segmentName(newest.epoch));
  const journal = createJournal(store.openSegment(run, epoch), context.now);
  const open = journal.append({
    type: "open",
    run,
    epoch,
    executor,
    caller,
    context_sha256: sha256(snapshot.bytes.get("context.json") ?? ""),
    sealed: sealOf(snapshot),
  });
  const opened = createRun({
    context,
    store,
    journal,
    runContext: runContext.value,
    planned: state.value.steps.map(({ key }) => key),
    ledger: keepLedger([...read.records, open]),
    redact,
  });
  return { result: "opened", run: opened, resumed };
}

function claimedEpochs({ bytes }: RunSnapshot): number[] {
  return [...bytes.keys()].flatMap((path) => Number(/^(?:epoch\/|journal\.)(\d+)(?:\.jsonl)?$/.exec(path)?.[1] ?? 0));
}

/** The newest segment that was begun, as long as it is at this moment. */
function sealOf(snapshot: RunSnapshot): OpenRecord["sealed"] {
  const newest = newestSegment(snapshot);
  if (newest === undefined) return null;
  return { epoch: newest.epoch, length: newest.bytes.length, sha256: sha256(newest.bytes) };
}

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
