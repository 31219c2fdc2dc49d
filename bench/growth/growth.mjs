import { summary } from "../measure.mjs";
import { dimensions } from "./dimensions.mjs";
import { transcripts } from "./transcript-growth.mjs";

/** What should not grow may cost this much more at the largest size than at the smallest. */
const flatLimit = 1.5;

/** How the cost of each operation grows with what it works on; a row for each size. */
export async function benchGrowth({ quick, env, only = null }) {
  const rows = [];
  for (const dimension of [...dimensions, transcripts].filter(({ name }) => only === null || name === only)) {
    const sizes = quick ? dimension.sizes.slice(0, Math.ceil(dimension.sizes.length / 2)) : dimension.sizes;
    const built = [];
    try {
      for (const size of sizes) built.push({ size, ...(await dimension.build(size, env)) });
      const count = (size) => dimension.rounds?.(size) ?? (quick ? 3 : 5);
      rows.push(...compare(dimension, measure(built, count)));
    } finally {
      for (const { remove } of built) remove();
    }
  }
  return rows;
}

/**
 * All sizes in turn, round after round, so that a slow moment of the machine meets all of them. The first round warms up
 * and does not count, unless it is the only one.
 */
function measure(built, countOf) {
  const found = built.map(({ size, subjects }) => ({
    size,
    subjects: subjects.map(({ name, expected }) => ({ name, expected, ms: [], peakMb: 0 })),
  }));
  const most = Math.max(...built.map(({ size }) => countOf(size)));
  for (let round = 0; round <= most; round += 1) {
    for (const [index, { size, subjects }] of built.entries()) {
      const count = countOf(size);
      if (count === 1 ? round > 0 : round > count) continue;
      for (const [at, { prepare, run }] of subjects.entries()) {
        prepare?.();
        const { ms, peakMb } = run();
        if (round === 0 && count > 1) continue;
        const subject = found[index].subjects[at];
        subject.ms.push(ms);
        subject.peakMb = Math.max(subject.peakMb, peakMb);
      }
    }
  }
  for (const { subjects } of found) for (const subject of subjects) subject.ms = summary(subject.ms);
  return found;
}

/** Each size over the smallest one. */
function compare({ name: dimension, expected: usual }, measured) {
  const [smallest] = measured;
  return smallest.subjects.flatMap((first, index) =>
    measured.map(({ size, subjects }) => {
      const { ms, peakMb, name } = subjects[index];
      const expected = first.expected ?? usual;
      const sizeFactor = size / smallest.size;
      const factor = { min: ms.min / first.ms.min, median: ms.median / first.ms.median };
      const peakFactor = peakMb / first.peakMb;
      const limit = expected === "flat" ? flatLimit : Math.max(1, sizeFactor);
      const met = Math.min(factor.min, factor.median) <= limit && peakFactor <= limit;
      return {
        dimension,
        operation: name,
        size,
        size_factor: sizeFactor,
        ms,
        cost_factor: factor,
        peak_mb: peakMb,
        peak_factor: peakFactor,
        expected,
        met,
      };
    }),
  );
}
