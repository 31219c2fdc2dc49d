import type { Timeline } from "./view-model.ts";

type Point = Timeline["context"][number];

/**
 * At most `most` points that keep the shape: of each stretch of time the highest and the lowest stay, so that neither a peak
 * nor the fall at a compaction is lost. First and last stay.
 */
export function thinCurve(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points;
  const stretches = Math.max(1, Math.floor((most - 2) / 2));
  const inner = points.length - 2;
  const kept = new Set<number>([0, points.length - 1]);
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = 1 + Math.floor((stretch * inner) / stretches);
    const to = 1 + Math.floor(((stretch + 1) * inner) / stretches);
    let low = from;
    let high = from;
    for (let at = from; at < to; at += 1) {
      if (tokensAt(points, at) < tokensAt(points, low)) low = at;
      if (tokensAt(points, at) > tokensAt(points, high)) high = at;
    }
    kept.add(low).add(high);
  }
  return points.filter((_, at) => kept.has(at));
}

function tokensAt(points: readonly Point[], at: number): number {
  return points[at]?.tokens ?? 0;
}
