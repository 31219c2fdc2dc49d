/** `npm run fuzz`: every target for its share of the time, then one line of figures for each. */
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { foundFolder, writeFound } from "./found.ts";
import { runTarget } from "./run-target.ts";
import { targets } from "./targets.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "5" },
    target: { type: "string" },
    seed: { type: "string" },
    worker: { type: "string", default: "" },
  },
});
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const wanted = values.target?.split(",") ?? null;
const chosen = targets.filter(({ name }) => wanted?.some((one) => name === one || name.startsWith(`${one}-`)) ?? true);
const minutes = Number(values.minutes);
// A new one for each run that names none: time is well spent only on inputs that were not tried.
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
if (chosen.length === 0 || !(minutes > 0) || !Number.isSafeInteger(seed)) {
  process.stderr.write(
    `usage: npm run fuzz -- --minutes N [--target NAME,…] [--seed N]\ntargets: ${targets.map(({ name }) => name).join(" ")}\n`,
  );
  process.exit(2);
}
print(`seed ${seed}, ${minutes} minutes, ${chosen.length} targets`);
print("| target | runs | new inputs | blocks reached | crashes |\n|---|---|---|---|---|");
const seconds = (minutes * 60) / chosen.length;
const sums = { runs: 0, kept: 0, faults: 0 };
const lines: string[] = [];
for (const { name } of chosen) {
  const { runs, kept, faults, blocks } = await runTarget({
    target: name,
    seed,
    seconds,
    cache: join(".cache", "fuzz"),
    worker: values.worker,
  });
  print(`| ${name} | ${runs} | ${kept} | ${blocks} | ${faults.length} |`);
  for (const { fault, input } of faults)
    lines.push(`${name} ${fault.kind}: ${fault.what}\n  ${writeFound(foundFolder, name, fault, input)}`);
  sums.runs += runs;
  sums.kept += kept;
  sums.faults += faults.length;
}
for (const line of lines) print(`\n${line}`);
print(
  `\n${sums.faults === 0 ? "passed" : "FAILED"}: ${sums.runs} runs, ${sums.kept} new inputs, ${sums.faults} crashes, seed ${seed}`,
);
process.exitCode = sums.faults === 0 ? 0 : 1;
