import type { DriftResult } from "./drift/run-drift.ts";
import { budgets, own } from "./measure-case.ts";
import type { Target } from "./report/result.ts";
import type { HopResult } from "./run-hops.ts";
import { type CorpusScore, mean, type RecallRow } from "./score.ts";

/** The figures that the hand-off is held to. */
export function targetsOf(corpora: readonly CorpusScore[], drift: readonly DriftResult[], hops: HopResult): Target[] {
  const rowOf = (score: CorpusScore): RecallRow | undefined =>
    score.rows.find(({ maker, budget }) => maker === own && budget === budgets[0]);
  return [
    ...corpora.flatMap((score) => {
      const row = rowOf(score);
      const name = (what: string): string => `${what}, ${score.corpus} corpus, 1,000 tokens`;
      return [
        least(name("macro recall"), row?.macro ?? null, score.corpus === "real" ? 0.9 : 0.97),
        least(name("failures with their error line"), row?.byClass.failure ?? null, 0.95),
        least(name("constraints"), row?.byClass.constraint ?? null, 0.95),
        least(name("paths of the next 10 calls"), row?.next ?? null, 0.95),
        least(`precision, ${score.corpus} corpus`, score.precision.share, 0.99),
      ];
    }),
    least("drift noticed as what it is", detectionOf(drift), 0.99),
    most("false alarms", falseAlarmsOf(drift), 0.01),
    least("survival over five hops", hops.survival, 1),
  ];
}

/** Mean over the changes, each of which is the mean over its scenes: one that is rarely possible counts in full. */
export function detectionOf(drift: readonly DriftResult[]): number | null {
  return mean(byChange(drift.filter(({ harmful }) => harmful)));
}

export function falseAlarmsOf(drift: readonly DriftResult[]): number | null {
  const right = mean(byChange(drift.filter(({ harmful }) => !harmful)));
  return right === null ? null : 1 - right;
}

function byChange(drift: readonly DriftResult[]): readonly number[] {
  const scores = new Map<string, number[]>();
  for (const { change, score } of drift) scores.set(change, [...(scores.get(change) ?? []), score]);
  return [...scores.values()].flatMap((ofChange) => mean(ofChange) ?? []);
}

/**
 * 0.35 recall (mean of the four budgets) + 0.15 future + 0.15 precision + 0.25 drift + 0.10 chain, of 100; null where a
 * part was not measured.
 */
export function cardOf(corpora: readonly CorpusScore[], drift: readonly DriftResult[], hops: HopResult): number | null {
  const [detected, alarmed] = [detectionOf(drift), falseAlarmsOf(drift)];
  const told = corpora.flatMap(({ rows }) => rows.filter(({ maker }) => maker === own));
  const recall = mean(told.map(({ macro }) => macro));
  const next = mean(told.flatMap((row) => row.next ?? []));
  const precision = mean(corpora.flatMap(({ precision: { share } }) => share ?? []));
  if (corpora.length < 2 || detected === null || alarmed === null) return null;
  if (recall === null || next === null || precision === null) return null;
  const noticed = Math.max(0, detected - alarmed);
  return 100 * (0.35 * recall + 0.15 * next + 0.15 * precision + 0.25 * noticed + 0.1 * hops.survival);
}

function least(name: string, value: number | null, target: number): Target {
  return { name, value, target, kind: "least", met: value === null ? null : value >= target };
}

function most(name: string, value: number | null, target: number): Target {
  return { name, value, target, kind: "most", met: value === null ? null : value <= target };
}
