import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../scripts/setup.mjs";
import { makeTranscript } from "./make-transcript.mjs";
import { rounds, summary } from "./measure.mjs";

const node = process.execPath;
const cli = join(root, "dist", "cli", "bin.cjs");
const tellPeak = join(root, "bench", "tell-peak.cjs");
const floor = join(root, "bench", "parse-lines.mjs");
const million = 1_000_000;

/** Reading a transcript as a whole process, over a bare JSON.parse of every line; and its peak memory. */
export function benchTranscripts({ quick, env }) {
  const folder = mkdtempSync(join(tmpdir(), "passdown-bench-"));
  const rows = [];
  for (const client of ["claude", "codex"]) {
    const file = join(folder, `${client}.jsonl`);
    const { real } = makeTranscript(file, { client, bytes: 125 * million, cwd: folder });
    if (client === "codex" && !real) continue;
    let peak = 0;
    const run = (args) => {
      const measured = measure(args, { cwd: folder, env });
      if (args[0] === cli) peak = Math.max(peak, measured.peakMb);
      return measured.ms;
    };
    const name = `import of 125 MB (${client}${real ? "" : ", generated"})`;
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
    rows.push(memoryRow(`peak memory, 125 MB (${client})`, peak, 150));
    rmSync(file);
  }
  const large = join(folder, "large.jsonl");
  makeTranscript(large, { client: "claude", bytes: 1_000 * million, cwd: folder });
  rows.push(
    memoryRow(
      "peak memory, 1 GB (claude)",
      measure([cli, "import", large, "--json"], { cwd: folder, env }).peakMb,
      200,
    ),
  );
  rmSync(folder, { recursive: true, force: true });
  return rows;
}

/** Its own peak is told by the process itself, on its last breath. */
function measure(args, { cwd, env }) {
  const begun = performance.now();
  const result = spawnSync(node, ["--require", tellPeak, ...args], { cwd, env, encoding: "utf8", maxBuffer: 1 << 28 });
  const ms = performance.now() - begun;
  if (result.status !== 0) throw new Error(`${args.join(" ")}: exit ${result.status}\n${result.stderr}`);
  return { ms, peakMb: Number(/peak (\d+)/.exec(result.stderr)?.[1] ?? Number.NaN) / 1024 };
}

function memoryRow(name, megabytes, target) {
  const ms = { min: megabytes, median: megabytes, max: megabytes };
  return { name, base: "MB", target, ratio: { min: megabytes, median: megabytes }, met: megabytes <= target, ms };
}
