import type { PacketEffect } from "../packet.ts";
import type { FeedbackRecord } from "../workbench.ts";
import { recogniseEffect } from "./recognise-effect.ts";

/**
 * What recorded commands did outside the work tree. The newest run of the same effect decides.
 * Without an exit code nobody knows whether it happened: that is `unknown`, never "failed" and never left out.
 */
export function listEffects(
  records: readonly FeedbackRecord[],
  show: (record: FeedbackRecord) => string,
): readonly PacketEffect[] {
  const byId = new Map<string, PacketEffect>();
  for (const record of records) {
    const command = show(record);
    const effect = recogniseEffect(command);
    if (effect === null) continue;
    byId.delete(effect.id);
    byId.set(effect.id, {
      id: effect.id,
      what: command,
      state: stateOf(record, effect.failureMeansNothingHappened),
      probe: effect.probe,
      source: record.id,
    });
  }
  return [...byId.values()];
}

function stateOf(record: FeedbackRecord, failureMeansNothingHappened: boolean): PacketEffect["state"] {
  if (record.exitCode === 0) return "done";
  const exitedByItself = record.exitCode !== null && record.exitCode > 0 && record.signal === null;
  const neverStarted = record.exitCode === 127 || record.exitCode === 126;
  return neverStarted || (exitedByItself && failureMeansNothingHappened) ? "not_done" : "unknown";
}
