import { existsSync } from "node:fs";
import { type DriftBase, type DriftResult, runDrift } from "./drift/run-drift.ts";
import { findInstability, type GateResult, type Programs } from "./gates.ts";
import { type CaseScore, type MeasuredCase, measureCase } from "./measure-case.ts";
import { failureOf, openProduct } from "./product.ts";
import { realCases } from "./real/cases.ts";
import { stagedCases } from "./staged/cases.ts";

export interface RunOptions {
  /** Real sessions at their end only, and drift on some scenarios. */
  readonly quick: boolean;
  /** Only cases whose name holds this. */
  readonly only: string | undefined;
  /** Folder of the real corpus; it may be absent. */
  readonly corpus: string;
  readonly programs: Programs;
  readonly progress: (text: string) => void;
}

/** What the cases of one corpus gave. */
export interface CorpusRun {
  readonly scores: readonly CaseScore[];
  readonly skipped: readonly { readonly what: string; readonly why: string }[];
  readonly stability: Checked;
}

interface Checked {
  readonly checked: number;
  readonly violations: readonly string[];
}

/** Each session of the corpus, cut as the options say; bytes are compared once for each client. */
export async function runReal({ quick, only, corpus, programs, progress }: RunOptions): Promise<CorpusRun> {
  const scores: CaseScore[] = [];
  const skipped: { what: string; why: string }[] = [];
  const bytes = new ByteCheck(programs);
  if (!existsSync(corpus)) return { scores, skipped: [{ what: "real corpus", why: "not there" }], stability: bytes };
  for await (const one of realCases({ corpus, ...(only === undefined ? {} : { only }) })) {
    if ("skipped" in one) {
      skipped.push({ what: one.skipped, why: one.why });
      continue;
    }
    if (!quick || one.cut === 1) {
      if (one.cut === 1) bytes.check(one.client, one);
      scores.push(await measureCase(one));
    }
    one.remove();
    progress(`real: ${scores.length} cases`);
  }
  return { scores, skipped, stability: bytes };
}

export interface StagedRun extends CorpusRun {
  readonly drift: {
    readonly results: readonly DriftResult[];
    readonly broken: readonly string[];
    readonly bases: number;
  };
  readonly effects: Checked;
}

/** Scenes on which every change is tried in a quick run: one with uncommitted and untracked work, one without. */
const quickScenes = 3;

/** Every scenario in every client's transcript. Drift follows from the scene, so it is tried once for each scenario. */
export async function runStaged({ quick, only, programs, progress }: RunOptions): Promise<StagedRun> {
  const scores: CaseScore[] = [];
  const bytes = new ByteCheck(programs);
  const results: DriftResult[] = [];
  const broken: string[] = [];
  const repeated: string[] = [];
  const driven = new Set<string>();
  for await (const one of stagedCases(only === undefined ? {} : { only })) {
    const called = one.counter();
    bytes.check(one.client, one);
    const score = await measureCase(one);
    scores.push(score);
    if (!driven.has(one.scenario) && score.failure === null && (!quick || driven.size < quickScenes)) {
      driven.add(one.scenario);
      const found = await runDrift([await baseOf(one)]);
      results.push(...found.results);
      broken.push(...found.broken);
    }
    const more = one.counter() - called;
    if (more !== 0) repeated.push(`${one.id}: the server was called ${more} times more`);
    one.remove();
    progress(`staged: ${scores.length} cases, ${results.length} changes`);
  }
  return {
    scores,
    skipped: [],
    stability: bytes,
    drift: { results, broken, bases: driven.size },
    effects: { checked: scores.length, violations: repeated },
  };
}

async function baseOf({ id, folder }: MeasuredCase): Promise<DriftBase> {
  const { packet_id: packetId } = await openProduct(folder).pickup();
  return { id, folder, packetId: packetId ?? "" };
}

/** Compares bytes once for each name. */
class ByteCheck implements Checked {
  readonly #programs: Programs;
  readonly #seen = new Set<string>();
  readonly violations: string[] = [];
  checked = 0;

  constructor(programs: Programs) {
    this.#programs = programs;
  }

  check(name: string, one: MeasuredCase): void {
    if (this.#seen.has(name)) return;
    this.#seen.add(name);
    this.checked += 1;
    try {
      this.violations.push(...findInstability(one, this.#programs).map((setting) => `${one.id}: ${setting}`));
    } catch (error) {
      this.violations.push(`${one.id}: ${error instanceof Error ? error.message : failureOf(error)}`);
    }
  }
}

/** The gates that stand beside those of each case. */
export function gatesOfRuns(runs: readonly CorpusRun[], effects: Checked): readonly GateResult[] {
  return [
    { gate: "an effect repeated", ...effects },
    {
      gate: "other bytes in another time zone, locale or order of files",
      checked: runs.reduce((sum, { stability }) => sum + stability.checked, 0),
      violations: runs.flatMap(({ stability }) => stability.violations),
    },
  ];
}
