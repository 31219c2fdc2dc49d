import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../scripts/setup.mjs";
import { benchHooks } from "./hooks.mjs";
import { makeRepository } from "./make-repository.mjs";
import { rounds, summary, time } from "./measure.mjs";
import { benchTranscripts } from "./transcripts.mjs";

const node = process.execPath;
const cli = join(root, "dist", "cli", "bin.cjs");
const files = 20_000;
const dirty = 300;

/** Every speed target, as a ratio over something measured in the same run. */
export async function benchTargets({ quick, env }) {
  const repository = makeRepository({ files, dirty });
  const passdown = (args, exits) => time(node, [cli, ...args], { cwd: repository, env, exits });
  passdown(["note", "next", "measure"]);
  passdown(["note", "keep", "the files that the benchmark changed"]);
  passdown(["pack", "--force", "benchmark"]);

  let edits = 0;
  const touch = () =>
    writeFileSync(join(repository, "src", "d0", "file-0.ts"), `export const edit = ${(edits += 1)};\n`);
  const commands = rounds(
    [
      { name: "git status", run: () => time("git", ["status", "--porcelain=v2", "-z"], { cwd: repository, env }) },
      { name: "status", run: () => passdown(["status", "--json"], [0, 1]) },
      { name: "pickup", run: () => passdown(["pickup", "--json"], [0, 1]) },
      { name: "pack, nothing new", run: () => passdown(["pack", "--force", "benchmark", "--json"]) },
      { name: "pack, one file new", prepare: touch, run: () => passdown(["pack", "--force", "benchmark", "--json"]) },
    ],
    quick ? 7 : 20,
  );
  rmSync(repository, { recursive: true, force: true });

  const targets = [
    ["status", "git status", commands, 2],
    ["pickup", "git status", commands, 3],
    ["pack, nothing new", "git status", commands, 3],
    ["pack, one file new", "git status", commands, 3],
  ];
  const rows = targets.map(([name, base, times, target]) => {
    const own = summary(times.get(name));
    const floor = summary(times.get(base));
    const ratio = { min: own.min / floor.min, median: own.median / floor.median };
    return { name, base, target, ratio, met: Math.min(ratio.min, ratio.median) <= target, ms: own, base_ms: floor };
  });

  const { benchRuns } = await import("./runs.mjs");
  rows.push(...(await benchRuns(quick)));
  rows.push(...benchHooks({ quick, env }));
  rows.push(...benchTranscripts({ quick, env }));

  return rows;
}

export function printTargets(rows, print) {
  const number = (value) => value.toFixed(value < 10 ? 2 : 1);
  print(`${files} files, ${dirty} dirty, Node ${process.versions.node}; ratio = median / median (min / min)\n`);
  print("| what | over | ratio | of minima | target | met | ms median (min to max) |");
  print("|---|---|---|---|---|---|---|");
  for (const { name, base, ratio, target, met, ms } of rows) {
    print(
      `| ${name} | ${base} | ${number(ratio.median)} | ${number(ratio.min)} | ${target ?? ""} | ${met === null ? "" : met ? "yes" : "no"} | ${number(ms.median)} (${number(ms.min)} to ${number(ms.max)}) |`,
    );
  }
}
