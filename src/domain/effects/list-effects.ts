import { weighExit } from "../feedback/masking/weigh-exit.ts";
import { signalOfExit } from "../feedback/signal-of-exit.ts";
import { isNeverStarted } from "../feedback/not-run.ts";
import type { PacketEffect } from "../packet.ts";
import type { FeedbackRecord } from "../workbench.ts";
import { mayHaveArrived } from "./may-have-arrived.ts";
import { recogniseEffects, type RecognisedEffect } from "./recognise-effect.ts";

/**
 * What recorded commands did outside the work tree. The newest run of the same effect decides; one that did nothing
 * settles nothing, so that an earlier outcome stands. Without an exit code that speaks of the effect nobody knows
 * whether it happened: that is `unknown`, never "failed" and never left out.
 */
export function listEffects(
  records: readonly FeedbackRecord[],
  show: (record: FeedbackRecord) => string,
): readonly PacketEffect[] {
  const byId = new Map<string, PacketEffect>();
  for (const record of records) {
    for (const effect of recogniseEffects(record.command)) {
      const state = stateOf(record, effect);
      if (state === "not_done" && byId.has(effect.id)) continue;
      byId.delete(effect.id);
      // Of a long script only what acts is told.
      const what = effect.alone ? show(record) : effect.what;
      byId.set(effect.id, { id: effect.id, what, state, probe: effect.probe, source: record.id });
    }
  }
  return [...byId.values()];
}

function stateOf(record: FeedbackRecord, effect: RecognisedEffect): PacketEffect["state"] {
  const { exitCode } = record;
  if (exitCode === 0) return showsFailure(record) ? "done" : "unknown";
  if (!effect.alone) return "unknown";
  if (exitCode === null) return isNeverStarted(record.error) ? "not_done" : "unknown";
  if (exitCode < 0 || signalOfExit(exitCode) !== null || record.signal !== null || mayHaveArrived(record, effect.kind))
    return "unknown";
  return "not_done";
}

/** An exit 0 behind which a failure could hide says nothing of the effect. */
function showsFailure(record: FeedbackRecord): boolean {
  const { weight } = weighExit(record.command);
  return weight === "full" || weight === "with_counts";
}
