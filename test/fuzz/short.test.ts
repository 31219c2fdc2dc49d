import { describe, expect, test } from "vitest";
import { hunt } from "../../fuzz/hunt.ts";
import { targets } from "../../fuzz/targets.ts";

/** The same inputs in every run, few enough for all targets to take about twelve seconds. */
const seed = 20261130;
const mostRuns = 150;

describe("changed inputs of every reader give a result or an AppError", () => {
  test.each(targets.map((target) => [target.name, target] as const))("%s", async (_name, target) => {
    const hunted = await hunt(target, { seed, corpus: [], coverage: null, goesOn: (runs) => runs < mostRuns });
    expect(hunted.faults.map(({ fault, input }) => ({ ...fault, input: input.toString("latin1") }))).toEqual([]);
    expect(hunted.runs).toBe(mostRuns);
  });
});
