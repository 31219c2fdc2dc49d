import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const tellPeak = fileURLToPath(new URL("tell-peak.cjs", import.meta.url));

/** Wall milliseconds of one run of a command; throws when its exit code is not among those expected. */
export function time(command, args, { cwd, env, input = "", exits = [0] } = {}) {
  const start = performance.now();
  const result = spawnSync(command, args, { cwd, env, input, stdio: ["pipe", "pipe", "pipe"], maxBuffer: 1 << 28 });
  const ms = performance.now() - start;
  if (result.error) throw result.error;
  if (!exits.includes(result.status)) {
    throw new Error(`${command} ${args.join(" ")}: exit ${result.status}\n${result.stdout}\n${result.stderr}`);
  }
  return ms;
}

/** The same of a script run by node, and its peak memory, which the process itself tells on its last breath. */
export function timeAndPeak(args, { cwd, env, input = "", exits = [0] }) {
  const begun = performance.now();
  const result = spawnSync(process.execPath, ["--require", tellPeak, ...args], {
    cwd,
    env,
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const ms = performance.now() - begun;
  if (result.error) throw result.error;
  if (!exits.includes(result.status)) throw new Error(`${args.join(" ")}: exit ${result.status}\n${result.stderr}`);
  return { ms, peakMb: Number(/peak (\d+)/.exec(result.stderr)?.[1] ?? Number.NaN) / 1024, stdout: result.stdout };
}

/**
 * Runs every subject in turn, round after round, so that a slow moment of the machine meets all of them.
 * `prepare` is not timed. Returns milliseconds per subject.
 */
export function rounds(subjects, count) {
  const times = new Map(subjects.map(({ name }) => [name, []]));
  for (let round = -1; round < count; round += 1) {
    for (const { name, prepare, run } of subjects) {
      prepare?.(round);
      const ms = run(round);
      if (round >= 0) times.get(name).push(ms);
    }
  }
  return times;
}

export function summary(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { min: sorted[0], median: at(0.5), max: sorted.at(-1) };
}
