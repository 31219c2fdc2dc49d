import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gatesOf } from "./gates.ts";
import { renderPage } from "./report/page.ts";
import type { ProofResult } from "./report/result.ts";
import { renderTables } from "./report/table.ts";
import { gatesOfRuns, runReal, runStaged } from "./run-corpora.ts";
import { runHops } from "./run-hops.ts";
import { scoreCorpus } from "./score.ts";
import { cardOf, detectionOf, falseAlarmsOf, targetsOf } from "./targets.ts";

interface Options {
  readonly quick: boolean;
  readonly only: string | undefined;
  readonly corpus: string;
  readonly cli: string;
  readonly shuffle: string;
}

/** Runs everything, one after the other. */
async function prove({ quick, only, corpus, cli, shuffle }: Options): Promise<ProofResult> {
  const began = performance.now();
  const options = { quick, only, corpus, programs: { cli, shuffle }, progress: tell };
  const real = await runReal(options);
  const staged = await runStaged(options);
  const hops = await runHops();
  tell("");
  const scores = [...real.scores, ...staged.scores];
  const corpora = (["real", "staged"] as const)
    .filter((name) => scores.some((one) => one.corpus === name))
    .map((name) => scoreCorpus(name, scores));
  const { results } = staged.drift;
  return {
    node: process.versions.node,
    quick,
    only: only ?? null,
    corpora,
    drift: { ...staged.drift, detection: detectionOf(results), falseAlarms: falseAlarmsOf(results) },
    hops,
    gates: [...gatesOf(scores), ...gatesOfRuns([real, staged], staged.effects)],
    skipped: real.skipped,
    targets: targetsOf(corpora, results, hops),
    card: cardOf(corpora, results, hops),
    seconds: (performance.now() - began) / 1_000,
  };
}

function tell(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    corpus: { type: "string", default: "" },
    cli: { type: "string", default: "" },
    shuffle: { type: "string", default: "" },
    out: { type: "string", default: "." },
  },
});
const { out, ...options } = values;
const result = await prove({ ...options, only: options.only });
mkdirSync(out, { recursive: true });
// A part does not take the place of the whole.
const stem = options.only !== undefined ? "proof-part" : options.quick ? "proof-quick" : "proof";
const [data, page] = [join(out, `${stem}.json`), join(out, `${stem}.html`)];
writeFileSync(data, `${JSON.stringify(result, null, 2)}\n`);
writeFileSync(page, renderPage(result));
say(`${renderTables(result)}\n\nwritten to ${data} and ${page}`);
const violated = result.gates.filter(({ violations }) => violations.length > 0);
// With --only a gate may have nothing to look at.
const empty = options.only === undefined ? result.gates.filter(({ checked }) => checked === 0) : [];
for (const { gate } of violated) say(`FAIL: ${gate}`);
for (const { gate } of empty) say(`FAIL: nothing was checked for: ${gate}`);
for (const name of result.drift.broken) say(`FAIL: could not be made: ${name}`);
if (result.corpora.length === 0) say("FAIL: no case was measured");
process.exitCode =
  result.corpora.length === 0 || violated.length + empty.length + result.drift.broken.length > 0 ? 1 : 0;
