// What keeping a run costs over a bare write and fsync of the same bytes on the same disk.
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createContext, openRun } from "../dist/lib/index.js";
import { root } from "../scripts/setup.mjs";
import { summary } from "./measure.mjs";

/** Rows for the table: one journal record, and a whole step without an artifact (intent and receipt). */
export async function benchRuns(quick) {
  const folder = mkdtempSync(join(root, ".cache-runs-"));
  try {
    const opened = await openRun(createContext({ cwd: folder }), { name: "bench", root: folder });
    const { run } = opened;
    const count = quick ? 200 : 1_000;
    const bare = openSync(join(folder, "bare"), "a");
    const times = { append: [], appendBare: [], step: [], stepBare: [] };
    const timed = async (list, deed) => {
      const start = performance.now();
      await deed();
      list.push(performance.now() - start);
    };
    // The sizes of the records that such a step leaves.
    const record = Buffer.alloc(330, "x");
    const write = () => {
      writeSync(bare, record);
      fsyncSync(bare);
    };
    for (let round = 0; round < count; round += 1) {
      await timed(times.appendBare, write);
      await timed(times.stepBare, () => (write(), write()));
      await timed(times.step, () =>
        run.step({
          key: `s${round}`,
          free: true,
          do: async ({ progress }) => {
            await timed(times.append, () => progress({ remote: "x".repeat(200) }));
          },
        }),
      );
      // The progress record was measured by itself.
      times.step[round] -= times.append[round];
    }
    closeSync(bare);
    run.close();
    const row = (name, base, own, floor, target) => {
      const [ms, baseMs] = [summary(times[own]), summary(times[floor])];
      const ratio = { min: ms.min / baseMs.min, median: ms.median / baseMs.median };
      return { name, base, target, ratio, met: Math.min(ratio.min, ratio.median) <= target, ms, base_ms: baseMs };
    };
    return [
      row("journal append", "write + fsync", "append", "appendBare", 2),
      row("step, no artifact", "2 × (write + fsync)", "step", "stepBare", 2),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
