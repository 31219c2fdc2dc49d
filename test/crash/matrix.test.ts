import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { beforeAll, expect, test } from "vitest";
import { buildInto } from "../../crash/build.ts";
import { matrices } from "../../crash/matrices.ts";
import { runMatrix } from "../../crash/run-matrix.ts";

let built = "";
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "crash-test-"));
  built = join(folder, "built");
  await buildInto(built);
  return () => rmSync(folder, { recursive: true });
});

// A sample of each; `npm run crash` does all points of all of them, and plants the bugs.
test.for(matrices.filter(({ id }) => id !== "M7").map((matrix) => ({ matrix, name: `${matrix.id}: ${matrix.title}` })))(
  "$name",
  async ({ matrix }, { skip }) => {
    const missing = matrix.missing();
    // On a machine that decides over a change nothing may go untested for want of a tool.
    if (missing !== null && (process.env["CI"] ?? "") !== "") throw new Error(`not tested: ${missing}`);
    if (missing !== null) skip(missing);
    const line = await runMatrix(matrix, {
      built,
      seed: 1,
      quick: true,
      at: null,
      bug: null,
      plant: matrix.id === "M11",
    });
    expect(line.violations).toEqual([]);
    expect(line.planned).toBeGreaterThan(0);
    expect(line.fired).toBe(line.planned);
    expect(line.planted.filter(({ caught }) => !caught)).toEqual([]);
  },
);
