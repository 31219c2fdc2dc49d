import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type DriftBase, runDrift } from "./drift/run-drift.ts";
import { checkEffects, checkStability, type GateResult, gatesOf } from "./gates.ts";
import { type CaseScore, measureCase } from "./measure-case.ts";
import { failureOf, openProduct } from "./product.ts";
import type { ProofCase } from "./proof-case.ts";
import { realCases } from "./real/cases.ts";
import { renderPage } from "./report/page.ts";
import type { ProofResult } from "./report/result.ts";
import { renderTables } from "./report/table.ts";
import { runHops } from "./run-hops.ts";
import { scoreCorpus } from "./score.ts";
import { stagedCases } from "./staged/cases.ts";
import { cardOf, detectionOf, falseAlarmsOf, targetsOf } from "./targets.ts";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    corpus: { type: "string", default: "" },
    program: { type: "string", default: "" },
    out: { type: "string", default: "." },
  },
});
const began = performance.now();
const skipped: { what: string; why: string }[] = [];
const scores: CaseScore[] = [];
const gates: GateResult[] = [];

/** One case, measured; what cannot be measured is named. */
async function measured(one: ProofCase): Promise<void> {
  try {
    scores.push(await measureCase(one));
  } catch (error) {
    skipped.push({ what: one.id, why: failureOf(error) });
  }
}

if (existsSync(options.corpus)) {
  for await (const one of realCases({ corpus: options.corpus, ...only() })) {
    if ("skipped" in one) skipped.push({ what: one.skipped, why: one.why });
    // In a quick run every file counts once, at its end.
    else if (!options.quick || one.cut === 1) await measured(one).finally(() => one.remove());
    else one.remove();
    tell(`real: ${scores.length} cases`);
  }
} else {
  skipped.push({ what: "real corpus", why: `no corpus at "${options.corpus}"` });
}

const repeated: string[] = [];
const unstable: GateResult[] = [];
const drift: Awaited<ReturnType<typeof runDrift>> = { results: [], impossible: [] };
const impossible = new Map<string, number>();
const driven = new Set<string>();
let effects = 0;
for await (const one of stagedCases(only())) {
  // Bytes and drift follow from the scenario, not from the client that told it; each client is tried once at least.
  const first = !driven.has(one.scenario);
  const newClient = !driven.has(one.client);
  if (first || newClient) unstable.push(checkStability([one], options.program));
  await measured(one);
  const effect = await checkEffects(one, openProduct(one.folder));
  effects += effect.checked;
  repeated.push(...effect.violations);
  if (first && (!options.quick || driven.size < 6)) {
    const found = await runDrift([await baseOf(one)]);
    drift.results.push(...found.results);
    for (const name of found.impossible) impossible.set(name, (impossible.get(name) ?? 0) + 1);
  }
  driven.add(one.scenario).add(one.client);
  one.remove();
  tell(`staged: ${scores.length} cases, ${drift.results.length} changes`);
}
const hops = await runHops();
tell("");

gates.push(
  ...gatesOf(scores),
  { gate: "an effect repeated", checked: effects, violations: repeated },
  {
    gate: "other bytes in another time zone, locale or file order",
    checked: unstable.reduce((sum, { checked }) => sum + checked, 0),
    violations: unstable.flatMap(({ violations }) => violations),
  },
);
const corpora = (["real", "staged"] as const)
  .filter((name) => scores.some(({ corpus }) => corpus === name))
  .map((name) => scoreCorpus(name, scores));
const bases = new Set(drift.results.map(({ base }) => base)).size;
const result: ProofResult = {
  node: process.versions.node,
  quick: options.quick,
  corpora,
  drift: {
    bases,
    results: drift.results,
    impossible: [...impossible].filter(([, times]) => times === bases).map(([name]) => name),
    detection: detectionOf(drift.results),
    falseAlarms: falseAlarmsOf(drift.results),
  },
  hops,
  gates,
  skipped,
  targets: targetsOf(corpora, drift.results, hops),
  card: cardOf(corpora, drift.results, hops),
  seconds: (performance.now() - began) / 1_000,
};
mkdirSync(options.out, { recursive: true });
writeFileSync(join(options.out, "proof.json"), `${JSON.stringify(result, null, 2)}\n`);
writeFileSync(join(options.out, "proof.html"), renderPage(result));
say(renderTables(result));
say(`\nwritten to ${join(options.out, "proof.json")} and ${join(options.out, "proof.html")}`);
if (gates.some(({ violations }) => violations.length > 0)) {
  say("FAIL: a gate was violated");
  process.exitCode = 1;
}

function only(): { readonly only?: string } {
  return options.only === undefined ? {} : { only: options.only };
}

async function baseOf({ id, folder }: ProofCase): Promise<DriftBase> {
  const { packet_id: packetId } = await openProduct(folder).pickup();
  return { id, folder, packetId: packetId ?? "" };
}

function tell(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
