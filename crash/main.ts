/** `npm run crash`: every matrix over the product and over its planted bugs. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { matrices } from "./matrices.ts";
import { passes, runMatrix, type Line } from "./run-matrix.ts";

const { values } = parseArgs({
  options: {
    built: { type: "string" },
    out: { type: "string" },
    only: { type: "string" },
    at: { type: "string" },
    bug: { type: "string" },
    seed: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
  },
});
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const only = values.only?.split(",") ?? null;
const chosen = matrices.filter(({ id }) => only?.includes(id) ?? true);
const strict = (process.env["CI"] ?? "") !== "";
const lines: Line[] = [];
print("| matrix | what | planned | fired | violations | bugs caught | seconds |\n|---|---|---|---|---|---|---|");
for (const matrix of chosen) {
  const line = await runMatrix(matrix, {
    built: values.built ?? "",
    seed: Number(values.seed),
    quick: values.quick,
    at: values.at ?? null,
    bug: values.bug ?? null,
    plant: true,
  });
  lines.push(line);
  const caught = `${line.planted.filter((bug) => bug.caught).length}/${line.planted.length}`;
  print(
    line.skipped === null
      ? `| ${line.id} | ${line.title}${line.note === "" ? "" : ` (${line.note})`} | ${line.planned} | ${line.fired} | ${line.violations.length} | ${caught} | ${line.seconds.toFixed(1)} |`
      : `| ${line.id} | ${line.title} | skipped: ${line.skipped} | | | | |`,
  );
}
for (const { id, violations, planted } of lines) {
  for (const { point, invariant, text, again } of violations.slice(0, 20))
    print(`\n${id} ${point} ${invariant}: ${text}\n  ${again}`);
  if (violations.length > 20) print(`\n${id}: ${violations.length - 20} more`);
  for (const { name } of planted.filter(({ caught }) => !caught))
    print(`\n${id}: the planted bug "${name}" was not caught`);
}
const passed = chosen.length > 0 && lines.every((line) => passes(line, strict));
const total = lines.reduce((sum, { seconds }) => sum + seconds, 0);
print(
  `\n${passed ? "passed" : "FAILED"}: ${lines.reduce((sum, { fired }) => sum + fired, 0)} points in ${total.toFixed(0)} s, seed ${values.seed}, Node ${process.versions.node}`,
);
if (values.out !== undefined) {
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(
    values.out,
    `${JSON.stringify({ node: process.versions.node, seed: Number(values.seed), quick: values.quick, passed, lines }, null, 2)}\n`,
  );
}
process.exitCode = passed ? 0 : 1;
