import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../scripts/setup.mjs";
import { makeTranscript } from "./make-transcript.mjs";
import { rounds, summary, timeAndPeak } from "./measure.mjs";

const cli = join(root, "dist", "cli", "bin.cjs");
const floor = join(root, "bench", "parse-lines.mjs");
const million = 1_000_000;

/** Reading a transcript as a whole process, over a bare JSON.parse of every line; and its peak memory. */
export function benchTranscripts({ quick, env }) {
  const folder = mkdtempSync(join(tmpdir(), "passdown-bench-"));
  const rows = [];
  const megabytes = quick ? 25 : 125;
  for (const client of ["claude", "codex"]) {
    const file = join(folder, `${client}.jsonl`);
    const { real } = makeTranscript(file, { client, bytes: megabytes * million, cwd: folder });
    if (client === "codex" && !real) continue;
    let peak = 0;
    const run = (args) => {
      const measured = timeAndPeak(args, { cwd: folder, env });
      if (args[0] === cli) peak = Math.max(peak, measured.peakMb);
      return measured.ms;
    };
    const name = `import of ${megabytes} MB (${client}${real ? "" : ", generated"})`;
    const times = rounds(
      [
        { name: "JSON.parse of every line", run: () => run([floor, file]) },
        { name, run: () => run([cli, "import", file, "--json"]) },
      ],
      quick ? 3 : 7,
    );
    const own = summary(times.get(name));
    const base = summary(times.get("JSON.parse of every line"));
    const ratio = { min: own.min / base.min, median: own.median / base.median };
    const met = Math.min(ratio.min, ratio.median) <= 1;
    rows.push({ name, base: "JSON.parse of every line", target: 1, ratio, met, ms: own, base_ms: base });
    rows.push(memoryRow(`peak memory, ${megabytes} MB (${client})`, peak, 150));
    rmSync(file);
  }
  if (!quick) rows.push(memoryOfLarge(folder, env));
  rmSync(folder, { recursive: true, force: true });
  return rows;
}

function memoryOfLarge(folder, env) {
  const large = join(folder, "large.jsonl");
  makeTranscript(large, { client: "claude", bytes: 1_000 * million, cwd: folder });
  const { peakMb } = timeAndPeak([cli, "import", large, "--json"], { cwd: folder, env });
  return memoryRow("peak memory, 1 GB (claude)", peakMb, 200);
}

function memoryRow(name, megabytes, target) {
  const ms = { min: megabytes, median: megabytes, max: megabytes };
  return { name, base: "MB", target, ratio: { min: megabytes, median: megabytes }, met: megabytes <= target, ms };
}
