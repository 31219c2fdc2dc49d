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
test.each(
  matrices.filter(({ id }) => id !== "M7").map((matrix) => ({ matrix, name: `${matrix.id}: ${matrix.title}` })),
)("$name", async ({ matrix }) => {
  const line = await runMatrix(matrix, {
    built,
    seed: 1,
    quick: true,
    at: null,
    bug: null,
    plant: matrix.id === "M11",
  });
  if (line.skipped !== null) return void process.stderr.write(`${matrix.id} skipped, NOT tested: ${line.skipped}\n`);
  expect(line.violations).toEqual([]);
  expect(line.planned).toBeGreaterThan(0);
  expect(line.fired).toBe(line.planned);
  expect(line.planted.filter(({ caught }) => !caught)).toEqual([]);
});
