// `npm run bench`: ratios within one run, so that the machine's speed cancels out, and how cost grows.
// Options: --quick (the smaller half), --growth NAME (only that table, of one thing that grows), --out FILE;
// --team (only that table: 50 agents on one PostgreSQL, against bare SQL).
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "../scripts/setup.mjs";
import { benchGrowth } from "./growth/growth.mjs";
import { printGrowth } from "./growth/print-growth.mjs";
import { benchTargets, printTargets } from "./targets.mjs";
import { runTeamProgram } from "./team.mjs";

ensureInstalled();
if (process.argv.includes("--team")) {
  process.exit(await runTeamProgram({ main: "bench/team/main.ts", agents: "bench/team/agents.ts" }));
}
ensureBuilt();
const quick = process.argv.includes("--quick");
const outAt = process.argv.indexOf("--out");
const out = outAt === -1 ? join(root, ".cache", "bench.json") : process.argv[outAt + 1];

// On Node 20 this variable alone adds about 36 ms to every start.
const { NODE_EXTRA_CA_CERTS: _, PASSDOWN_HOME: __, ...env } = process.env;
const onlyAt = process.argv.indexOf("--growth");
const only = onlyAt === -1 ? null : process.argv[onlyAt + 1];

const rows = only === null ? await benchTargets({ quick, env }) : [];
if (only === null) printTargets(rows, console.log);
console.log("\ngrowth: each size over the smallest\n");
const growth = await benchGrowth({ quick, env, only });
printGrowth(growth, console.log);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, `${JSON.stringify({ node: process.versions.node, quick, rows, growth }, null, 2)}\n`);
console.log(`\nwritten to ${out}`);
