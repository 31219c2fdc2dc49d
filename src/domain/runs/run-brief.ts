import type { PacketEffect } from "../packet.ts";
import type { Inspection, InspectedStep, RunDecision, RunReason, StepVerdict } from "./inspection.ts";
import type { RunStatus } from "./run.ts";

/** What a packet needs to know of a run that has not ended. */
export interface RunBrief {
  readonly name: string;
  readonly status: RunStatus | null;
  readonly since: string | null;
  /** Time of its newest record. */
  readonly newestAt: string | null;
  /** Somebody executes it at this moment, or it cannot be seen that nobody does. */
  readonly executing: boolean;
  readonly decision: RunDecision;
  readonly reason: RunReason;
  readonly detail: string;
  readonly effects: readonly PacketEffect[];
}

export interface RunTimes {
  readonly since: string | null;
  readonly newestAt: string | null;
}

export function briefRun(inspection: Inspection, times: RunTimes): RunBrief {
  const { run, original_status: status, decision, reason, detail, executors, steps } = inspection;
  return {
    name: run,
    status,
    ...times,
    executing: executors.some(({ alive }) => alive !== false),
    decision,
    reason,
    detail,
    effects: [...steps.flatMap((step) => effectOf(run, step)), ...ofRecord(inspection)],
  };
}

/** A run whose folder cannot be read: nobody can say what it did. */
export function unreadableRun(run: string, problem: string): RunBrief {
  const detail = `it cannot be read: ${problem}`;
  return {
    name: run,
    status: null,
    since: null,
    newestAt: null,
    executing: false,
    decision: "needs_human",
    reason: "evidence_incomplete_or_invalid",
    detail,
    effects: [inDoubt(run, detail)],
  };
}

/** Where the record itself is in doubt nobody can say what the run did, or still does. */
function ofRecord({ run, decision, reason, detail, concerns }: Inspection): readonly PacketEffect[] {
  const settled = decision === "continue" || decision === "reuse_existing_artifact";
  if (settled || concerns === "steps") return [];
  return [inDoubt(run, `${reason}: ${detail}`)];
}

function inDoubt(run: string, why: string): PacketEffect {
  const id = `run:${run}`;
  return { id, what: `run ${run}: ${why}`, state: "unknown", probe: `passdown inspect ${run}`, source: id };
}

const states: Readonly<Record<StepVerdict, PacketEffect["state"] | null>> = {
  done: "done",
  // It lies there, complete and verified: only the receipt is missing.
  reuse: "done",
  probed_done: "done",
  absent: "unknown",
  temp_only: "unknown",
  half: "unknown",
  altered: "unknown",
  unknown: "unknown",
  probed_not_done: "not_done",
  not_done: "not_done",
  not_started: null,
};

function effectOf(run: string, { key, verdict, detail, probe }: InspectedStep): readonly PacketEffect[] {
  const state = states[verdict];
  if (state === null) return [];
  return [
    {
      id: `run:${run}/${key}`,
      what: `run ${run}, step ${key}: ${detail}`,
      state,
      probe: state === "unknown" && probe.command !== null ? `passdown inspect ${run} --probe` : null,
      source: `run:${run}`,
    },
  ];
}

/** The step that an effect of a run is; null for an effect of another kind. */
export function stepOfEffect(id: string): { readonly run: string; readonly key: string } | null {
  const found = /^run:([^/]+)\/(.+)$/.exec(id);
  return found === null ? null : { run: found[1] ?? "", key: found[2] ?? "" };
}

/**
 * The effects of a packet as they stand now: what its runs did since counts, and a run that ended is in doubt no more.
 * `ended` names the runs that were seen to have ended.
 */
export function presentEffects(
  recorded: readonly PacketEffect[],
  { open, ended }: { readonly open: readonly RunBrief[]; readonly ended: readonly string[] },
): readonly PacketEffect[] {
  const present = new Map(open.flatMap(({ effects }) => effects).map((effect) => [effect.id, effect]));
  const settled = new Set(ended.map((name) => `run:${name}`));
  const kept = recorded.filter(
    ({ id, source }) => !present.has(id) && !(source.startsWith("run:") && settled.has(source)),
  );
  return [...kept, ...present.values()];
}
