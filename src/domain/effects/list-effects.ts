import { weighExit } from "../feedback/masking/weigh-exit.ts";
import { signalOfExit } from "../feedback/signal-of-exit.ts";
import { isNeverStarted } from "../feedback/not-run.ts";
import type { PacketEffect } from "../packet.ts";
import type { FeedbackRecord } from "../workbench.ts";
import { mayHaveArrived } from "./may-have-arrived.ts";
import { showsDone } from "./shows-done.ts";
import { recogniseEffects, type RecognisedEffect } from "./recognise-effect.ts";

/**
 * What recorded commands did outside the work tree. The newest run of the same effect decides; one that did nothing
 * settles nothing, so that an earlier outcome stands. Where neither the exit code nor the program's own words speak of the
 * effect nobody knows whether it happened: that is `unknown`, never "failed" and never left out. What only a name lets
 * expect is told where its end is not known, and claimed nowhere.
 */
export function listEffects(
  records: readonly FeedbackRecord[],
  show: (record: FeedbackRecord) => string,
): readonly PacketEffect[] {
  const found = new Map<string, PacketEffect>();
  for (const record of records) {
    const effects = recogniseEffects(record.command);
    for (const effect of effects) {
      const state = stateOf(record, effect, effects);
      // Of a long script only what acts is told.
      const what = effect.alone ? withoutRemarks(show(record)) : effect.what;
      const key = sameEffect(effect, what);
      if (state === "not_done" && found.has(key)) continue;
      found.delete(key);
      if (effect.named && state !== "unknown") continue;
      found.set(key, { id: effect.id, what, state, probe: effect.probe, source: record.id });
    }
  }
  return [...found.values()];
}

/** What a push does to the remote follows from its words alone: a later one stands for those before, whatever ran beside it. */
function sameEffect({ kind, id }: RecognisedEffect, what: string): string {
  return kind === "git_push" ? `${kind} ${what.replaceAll(/\s+\d*>&?\s*\S+/g, "")}` : id;
}

/** Lines above a command that only speak about it. */
function withoutRemarks(command: string): string {
  return command.replace(/^(?:\s*#[^\n]*\n)+\s*(?=\S)/, "");
}

function stateOf(
  record: FeedbackRecord,
  effect: RecognisedEffect,
  all: readonly RecognisedEffect[],
): PacketEffect["state"] {
  const { exitCode } = record;
  if (exitCode === 0 && (effect.proven || showsFailure(record))) return "done";
  if (!effect.alone || exitCode === 0) return showsDone(record, effect, all) ? "done" : "unknown";
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
